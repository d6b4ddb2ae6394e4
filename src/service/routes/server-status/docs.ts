import { editions, defaultPorts } from '../../../upstreams/game-servers/target.ts';
import type { RouteDocs } from '../../site/route-docs.ts';
import { readComponent } from '../../../upstreams/game-servers/motd/component.ts';
import { type ServerStatus, blankDetails } from '../../../upstreams/game-servers/server-status.ts';
import { readStyledLine } from '../../../upstreams/game-servers/motd/styled-text.ts';
import { writeSectionCodes } from '../../../upstreams/game-servers/motd/section-codes.ts';
import { statusText, statusResponseOf, serverCardOf, badgeOf } from './transform.ts';

// A made-up server for the documentation; its responses and pictures are made by the same code as
// real ones.

const host = 'play.example.net';

const runs = readComponent([
  { text: 'Sunny Hills', color: 'gold', bold: true },
  { text: ' · survival, together\n', color: 'white' },
  { text: 'New: ', color: 'green' },
  { text: 'the floating islands', color: 'aqua' },
]);

const version = 'Paper 1.21.4';

const player = 'Marigold';

const status: ServerStatus = {
  edition: 'java',
  port: defaultPorts.java,
  ip: '203.0.113.7',
  srv: null,
  latencyMs: 42,
  retrievedAtMs: Date.UTC(2026, 0, 1, 12),
  offlineReason: null,
  query: null,
  details: {
    ...blankDetails,
    version: {
      name: version,
      text: readStyledLine(version, 'java'),
      protocol: 769,
      protocolName: '1.21.4',
    },
    players: {
      online: 17,
      max: 60,
      sample: [
        {
          name: player,
          id: '5b1f3d1e-7a52-4a0c-9f43-2a8d1c6e9b70',
          text: readStyledLine(player, 'java'),
        },
      ],
      info: [readStyledLine('§7and 16 more', 'java')],
      listed: [],
    },
    motd: { raw: writeSectionCodes(runs, 'java'), runs },
    enforcesSecureChat: true,
  },
};

export const sampleText = statusText(host, status);

export const sampleResponse = statusResponseOf(status, {
  host,
  eulaBlocked: false,
  isCached: true,
});

export const sampleCard = serverCardOf(host, status, { theme: 'dark', scale: 1 });

export const sampleBadge = badgeOf(status, {});

const shared = {
  // An unknown edition is a path that does not exist.
  errors: ['forbidden-address', 'unknown-route', 'overloaded'],
  choices: { edition: editions },
} as const satisfies Partial<RouteDocs>;

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

export const textDocs: RouteDocs = {
  ...shared,
  id: 'getServerStatusText',
  summary: 'The status of a game server in one line',
  description: [
    'For address bars and chat bots: `Online • play.example.net (Java) • 17/60`, or `Offline • play.example.net (Java) • 0/0`.',
    called,
    limits,
  ],
  caching: 'status',
  examples: [
    { ...example, title: 'A server of the Java edition', sample: 'answer' },
    {
      title: 'A server of the Bedrock edition at another port',
      path: { edition: 'bedrock', host: 'play.example.net:19133' },
      isRunnable: false,
    },
    offline,
  ],
};

export const statusDocs: RouteDocs = {
  ...shared,
  id: 'getServerStatus',
  summary: 'The status of a game server',
  description: [
    'Players, version, message of the day, icon, mods. What a server does not report is null.',
    '`query=true` adds the query protocol (UDP, same port), which reports software, plugins, the world and all players if the server has it switched on.',
    called,
    limits,
  ],
  caching: 'status',
  examples: [{ ...example, title: 'A server of the Java edition', sample: 'answer' }, offline],
};

export const iconDocs: RouteDocs = {
  ...shared,
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
};

export const widgetDocs: RouteDocs = {
  ...shared,
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
};

export const pingDocs: RouteDocs = {
  ...shared,
  id: 'pingServer',
  summary: 'Whether a game server is online, as a status code',
  description: [
    'For monitors: 204 if it is online, 404 if it is offline, 502 if its name cannot be looked up. There is nothing to parse.',
    called,
  ],
  errors: [...shared.errors, 'upstream-failed'],
  caching: 'status',
  hasValidator: false,
  examples: [{ ...example, title: 'A server of the Java edition' }],
};

export const badgeDocs: RouteDocs = {
  ...shared,
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
};
