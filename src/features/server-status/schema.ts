import { Type, type Static, type TSchema } from 'typebox';
import { widgetScales, widgetThemes } from '../../drawing/widget-order.ts';

export const serverPath = Type.Object({
  // Whether it is one is checked by the route: an edition that does not exist is a 404.
  edition: Type.String({
    maxLength: 32,
    description: 'The edition of the game that the server is of.',
  }),
  host: Type.String({
    minLength: 1,
    // A name of 253 letters and a port; other spellings of the same name are no longer than this.
    maxLength: 512,
    description:
      'A host name, an IPv4 address or an IPv6 address in brackets, each with an optional `:port`.',
  }),
});

export const noQuery = Type.Object({}, { additionalProperties: false });

export const widgetQuery = Type.Object(
  {
    theme: Type.Optional(
      Type.Union(
        widgetThemes.map((theme) => Type.Literal(theme)),
        { default: 'dark', description: 'The ground that the widget has, or is put on.' },
      ),
    ),
    scale: Type.Optional(
      Type.Union(
        widgetScales.map((scale) => Type.Literal(scale)),
        { default: 1, description: '1 is 600×138 pixels; 2 is for sharp screens.' },
      ),
    ),
  },
  { additionalProperties: false },
);

function orNull<T extends TSchema>(schema: T, description: string) {
  return Type.Union([schema, Type.Null()], { description });
}

const place = Type.Object({
  host: Type.String({ description: 'The host that the record names.' }),
  port: Type.Integer({ description: 'The port that it names.' }),
});

const version = Type.Object({
  name: Type.String({ description: 'As the server calls it, such as `Paper 1.21.4`.' }),
  protocol: orNull(Type.Integer(), 'The number of the protocol that it speaks.'),
});

const players = Type.Object({
  online: Type.Integer({ description: 'How many are there.' }),
  max: Type.Integer({ description: 'How many there may be.' }),
  sample: Type.Array(
    Type.Object({
      name: Type.String({ description: 'Plain text; servers put other lines here as well.' }),
      id: orNull(Type.String(), 'The UUID that the server says.'),
    }),
    { description: 'Some of them, as the server likes; at most 100.' },
  ),
});

const motd = Type.Object({
  raw: Type.String({ description: 'With `§` codes; components are written in them, too.' }),
  clean: Type.String({ description: 'The letters alone; lines are divided by line feeds.' }),
  html: Type.String({
    description:
      'Spans with inline colours and decorations, lines divided by `<br>`; everything that the server sent is escaped, so it can be put into a page. Letters that keep changing in the game have the class `obfuscated`.',
  }),
});

const mod = Type.Object({
  id: Type.String({ description: 'The name that programs know it by.' }),
  version: orNull(Type.String(), 'Its version, where the server says one.'),
});

export const statusAnswer = Type.Object({
  online: Type.Boolean({ description: 'Whether it answered; without that most fields are null.' }),
  host: Type.String({ description: 'As it was asked for, without the port.' }),
  port: Type.Integer({ description: 'As it was asked for, or the usual one of the edition.' }),
  edition: Type.Union([Type.Literal('java'), Type.Literal('bedrock')], {
    description: 'As it was asked for.',
  }),
  srv: orNull(place, 'Where an SRV record says that the server is.'),
  latency_ms: orNull(Type.Integer(), 'How long its answer took, in whole milliseconds.'),
  version: orNull(version, 'The version of the server.'),
  players: orNull(players, 'Who is there; null where the server does not tell.'),
  motd: orNull(motd, 'The message of the day.'),
  icon: orNull(Type.String(), 'A PNG of 64×64 pixels as a `data:` URI.'),
  mods: orNull(Type.Array(mod), 'The mods of a Forge server.'),
  gamemode: orNull(Type.String(), 'Bedrock edition: such as `Survival`.'),
  server_id: orNull(Type.String(), 'Bedrock edition: the number that the server gave itself.'),
  retrieved_at: Type.String({
    format: 'date-time',
    description: 'When the server was asked (RFC 3339).',
  }),
  expires_at: Type.String({
    format: 'date-time',
    description: 'When it will be asked again at the earliest.',
  }),
});

export type StatusAnswer = Static<typeof statusAnswer>;
