import type { GuildWidget, Invite } from '../chat/invites.ts';
import { jsonCodec, orNull, pngFiles } from './codecs.ts';
import type { CacheRules } from './rules.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** An invite, or a guild, looked up once in ten minutes at most; one that is not there, once in five. */
const lookup = {
  timeoutMs: 5000,
  freshMs: 10 * minuteMs,
  staleMs: dayMs,
  negativeMs: 5 * minuteMs,
} as const;

/** What is cached of the chat platform; null is "there is none". */
export const chatCacheRules: {
  readonly invites: CacheRules<Invite | null>;
  readonly guilds: CacheRules<GuildWidget | null>;
  readonly pictures: CacheRules<Uint8Array | null>;
} = {
  // Short texts: a description is the longest of them.
  invites: {
    ...lookup,
    name: 'chatInvites',
    sizeBytes: (invite) =>
      invite === null ? 0 : 1024 + 2 * (invite.guild.description ?? '').length,
    codec: orNull(
      jsonCodec((value): value is Invite => hasFields(value, ['code', 'guild', 'members'])),
    ),
  },
  guilds: {
    ...lookup,
    name: 'chatGuilds',
    sizeBytes: (guild) => (guild === null ? 0 : 1024),
    codec: orNull(jsonCodec((value): value is GuildWidget => hasFields(value, ['kind']))),
  },
  // Under a name that changes with the picture: kept as long as it fits.
  pictures: {
    name: 'chatPictures',
    timeoutMs: 5000,
    freshMs: Number.POSITIVE_INFINITY,
    staleMs: Number.POSITIVE_INFINITY,
    negativeMs: 5 * minuteMs,
    ...pngFiles,
  },
};

/** Redis holds what an instance of this version wrote, or another: fields tell them apart. */
function hasFields(value: unknown, fields: readonly string[]): boolean {
  return typeof value === 'object' && value !== null && fields.every((field) => field in value);
}
