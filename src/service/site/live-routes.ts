import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { readShortForm } from '../../engine/options/composition-query.ts';
import { defineRoute, documentResponse, type Route } from '../http/define-route.ts';
import { pageOf } from './pages.ts';
import { liveServerPage, livePlayersPage } from './live-page.ts';
import { liveHeaders } from './page-headers.ts';
import { searchOf, serverParams, type SiteFor } from './page-request.ts';
import type { Html } from './html.ts';

/** Whatever else a query has belongs to the picture, which says what is wrong with it. */
const withOthers = {
  additionalProperties: false,
  patternProperties: { '': Type.Unknown() },
} as const;

const serverQuery = Type.Object(
  {
    show: Type.Optional(
      Type.String({
        maxLength: 64,
        description: 'What it shows: `card`, the default, or `lineup`.',
      }),
    ),
    player: Type.Optional(
      Type.String({
        maxLength: 2048,
        description: 'Shows this player instead, turning unless `motion` differs.',
      }),
    ),
    theme: Type.Optional(
      Type.String({
        maxLength: 64,
        description: 'Colours of the card: `transparent`, the default, `dark` or `light`.',
      }),
    ),
  },
  withOthers,
);

const playersParams = Type.Object({
  players: Type.String({
    minLength: 1,
    maxLength: 2048,
    description: '1 to 10 players joined by `+` or `,`.',
  }),
});

const playersQuery = Type.Object(
  {
    motion: Type.Optional(
      Type.String({
        maxLength: 64,
        description: 'How they move; of a single player `turn` is the default.',
      }),
    ),
    scene: Type.Optional(
      Type.String({
        maxLength: 64,
        description: 'What is behind them; the default is transparent.',
      }),
    ),
  },
  withOthers,
);

const response = {
  ...documentResponse,
  schemas: {
    200: {
      description: 'A transparent page with one picture that renews itself.',
      content: { 'text/html': { schema: Type.String() } },
    },
  },
};

const shared = {
  caching: 'page',
  response,
} as const;

const kept =
  'The page is transparent, looks for a new picture by itself, and keeps the last one while there is none. It is for the browser source of streaming programs, and may stand in a frame. Other options in the query are those of the picture.';

/** The pages for streams and frames, the only ones that may stand in a frame. */
export function liveRoutes(
  siteFor: SiteFor,
  checkHost: (edition: string, host: string) => void,
): readonly Route[] {
  const sent = (request: FastifyRequest, make: (site: ReturnType<SiteFor>) => Html) => {
    const site = siteFor(request);
    // Nothing is asked or drawn for it.
    return { document: pageOf(site, make(site)), headers: { ...liveHeaders, 'x-cache': 'HIT' } };
  };
  return [
    defineRoute({
      ...shared,
      // Another edition is a page that does not exist.
      path: '/live/:edition(^(?:java|bedrock)$)/:host',
      id: 'getLiveServer',
      summary: 'A game server as an overlay for streams',
      description: [kept],
      errors: ['forbidden-address', 'unknown-route'],
      examples: [
        {
          title: 'The card of a server',
          path: { edition: 'java', host: 'play.example.net' },
          isRunnable: false,
        },
      ],
      params: serverParams,
      query: serverQuery,
      handler: (request) => {
        const { edition, host } = request.params;
        checkHost(edition, host);
        const search = searchOf(request.url);
        return sent(request, (site) => liveServerPage(site, { edition, host, search }));
      },
    }),
    defineRoute({
      ...shared,
      path: '/live/players/:players',
      id: 'getLivePlayers',
      summary: 'Up to ten players as an overlay for streams',
      description: [kept],
      errors: [],
      examples: [
        {
          title: 'A team that walks',
          path: { players: 'sample-fox+sample-knight' },
          query: { motion: 'walk' },
          isRunnable: false,
        },
      ],
      params: playersParams,
      query: playersQuery,
      handler: (request) => {
        const { values: players } = readShortForm(request.params.players);
        const search = searchOf(request.url);
        return sent(request, (site) => livePlayersPage(site, { players, search }));
      },
    }),
  ];
}
