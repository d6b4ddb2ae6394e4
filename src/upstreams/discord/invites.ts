import type { GuildWidget, Invite } from './cached.ts';
import { isRecord } from './json.ts';

/** The type of a guild's invite; invites to a group of friends have another number. */
const guildInvite = 0;
const longest = { name: 200, description: 1000 } as const;

/**
 * Parses the platform's response about an invite; null for an invite to no guild, such as those of
 * groups and friends do.
 * @throws {SyntaxError} for a response that is none
 */
export function readInvite(value: unknown): Invite | null {
  if (!isRecord(value)) throw new SyntaxError('is no invite');
  const { guild } = value;
  if ((value.type ?? guildInvite) !== guildInvite || !isRecord(guild)) return null;
  const features = Array.isArray(guild.features) ? guild.features : [];
  return {
    code: needed(textIn(value.code, longest.name)),
    guild: {
      id: needed(idIn(guild.id)),
      name: needed(textIn(guild.name, longest.name)),
      description: textIn(guild.description, longest.description),
      icon: pictureIn(guild.icon),
      banner: pictureIn(guild.banner),
      splash: pictureIn(guild.splash),
      verified: features.includes('VERIFIED'),
      partnered: features.includes('PARTNERED'),
      boosts: countIn(guild.premium_subscription_count) ?? 0,
      boostTier: Math.min(countIn(guild.premium_tier) ?? 0, 3),
    },
    members: countIn(value.approximate_member_count),
    online: countIn(value.approximate_presence_count),
    channel: channelIn(value.channel),
    expires: timeIn(value.expires_at),
  };
}

/**
 * Parses the platform's response about the widget of a guild.
 * @throws {SyntaxError} for a response that is none
 */
export function readWidget(value: unknown): GuildWidget {
  if (!isRecord(value)) throw new SyntaxError('is no widget');
  return {
    kind: 'shown',
    id: needed(idIn(value.id)),
    name: needed(textIn(value.name, longest.name)),
    online: countIn(value.presence_count) ?? 0,
    invite: inviteLinkIn(value.instant_invite),
  };
}

function needed<T>(value: T | null): T {
  if (value === null) throw new SyntaxError('lacks a field');
  return value;
}

function textIn(value: unknown, max: number): string | null {
  return typeof value === 'string' && value !== '' ? value.slice(0, max).toWellFormed() : null;
}

function idIn(value: unknown): string | null {
  return typeof value === 'string' && /^\d{1,20}$/.test(value) ? value : null;
}

/** Becomes part of a URL: only the characters of picture names are allowed. */
function pictureIn(value: unknown): string | null {
  return typeof value === 'string' && /^\w{1,64}$/.test(value) ? value : null;
}

function countIn(value: unknown): number | null {
  return Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : null;
}

function channelIn(value: unknown): Invite['channel'] {
  if (!isRecord(value)) return null;
  const [id, name] = [idIn(value.id), textIn(value.name, longest.name)];
  return id === null || name === null ? null : { id, name };
}

function timeIn(value: unknown): string | null {
  const ms = typeof value === 'string' ? Date.parse(value.slice(0, 64)) : Number.NaN;
  return Number.isNaN(ms) ? null : new Date(ms).toISOString();
}

/** Shown as a link on third-party pages: only an invite of the platform is allowed. */
function inviteLinkIn(value: unknown): string | null {
  const isLink =
    typeof value === 'string' &&
    /^https:\/\/(?:discord\.gg|discord\.com\/invite)\/[\w-]{2,64}$/.test(value);
  return isLink ? value : null;
}
