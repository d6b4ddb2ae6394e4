import { Type } from 'typebox';
import { LineupError } from '../../../common/errors/lineup-error.ts';
import { badgeResponses, greyBadge } from '../../../engine/cards/badge.ts';
import { editions, serverPath } from '../../../upstreams/game-servers/target.ts';
import { cachePolicies } from '../../http/cache-headers.ts';
import {
  badgeResponse,
  defineRoute,
  jsonResponse,
  ownResponse,
  pictureResponse,
  textResponse,
} from '../../http/define-route.ts';
import { named } from '../../pictures/respond.ts';
import { cardEmbed } from '../../http/embed.ts';
import { sendNoContent } from '../../http/response-cache.ts';
import { sampleResponse, sampleText } from './sample.ts';
import { badgeQuery, statusResponse, statusQuery, timeoutQuery, widgetQuery } from './schema.ts';
import type { ServerStatuses } from './service.ts';

const base = '/api/blockgame/server/:edition/:host';

const shared = {
  params: serverPath,
  // An unknown edition is a path that does not exist.
  errors: ['forbidden-address', 'unknown-route', 'overloaded'],
  choices: { edition: editions },
} as const;

const called =
  'The server is contacted at most once every 30 seconds. No answer within five seconds means offline, which is a 200 and not an error. If name servers fail, its state is unknown: the response says so and is not cached.';

const limits =
  'Private addresses and ports of other services are refused. A Java host without a port is looked up by its SRV record first; a server that is too old for the current protocol is pinged with the older one.';

/** Needs a real server, so it is not run. */
const example = { path: { edition: 'java', host: 'play.example.net' }, isRunnable: false } as const;

/** A reserved name (RFC 6761): offline is a response that needs no server. */
const offline = {
  title: 'A server that is offline',
  path: { edition: 'java', host: 'offline.invalid' },
} as const;

const ofServer = { ...example, alt: 'Status of play.example.net' } as const;
const ofOffline = { ...offline, alt: 'Status of offline.invalid' } as const;

const cardSize = { widthPx: 600, heightPx: 138 } as const;
const picture = pictureResponse('The picture.');

