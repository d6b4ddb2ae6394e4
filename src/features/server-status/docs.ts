import { editions } from '../../game-servers/target.ts';
import type { RouteDocs } from '../docs/route-docs.ts';

const shared = {
  // An edition that there is not is a path that leads nowhere.
  errors: ['forbidden-address', 'unknown-route', 'overloaded'],
  choices: { edition: editions },
} as const satisfies Partial<RouteDocs>;

const called =
  'The server is called at most once every 30 seconds. No answer within five seconds means offline (200, not an error). Where name servers fail, its state is unknown: the response says so and is not cached.';

const limits =
  'Private addresses and non-game ports are refused. Without a port the Java edition is looked up by its SRV record first; a server that is too old for the present protocol is pinged in the older one.';

/** It takes a server that is there for its reader. */
const example = { path: { edition: 'java', host: 'play.example.net' }, isOnPaper: true } as const;

/** A name that never belongs to anybody (RFC 6761): offline is an answer that needs no server. */
const offline = {
  title: 'A server that is offline',
  path: { edition: 'java', host: 'offline.invalid' },
} as const;

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
  hasValidator: false,
  examples: [
    { ...example, title: 'A server of the Java edition', sample: 'answer' },
    {
      title: 'A server of the Bedrock edition at another port',
      path: { edition: 'bedrock', host: 'play.example.net:19133' },
      isOnPaper: true,
    },
    offline,
  ],
};

export const statusDocs: RouteDocs = {
  ...shared,
  id: 'getServerStatus',
  summary: 'The status of a game server',
  description: [
    'Players, version, message of the day, icon, mods. What a server does not tell is null.',
    'With `query=true` the server is also called by the query protocol (UDP, same port), which tells software, plugins, the world and all players where it is switched on.',
    called,
    limits,
  ],
  caching: 'status',
  hasValidator: true,
  examples: [{ ...example, title: 'A server of the Java edition', sample: 'answer' }, offline],
};

export const iconDocs: RouteDocs = {
  ...shared,
  id: 'getServerIcon',
  summary: 'The icon of a game server',
  description: [
    'The PNG of 64×64 pixels that the server sends, or an icon of our own for one that sends none. While a server is offline the response may be cached for half a minute only.',
  ],
  caching: 'render',
  hasValidator: true,
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
    'Colours that could not be read on the ground of a theme are made darker or lighter until they can. `transparent` is for pages of any colour.',
  ],
  caching: 'render',
  hasValidator: true,
  examples: [
    { ...example, title: 'On a dark ground', sample: 'server-card.png', size: cardSize },
    {
      ...example,
      title: 'On a light ground, for a sharp screen',
      query: { theme: 'light', scale: 2 },
    },
    { ...offline, size: cardSize },
  ],
};

export const pingDocs: RouteDocs = {
  ...shared,
  id: 'pingServer',
  summary: 'Whether a game server is online, as a status code',
  description: [
    'For monitors: 204 when it is online, 404 when it is offline, both without anything to parse. 502 when its name can’t be looked up.',
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
    'An SVG in the usual shapes of badges: players, status or version. A server that is offline is a badge that says so.',
    'A server whose name can’t be looked up, or an edition that does not exist, is a grey badge with status 404, so that it stays a picture.',
  ],
  caching: 'render',
  hasValidator: true,
  examples: [
    { ...example, title: 'How many are there' },
    {
      ...example,
      title: 'The version, with words and colours of one’s own',
      query: { metric: 'version', label: 'runs', color: '7c4dff', style: 'flat-square' },
    },
    { ...offline },
  ],
};
