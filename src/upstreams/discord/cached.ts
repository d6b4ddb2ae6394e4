import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/schema';
import { dayMs, minuteMs } from '../../common/async/clock.ts';
import { pngFile } from '../../common/png/png.ts';
import { orNull } from '../../common/schemas/fields.ts';

const count = Type.Integer({ minimum: 0 });
const text = Type.String();
const named = { id: Type.String({ pattern: '^\\d{1,20}$' }), name: text };
/** The name of a picture at the platform's picture host: becomes part of a URL. */
const picture = orNull(Type.String({ pattern: '^\\w{1,64}$' }));

const invite = Type.Object({
  code: text,
  guild: Type.Object({
    ...named,
    description: orNull(text),
    icon: picture,
    banner: picture,
    splash: picture,
    verified: Type.Boolean(),
    partnered: Type.Boolean(),
    boosts: count,
    boostTier: count,
  }),
  members: orNull(count),
  online: orNull(count),
  channel: orNull(Type.Object(named)),
  /** RFC 3339; null: never. */
  expires: orNull(text),
});
const shownWidget = Type.Object({
  kind: Type.Literal('shown'),
  ...named,
  online: count,
  /** A link for joining. */
  invite: orNull(text),
});
const widget = Type.Union([shownWidget, Type.Object({ kind: Type.Literal('disabled') })]);

/** What an invite leads to, without any person: no inviter, no members. */
export type Invite = Readonly<Static<typeof invite>>;
/** What a guild shows publicly, if its owner has enabled that. */
export type GuildWidget = Readonly<Static<typeof widget>>;

const shared = { timeoutMs: 5000, negativeMs: 5 * minuteMs } as const;
/** An invite or guild is looked up at most once in ten minutes; a missing one, once in five. */
const lookup = {
  ...shared,
  freshMs: 10 * minuteMs,
  staleMs: dayMs,
  /** With the wait for a token. */
  timeoutMs: 7000,
  weight: 1 / 2,
} as const;

/** The caches of the chat platform; null means that there is none. */
export const chatCaches = {
  invites: { ...lookup, name: 'chatInvites', shape: Compile(orNull(invite)) },
  guilds: { ...lookup, name: 'chatGuilds', shape: Compile(orNull(widget)) },
  // The name changes with the picture, so it is cached as long as there is room.
  pictures: {
    ...shared,
    name: 'chatPictures',
    freshMs: Number.POSITIVE_INFINITY,
    staleMs: Number.POSITIVE_INFINITY,
    shape: pngFile,
    weight: 4,
  },
} as const;
