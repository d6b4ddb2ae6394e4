import { Type, type Static } from 'typebox';
import { widgetFields } from '../../drawing/option-schemas.ts';
import { offlineReasons } from '../../game-servers/server-status.ts';
import { closed, oneOf, orNull } from '../../schemas/fields.ts';
import { badgeOptions } from '../../widgets/badge-options.ts';

/** Seconds that every route gives a server, at the most. */
export const maxTimeoutSeconds = 5;

const timeout = {
  timeout: Type.Optional(
    Type.Number({
      minimum: 0.5,
      maximum: maxTimeoutSeconds,
      default: maxTimeoutSeconds,
      description:
        'Seconds to wait for the server. An offline that was found in less than 5 is not cached.',
    }),
  ),
};

export const timeoutQuery = Type.Object(timeout, closed);

export const statusQuery = Type.Object(
  {
    ...timeout,
    query: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'Also call the server by the query protocol (UDP), for `software`, `plugins`, `map` and `players.list`.',
      }),
    ),
  },
  closed,
);

const badgeMetrics = ['players', 'status', 'version'] as const;

export const badgeQuery = Type.Object(
  {
    ...timeout,
    metric: Type.Optional(
      oneOf(badgeMetrics, { default: 'players', description: 'What the badge tells.' }),
    ),
    ...badgeOptions,
  },
  closed,
);

export const widgetQuery = Type.Object(
  {
    ...timeout,
    ...widgetFields('600×138'),
  },
  closed,
);

const styledFields = {
  raw: Type.String({ description: 'As the server sent it, with `§` codes.' }),
  clean: Type.String({ description: 'The letters alone; lines are divided by line feeds.' }),
  html: Type.String({
    description:
      'Spans with inline colours and decorations, lines divided by `<br>`; everything that the server sent is escaped, so it can be put into a page. Spaces in a row are kept as they are: give the element `white-space: pre-wrap`. Letters that keep changing in the game have the class `obfuscated`.',
  }),
};

const styled = Type.Object(styledFields);

const place = Type.Object({
  host: Type.String({ description: 'The host that the record names.' }),
  port: Type.Integer({ description: 'The port that it names.' }),
});

const version = Type.Object({
  name: Type.String({ description: 'As the server calls it, such as `Paper 1.21.4`.' }),
  ...styledFields,
  protocol: orNull(Type.Integer(), 'The number of the protocol that it speaks.'),
  protocol_name: orNull(
    Type.String(),
    'The releases of the Java edition that speak this protocol, such as `1.20.5–1.20.6`.',
  ),
});

const player = Type.Object({
  name: Type.String({ description: 'Plain text.' }),
  id: orNull(Type.String(), 'The UUID that the server says.'),
  ...styledFields,
});

const players = Type.Object({
  online: Type.Integer({ minimum: 0, description: 'How many are there.' }),
  max: Type.Integer({ minimum: 0, description: 'How many it takes at most.' }),
  sample: Type.Array(player, {
    description: 'Some of them, as the server likes; at most 100 with `info`.',
  }),
  info: Type.Array(styled, { description: 'Lines in the sample that are no players.' }),
  list: orNull(
    Type.Array(player),
    'All of them, at most 500, from the query protocol; null without `query=true` and where it is off.',
  ),
});

const motd = Type.Object({
  ...styledFields,
  lines: Type.Array(styled, { description: 'The same, line by line.' }),
});

const mod = Type.Object({
  id: Type.String({ description: 'The name that programs know it by.' }),
  version: orNull(Type.String(), 'Its version, where the server says one.'),
});

const plugin = Type.Object({
  name: Type.String({ description: 'What it is called.' }),
  version: orNull(Type.String(), 'Its version, where the server says one.'),
});

export const statusAnswer = Type.Object({
  online: orNull(
    Type.Boolean(),
    'Whether it answered; without that most fields are null. Null: unknown, because the name could not be looked up.',
  ),
  offline_reason: orNull(
    oneOf(offlineReasons, {}),
    'Why there is no status: it did not answer in time, refused the connection or closed it, its name does not exist or could not be looked up, or what answered is no game server.',
  ),
  host: Type.String({ description: 'As it was requested, without the port.' }),
  port: Type.Integer({ description: 'As it was requested, or the default of the edition.' }),
  edition: Type.Union([Type.Literal('java'), Type.Literal('bedrock')], {
    description: 'As it was requested.',
  }),
  brand: orNull(
    Type.Union([Type.Literal('MCPE'), Type.Literal('MCEE')]),
    'Bedrock edition: `MCEE` is the education edition.',
  ),
  ip: orNull(Type.String(), 'The address that was called.'),
  srv: orNull(place, 'Where an SRV record says that the server is.'),
  latency_ms: orNull(Type.Integer(), 'How long its answer took, in whole milliseconds.'),
  version: orNull(version, 'The version of the server.'),
  players: orNull(players, 'Who is there; null where the server does not tell.'),
  motd: orNull(motd, 'The message of the day.'),
  icon: orNull(Type.String(), 'A PNG of 64×64 pixels as a `data:` URI.'),
  mods: orNull(Type.Array(mod), 'The mods of a Forge server.'),
  mods_truncated: orNull(
    Type.Boolean(),
    'Whether the list of mods is cut short, which servers do with a long one.',
  ),
  enforces_secure_chat: orNull(Type.Boolean(), 'Whether the server takes signed chat only.'),
  eula_blocked: orNull(
    Type.Boolean(),
    'Whether the game refuses to connect to it, by the list of blocked servers; null while unknown.',
  ),
  gamemode: orNull(Type.String(), 'Bedrock edition: such as `Survival`.'),
  server_id: orNull(Type.String(), 'Bedrock edition: the number that the server gave itself.'),
  software: orNull(Type.String(), 'Query protocol: such as `Paper on 1.21.4`.'),
  plugins: orNull(Type.Array(plugin), 'Query protocol: the plugins, where the server tells them.'),
  map: orNull(Type.String(), 'Query protocol: the name of the world.'),
  retrieved_at: Type.String({
    format: 'date-time',
    description: 'When the server was called (RFC 3339).',
  }),
  expires_at: Type.String({
    format: 'date-time',
    description: 'When it will be called again at the earliest.',
  }),
});

export type StatusAnswer = Static<typeof statusAnswer>;
export type BadgeQuery = Static<typeof badgeQuery>;
