import { serverPath } from '../../../upstreams/game-servers/path-schema.ts';
import {
  stateOf,
  type ServerStatus,
  stateWords,
} from '../../../upstreams/game-servers/server-status.ts';
import { contextOf } from '../../http/conditional.ts';
import { described, type HttpServer } from '../../http/server.ts';
import { sendPicture } from '../../pictures/send-picture.ts';
import type { ServerStatuses } from '../server-status/service.ts';
import { fileResponse, closed } from '../../../common/schemas/fields.ts';
import type { RouteDocs } from '../../site/route-docs.ts';
import { editions } from '../../../upstreams/game-servers/target.ts';
import { Type, type Static } from 'typebox';
import {
  type CompositionItem,
  type CompositionOptions,
  groupFields,
} from '../../../engine/options/request-schemas.ts';
import { countText } from '../../../engine/cards/strings.ts';
import { upstreamErrors } from '../../../common/errors/lineup-error.ts';
import type { Composer } from '../composition/route.ts';
import { contentTypes } from '../../../engine/options/picture-formats.ts';

export type ServerLineupParts = {
  readonly statusOf: ServerStatuses['status'];
  readonly compose: Composer['compose'];
  /** Names of the samples; the first sleeps if nobody is online. */
  readonly samples: () => readonly string[];
};

const picture = fileResponse('The players online, as one picture.', contentTypes);

/** `GET /api/blockgame/server/{edition}/{host}/lineup`: a banner of the players online. */
export function addServerLineupRoute(app: HttpServer, parts: ServerLineupParts): void {
  app.get(
    '/api/blockgame/server/:edition/:host/lineup',
    described(lineupDocs, {
      params: serverPath,
      querystring: lineupQuery,
      response: { 200: picture },
    }),
    async (request, reply) => {
      const { params, query } = request;
      const found = await parts.statusOf(params, contextOf(request));
      const [sleeper] = parts.samples();
      const { items, options } = lineupOf(params.host, found.status, { query, sleeper });
      const { etag, cache, policy, bytes, format } = await parts.compose({
        items,
        options,
        ...contextOf(request),
        place: (option, item) => (item === undefined ? `query.${option}` : `players[${item}]`),
      });
      const pictured = {
        bytes,
        etag,
        cache: found.cache === 'HIT' ? cache : found.cache,
        policy: stateOf(found.status) === 'unknown' || policy === 'never' ? 'never' : 'status',
      } as const;
      return sendPicture(reply, pictured, { name: params.host, type: 'lineup', format });
    },
  );
}

const lineupDocs: RouteDocs = {
  id: 'getServerLineup',
  summary: 'The players online on a game server as one picture',
  description: [
    'A banner that stays up to date: the players whom the server lists as online, at most ten, on a meadow, each in a pose of their own (`render_type=varied`), with the host as title and `12 of 100 online` below it. All options of a composition are available.',
    'If nobody is online or the server lists no players, the scene is empty. If it is offline, it is night there, and one sample skin sleeps. A listed player without an account is drawn as a grey figure.',
  ],
  errors: ['forbidden-address', 'unknown-route', ...upstreamErrors],
  caching: 'status',
  choices: { edition: editions },
  examples: [
    {
      title: 'A server that is offline',
      path: { edition: 'java', host: 'offline.invalid' },
      size: { widthPx: 1920, heightPx: 480 },
    },
  ],
};

/** The options of a composition, with other defaults. */
const lineupQuery = Type.Object(groupFields, closed);

export type LineupQuery = Static<typeof lineupQuery>;

/** Maximum number of players in a picture. */
const maxPlayers = 10;

/** A valid account name, perhaps with Floodgate's dot; servers also list text lines. */
const accountName = /^(?:\w{1,25}|\.\w{1,16})$/;

/** The players and titles of a server's picture. */
export type Lineup = {
  readonly items: readonly CompositionItem[];
  readonly options: CompositionOptions;
};

/**
 * The players that a server lists as online, by day. If it is offline a sleeping sample at night; if
 * nobody is there, or nobody knows, the empty place.
 * @param sleeper the sample that sleeps, if there is one
 */
export function lineupOf(
  host: string,
  status: ServerStatus,
  { query, sleeper }: { readonly query: LineupQuery; readonly sleeper: string | undefined },
): Lineup {
  const sample = status.details?.players?.sample ?? [];
  const names = [...new Set(sample.map(({ name }) => name))].filter((name) =>
    accountName.test(name),
  );
  // Whole, whatever the crop: a part of somebody who lies there is a heap of limbs.
  const asleep =
    sleeper === undefined
      ? []
      : [{ value: sleeper, label: '', render_type: 'sleeping', crop: 'full' } as const];
  const state = stateOf(status);
  const players = names.slice(0, maxPlayers).map((value) => ({ value }));
  return {
    items: state === 'offline' ? asleep : players,
    options: {
      ...query,
      scene: query.scene ?? (state === 'offline' ? 'night' : 'meadow'),
      render_type: query.render_type ?? 'varied',
      size: query.size ?? 'banner',
      title: query.title ?? cut(host),
      subtitle: query.subtitle ?? countOf(status),
      // A listed player without an account is still drawn.
      fallback:
        query.fallback === undefined || query.fallback === 'none' ? 'silhouette' : query.fallback,
    },
  };
}

/** A host name may have 253 characters, a title 80. */
function cut(host: string): string {
  return host.length > 80 ? `${host.slice(0, 79)}…` : host;
}

function countOf(status: ServerStatus): string {
  const players = status.details?.players;
  if (!players) return stateWords[stateOf(status)];
  return `${countText('en', players.online)} of ${countText('en', players.max)} online`;
}
