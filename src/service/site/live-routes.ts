import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { readShortForm } from '../../engine/options/composition-query.ts';
import { defineRoute, documentResponse, type Route } from '../http/define-route.ts';
import { withQuery } from '../http/embed.ts';
import { pageOf } from './pages.ts';
import { liveHeaders, searchOf, serverParams, type SiteFor } from './page-http.ts';
import { type Html, html } from './html.ts';
import { isCompositionOfOne } from '../../engine/options/composition-query.ts';
import { messagesOf } from './messages/messages.ts';
import { frameHead } from './layout.ts';
import { assetHref, href, type Site } from './site.ts';

/** Whatever else a query has belongs to the picture, which says what is wrong with it. */
const withOthers = {
  additionalProperties: false,
  patternProperties: { '': Type.Unknown() },
} as const;

const option = (maxLength: number, description: string) =>
  Type.Optional(Type.String({ maxLength, description }));

const serverQuery = Type.Object(
  {
    show: option(64, 'What it shows: `card`, the default, or `lineup`.'),
    player: option(2048, 'Shows this player instead, turning unless `motion` differs.'),
    theme: option(64, 'Colours of the card: `transparent`, the default, `dark` or `light`.'),
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
    motion: option(64, 'How they move; of a single player `turn` is the default.'),
    scene: option(64, 'What is behind them; the default is transparent.'),
  },
  withOthers,
);

const kept =
  'The page is transparent, looks for a new picture by itself, and keeps the last one while there is none. It is for the browser source of streaming programs, and may stand in a frame. Other options in the query are those of the picture.';

const shared = {
  caching: 'page',
  description: [kept],
  response: {
    ...documentResponse,
    schemas: {
      200: {
        description: 'A transparent page with one picture that renews itself.',
        content: { 'text/html': { schema: Type.String() } },
      },
    },
  },
} as const;

/** The pages for streams and frames, the only ones that may stand in a frame. */
export function liveRoutes(
  siteFor: SiteFor,
  checkHost: (edition: string, host: string) => void,
): readonly Route[] {
  const sent = (request: FastifyRequest, make: (site: Site) => Html) => {
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
        return sent(request, (site) => livePlayersPage(site, players, search));
      },
    }),
  ];
}

/** How often a page looks for something new. */
const refreshSeconds = { server: 30, players: 300 } as const;

type ServerRequest = {
  readonly edition: string;
  readonly host: string;
  /** Query of the page, with its question mark or empty. */
  readonly search: string;
};

/** A server, or one player in its place: `/live/java/play.example.org`. */
function liveServerPage(site: Site, { edition, host, search }: ServerRequest): Html {
  const query = new URLSearchParams(search);
  const [player, show] = [query.get('player') ?? '', query.get('show')];
  for (const name of ['show', 'player']) query.delete(name);
  const path = `/live/${edition}/${encodeURIComponent(host)}${search}`;
  if (player !== '') return playersPage(site, { path, players: [player], query });
  const stem = `/api/blockgame/server/${edition}/${encodeURIComponent(host)}`;
  const isLineup = show === 'lineup';
  if (!isLineup) {
    if (!query.has('theme')) query.set('theme', 'transparent');
    query.set('max_age', '30');
  }
  return page(site, {
    path,
    name: query.get('title') || host,
    source: withQuery(`${stem}/${isLineup ? 'lineup' : 'widget'}`, query),
    refresh: refreshSeconds.server,
    ping: `${stem}/ping`,
  });
}

/** Players without a server: `/live/players/Notch+jeb_`. */
function livePlayersPage(site: Site, players: readonly string[], search: string): Html {
  const path = `/live/players/${segmentOf(players)}${search}`;
  return playersPage(site, { path, players, query: new URLSearchParams(search) });
}

type PlayersTarget = {
  readonly path: string;
  readonly players: readonly string[];
  readonly query: URLSearchParams;
};

/**
 * Without an extension, so that the query may name any format. One player is a composition of one where an
 * option asks for it, and moves unless the query says otherwise.
 */
function playersPage(site: Site, { path, players, query }: PlayersTarget): Html {
  const isAlone = players.length === 1;
  if (isAlone && !query.has('motion')) query.set('motion', 'turn');
  const segment = segmentOf(players);
  const isFigure = isAlone && !isCompositionOfOne(`?${query.toString()}`);
  const picture = isFigure ? `default/${segment}/full` : `composition/${segment}`;
  return page(site, {
    path,
    name: query.get('title') || players.join(', '),
    source: withQuery(`/api/blockgame/render/${picture}`, query),
    refresh: refreshSeconds.players,
  });
}

function segmentOf(players: readonly string[]): string {
  return players.map((player) => encodeURIComponent(player)).join('+');
}

type LivePage = {
  /** With its query. */
  readonly path: string;
  readonly name: string;
  /** Path and query of the picture. */
  readonly source: string;
  readonly refresh: number;
  /** Path that says whether its server is online. */
  readonly ping?: string;
};

/** A transparent page for stream overlays and frames: nothing but a picture that stays up to date. */
function page(site: Site, { path, name, source, refresh, ping }: LivePage): Html {
  return html`<!doctype html>
    <html lang="${messagesOf(site.locale).tag}">
      <head>
        ${frameHead(site, name, path)}
        <link rel="stylesheet" href="${assetHref(site, 'live.css')}" />
        <script src="${assetHref(site, 'live.js')}" type="module"></script>
        <noscript><meta http-equiv="refresh" content="${refresh}" /></noscript>
      </head>
      <body>
        <main>
          <h1>
            <img
              id="live"
              src="${href(site, source)}"
              alt="${name}"
              data-refresh="${refresh}"
              ${ping !== undefined && html` data-ping="${href(site, ping)}"`}
            />
          </h1>
        </main>
      </body>
    </html> `;
}