/** Status of a game server in every form. */
export const serverStatusRoutes = (servers: ServerStatuses) => [
  defineRoute({
    ...shared,
    path: `${base}/status-text`,
    id: 'getServerStatusText',
    summary: 'The status of a game server in one line',
    description: [
      'For address bars and chat bots: `Online • play.example.net (Java) • 17/60`, or `Offline • play.example.net (Java) • 0/0`.',
      called,
      limits,
    ],
    caching: 'status',
    examples: [
      { ...example, title: 'A server of the Java edition', sample: 'response' },
      {
        title: 'A server of the Bedrock edition at another port',
        path: { edition: 'bedrock', host: 'play.example.net:19133' },
        isRunnable: false,
      },
      offline,
    ],
    query: timeoutQuery,
    response: textResponse('The status in one line.', [sampleText]),
    handler: ({ params, query }, client) => servers.text({ ...query, ...params }, client),
  }),
  defineRoute({
    ...shared,
    path: `${base}/status`,
    id: 'getServerStatus',
    summary: 'The status of a game server',
    description: [
      'Players, version, message of the day, icon, mods. What a server does not report is null.',
      '`query=true` adds the query protocol (UDP, same port), which reports software, plugins, the world and all players if the server has it switched on.',
      called,
      limits,
    ],
    caching: 'status',
    examples: [{ ...example, title: 'A server of the Java edition', sample: 'response' }, offline],
    query: statusQuery,
    response: jsonResponse(
      Type.Object(statusResponse.properties, {
        description: 'The status of the server.',
        examples: [sampleResponse],
      }),
    ),
    handler: ({ params, query }, client) => servers.describe({ ...query, ...params }, client),
  }),
  defineRoute({
    ...shared,
    path: `${base}/ping`,
    id: 'pingServer',
    summary: 'Whether a game server is online, as a status code',
    description: [
      'For monitors: 204 if it is online, 404 if it is offline, 502 if its name cannot be looked up. There is nothing to parse.',
      called,
    ],
    errors: [...shared.errors, 'upstream-failed'],
    caching: 'status',
    examples: [{ ...example, title: 'A server of the Java edition' }],
    query: timeoutQuery,
    response: ownResponse({ 204: Type.Null({ description: 'It is online.' }) }),
    handler: async ({ params, query }, client, reply) => {
      const { value, policy, cache } = await servers.state({ ...query, ...params }, client);
      if (value === 'unknown') {
        throw new LineupError('upstream-failed', 'The name of the server could not be looked up.');
      }
      void reply.headers({ 'cache-control': cachePolicies[policy], 'x-cache': cache });
      if (value === 'online') return sendNoContent(reply.code(204));
      void reply.code(404).header('content-type', 'application/json');
      return reply.send(Buffer.from(JSON.stringify({ detail: 'The server is offline.' })));
    },
  }),
  defineRoute({
    ...shared,
    path: `${base}/icon`,
    id: 'getServerIcon',
    summary: 'The icon of a game server',
    description: [
      'The PNG of 64×64 pixels that the server sends, or a default icon if it sends none.',
    ],
    caching: 'status',
    examples: [
      { ...example, title: 'The icon of a server' },
      { ...offline, size: { widthPx: 64, heightPx: 64 } },
    ],
    query: timeoutQuery,
    response: picture,
    handler: async ({ params, query }, client) =>
      named(await servers.icon({ ...query, ...params }, client), params.host, 'icon'),
  }),
  defineRoute({
    ...shared,
    path: `${base}/widget`,
    id: 'getServerWidget',
    summary: 'A server card for your website',
    description: [
      'Icon, name, message of the day in its colours, players, version and signal, as a picture of 600×138 pixels, or twice that.',
      'Colours that would be unreadable on the background are made darker or lighter. `transparent` suits pages of any colour.',
      '`max_age` shortens the time for which browsers and caches may keep the card: `max_age=60` changes within a minute or so of its server. The `ETag` stays, so an unchanged card is a 304.',
    ],
    examples: [
      {
        ...ofServer,
        title: 'Dark',
        query: { max_age: 60 },
        sample: 'server-card.png',
        size: cardSize,
      },
      {
        ...ofServer,
        title: 'Light, for a high-resolution screen',
        query: { theme: 'light', scale: 2, max_age: 60 },
      },
      { ...ofOffline, query: { max_age: 60 }, size: cardSize },
    ],
    query: widgetQuery,
    response: picture,
    embed: cardEmbed,
    handler: async ({ params, query }, client) => {
      const card = await servers.widget({ ...query, ...params }, query, client);
      return named({ ...card, maxAgeSeconds: query.max_age }, params.host, 'widget');
    },
  }),
  defineRoute({
    ...shared,
    path: `${base}/badge`,
    id: 'getServerBadge',
    summary: 'A server badge for your website',
    description: [
      'An SVG in the usual badge styles: players, status or version. If the server is offline, the badge says so.',
      'If the name of the server cannot be looked up, or the edition does not exist, it is a grey badge with status 404, so that it is always a picture.',
    ],
    caching: 'status',
    examples: [
      {
        ...ofServer,
        title: 'Number of players',
        sample: 'server-badge.svg',
        size: { widthPx: 109, heightPx: 20 },
      },
      {
        ...ofServer,
        title: 'The version, with a custom label and colours',
        query: { metric: 'version', label: 'runs', color: '7c4dff', style: 'flat-square' },
      },
      ofOffline,
    ],
    query: badgeQuery,
    // A server that does not answer is offline, which a badge can show: there is no 502.
    response: badgeResponse({ 200: badgeResponses[200], 404: badgeResponses[404] }),
    handler: ({ params, query }, client) => ({
      draw: () => servers.badge({ ...query, ...params }, query, client),
      instead: ({ message: reason }) => {
        const message = reason === 'unknown' ? reason : 'not found';
        return greyBadge({ label: 'server', message, sign: 'cube' }, query);
      },
    }),
  }),
];
