import { Type, type Static } from 'typebox';
import { offlineReasons } from '../../../upstreams/game-servers/server-status.ts';
import {
  choice,
  closedObject,
  flag,
  integer,
  number,
  oneOf,
  orNull,
} from '../../../common/schemas/fields.ts';
import { badgeOptions } from '../../../engine/cards/badge.ts';
import { widgetFields } from '../../../engine/cards/palette.ts';

/** Default and maximum timeout of all routes. */
export const maxTimeoutSeconds = 5;

const timeout = {
  timeout: number(
    [0.5, maxTimeoutSeconds],
    'Seconds to wait for the server. An offline result is not cached if this is less than 5.',
    maxTimeoutSeconds,
  ),
};

export const timeoutQuery = closedObject(timeout);

export const statusQuery = closedObject({
  ...timeout,
  query: flag(
    'Whether to use the query protocol (UDP), too, for `software`, `plugins`, `map` and `players.list`.',
    false,
  ),
});

const badgeMetrics = ['players', 'status', 'version'] as const;

export const badgeQuery = closedObject({
  ...timeout,
  metric: choice(badgeMetrics, 'What the badge shows.', 'players'),
  ...badgeOptions,
});

export const widgetQuery = closedObject({
  ...timeout,
  ...widgetFields('600×138'),
  max_age: integer(
    [30, 900],
    'Seconds for which the response may be cached, so that the card changes sooner with its server.',
    900,
  ),
});

const styledFields = {
  raw: Type.String({ description: 'As the server sent it, with `§` codes.' }),
  clean: Type.String({ description: 'Plain text; lines are separated by line feeds.' }),
  html: Type.String({
    description:
      'HTML: spans with inline colours and decorations, lines separated by `<br>`; text from the server is escaped, so it is safe to insert into a page. Consecutive spaces are kept: give the element `white-space: pre-wrap`. Characters that keep changing in the game have the class `obfuscated`.',
  }),
};

const styled = Type.Object(styledFields);

const address = Type.Object({
  host: Type.String({ description: 'The host in the SRV record.' }),
  port: Type.Integer({ description: 'The port in the SRV record.' }),
});

const version = Type.Object({
  name: Type.String({ description: 'The name that the server reports, such as `Paper 1.21.4`.' }),
  ...styledFields,
  protocol: orNull(
    Type.Integer(),
    'The number of its protocol version. Servers that admit many versions repeat the number that we send, which is that of the newest release.',
  ),
  protocol_name: orNull(
    Type.String(),
    'The releases of the Java edition with this protocol version, such as `1.20.5–1.20.6`.',
  ),
});

const player = Type.Object({
  name: Type.String({ description: 'The name as plain text.' }),
  id: orNull(Type.String(), 'The UUID that the server reports.'),
  ...styledFields,
});

const players = Type.Object({
  online: Type.Integer({ minimum: 0, description: 'Number of players online.' }),
  max: Type.Integer({ minimum: 0, description: 'Maximum number of players.' }),
  sample: Type.Array(player, {
    description: 'Some of the players, chosen by the server; at most 100 together with `info`.',
  }),
  info: Type.Array(styled, {
    description: 'Lines of the sample that are text instead of players.',
  }),
  list: orNull(
    Type.Array(player),
    'All players, at most 500, from the query protocol; null without `query=true` and if the server has it switched off.',
  ),
});

const motd = Type.Object({
  ...styledFields,
  lines: Type.Array(styled, { description: 'The message, line by line.' }),
});

const mod = Type.Object({
  id: Type.String({ description: 'The technical name of the mod.' }),
  version: orNull(Type.String(), 'Its version, if the server reports one.'),
});

const plugin = Type.Object({
  name: Type.String({ description: 'Its name.' }),
  version: orNull(Type.String(), 'Its version, if the server reports one.'),
});

export const statusResponse = Type.Object({
  online: orNull(
    Type.Boolean(),
    'Whether the server is online. Most fields are null if it is not. Null if unknown, because its name could not be looked up.',
  ),
  offline_reason: orNull(
    oneOf(offlineReasons, {}),
    'Why there is no status. The server did not answer in time, refused the connection or closed it, its name does not exist or could not be looked up, or the response is not that of a game server.',
  ),
  host: Type.String({ description: 'The host in the request, without the port.' }),
  port: Type.Integer({ description: 'The port in the request, or the default of the edition.' }),
  edition: Type.Union([Type.Literal('java'), Type.Literal('bedrock')], {
    description: 'As it was requested.',
  }),
  brand: orNull(
    Type.Union([Type.Literal('MCPE'), Type.Literal('MCEE')]),
    'Bedrock edition: `MCEE` is the education edition.',
  ),
  ip: orNull(Type.String(), 'The address that was contacted.'),
  srv: orNull(address, 'The address in the SRV record, if there is one.'),
  latency_ms: orNull(Type.Integer(), 'The response time in whole milliseconds.'),
  version: orNull(version, 'The version of the server.'),
  players: orNull(players, 'The players online; null if the server does not report them.'),
  motd: orNull(motd, 'The message of the day.'),
  icon: orNull(Type.String(), 'A PNG of 64×64 pixels as a `data:` URI.'),
  mods: orNull(Type.Array(mod), 'The mods of a Forge server.'),
  mods_truncated: orNull(
    Type.Boolean(),
    'Whether the server shortened the list of mods, as it may do with a long one.',
  ),
  enforces_secure_chat: orNull(
    Type.Boolean(),
    'Whether the server accepts only signed chat messages.',
  ),
  eula_blocked: orNull(
    Type.Boolean(),
    'Whether the server is on Mojang’s list of blocked servers; null while unknown.',
  ),
  gamemode: orNull(Type.String(), 'Bedrock edition: such as `Survival`.'),
  server_id: orNull(Type.String(), 'Bedrock edition: the id that the server chose for itself.'),
  software: orNull(Type.String(), 'Query protocol: such as `Paper on 1.21.4`.'),
  plugins: orNull(Type.Array(plugin), 'Query protocol: the plugins, if the server lists them.'),
  map: orNull(Type.String(), 'Query protocol: the name of the world.'),
  retrieved_at: Type.String({
    format: 'date-time',
    description: 'When the server was contacted (RFC 3339).',
  }),
  expires_at: Type.String({
    format: 'date-time',
    description: 'The earliest time at which it is contacted again.',
  }),
});

export type StatusResponse = Static<typeof statusResponse>;
export type ListedLines = NonNullable<StatusResponse['players']>['sample'];
export type WidgetQuery = Pick<Static<typeof widgetQuery>, 'theme' | 'scale' | 'title' | 'lang'>;
export type BadgeQuery = Static<typeof badgeQuery>;
