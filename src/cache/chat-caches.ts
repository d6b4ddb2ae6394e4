import { Type } from 'typebox';
import { nullable, objectsOf, pngFiles } from './codecs.ts';
import { dayMs, minuteMs } from './rules.ts';

const count = Type.Integer({ minimum: 0 });
const text = Type.String();
const named = { id: Type.String({ pattern: '^\\d{1,20}$' }), name: text };
/** The name of a picture becomes a part of a URL. */
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
  expires: nullable(text),
});
const widget = Type.Union([
  Type.Object({ kind: Type.Literal('shown'), ...named, online: count, invite: nullable(text) }),
  Type.Object({ kind: Type.Literal('disabled') }),
]);

const shared = { timeoutMs: 5000, negativeMs: 5 * minuteMs } as const;
/** An invite, or a guild, looked up once in ten minutes at most; one that is not there, once in five. */
const lookup = { ...shared, freshMs: 10 * minuteMs, staleMs: dayMs } as const;

/** What is cached of the chat platform; null is "there is none". */
export const chatCacheRules = {
  invites: { ...lookup, name: 'chatInvites', ...objectsOf(invite) },
  guilds: { ...lookup, name: 'chatGuilds', ...objectsOf(widget) },
  // Under a name that changes with the picture: kept as long as it fits.
  pictures: {
    ...shared,
    name: 'chatPictures',
    freshMs: Number.POSITIVE_INFINITY,
    staleMs: Number.POSITIVE_INFINITY,
    ...pngFiles,
  },
} as const;
