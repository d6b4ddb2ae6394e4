import { Type, type Static, type TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { dayMs, minuteMs } from '../async/clock.ts';
import { pngFile } from '../png/png.ts';

const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

const count = Type.Integer({ minimum: 0 });
const text = Type.String();
const named = { id: Type.String({ pattern: '^\\d{1,20}$' }), name: text };
/** The name of a picture at the platform's host of pictures: becomes a part of a URL. */
const picture = nullable(Type.String({ pattern: '^\\w{1,64}$' }));

const invite = Type.Object({
  code: text,
  guild: Type.Object({
    ...named,
    description: nullable(text),
    icon: picture,
    banner: picture,
    splash: picture,
    verified: Type.Boolean(),
    partnered: Type.Boolean(),
    boosts: count,
    boostTier: count,
  }),
  members: nullable(count),
  online: nullable(count),
  channel: nullable(Type.Object(named)),
  /** RFC 3339; null: never. */
  expires: nullable(text),
});
const shownWidget = Type.Object({
  kind: Type.Literal('shown'),
  ...named,
  online: count,
  /** A link that leads in. */
  invite: nullable(text),
});
const widget = Type.Union([shownWidget, Type.Object({ kind: Type.Literal('disabled') })]);

/** What an invite leads to. Nobody who uses it is in here: no inviter, no member. */
export type Invite = Readonly<Static<typeof invite>>;
/** What a guild shows of itself to everybody, where its owner lets it. */
export type GuildWidget = Readonly<Static<typeof widget>>;

const shared = { timeoutMs: 5000, negativeMs: 5 * minuteMs } as const;
/** An invite, or a guild, looked up once in ten minutes at most; one that is not there, once in five. */
const lookup = { ...shared, freshMs: 10 * minuteMs, staleMs: dayMs } as const;

/** What is cached of the chat platform; null is "there is none". */
export const chatCacheRules = {
  invites: { ...lookup, name: 'chatInvites', shape: Compile(nullable(invite)) },
  guilds: { ...lookup, name: 'chatGuilds', shape: Compile(nullable(widget)) },
  // Under a name that changes with the picture: kept as long as it fits.
  pictures: {
    ...shared,
    name: 'chatPictures',
    freshMs: Number.POSITIVE_INFINITY,
    staleMs: Number.POSITIVE_INFINITY,
    shape: pngFile,
  },
} as const;
