import { readJson, isFields, type Fields } from '../net/read-json.ts';
import type { ServiceClient, ServiceRules } from '../net/service-client.ts';
import { pathOf } from '../net/upstream-client.ts';
import { numberIn, recordIn } from './responses.ts';
import type { GuildWidget, Invite } from './cached.ts';
import { secondsText } from '../../common/errors/lineup-error.ts';

export type InviteClient = ReturnType<typeof createInviteClient>;

/** Used if a refusal has no retry time. */
const backOffMs = { limited: 60_000, shutOut: 3_600_000, max: 86_400_000 } as const;

const widgetDisabled = 50_004;
const anyRecord = { Check: isFields };

export const inviteRules: ServiceRules = {
  serviceName: 'Discord',
  request: {
    timeoutMs: 4000,
    // A widget with a hundred members, which are ignored, has about 40 kB.
    maxBytes: 512 * 1024,
    // A call that the platform may have counted is not repeated.
    idempotent: false,
  },
  meanings: { 200: 'found', 429: 'spent' },
  meaningOf: (response) => {
    const record = recordIn(response);
    if (record?.code === widgetDisabled) return 'found';
    // The platform responds with JSON; a page with 403 is its network shutting our address out.
    if (record === null) return response.status === 403 ? 'spent' : undefined;
    // An id it rejects (400) does not exist either.
    return [400, 404].includes(response.status) ? 'none' : undefined;
  },
  backOffMsOf: (response) => {
    const record = recordIn(response);
    const seconds = numberIn(response, 'retry-after') ?? secondsIn(record?.retry_after);
    if (seconds === null) return record === null ? backOffMs.shutOut : backOffMs.limited;
    return Math.min(Math.max(1000, Math.ceil(seconds * 1000)), backOffMs.max);
  },
  breaker: null,
  busy: (seconds) =>
    `No more look-ups at Discord are possible for now; try again in ${secondsText(seconds)}.`,
};

/**
 * Looks up invites and guilds within one rate limit, which clients share fairly. Rejects with LineupError:
 * `overloaded` (with the seconds) without a token, `upstream-failed`, `upstream-timeout`.
 */
export function createInviteClient(service: ServiceClient) {
  const get = <T>(path: string, one: string, read: (value: Fields) => T) =>
    service.call({ path, clients: [one], read: (bytes) => read(readJson(anyRecord, bytes)) });
  return {
    /** Null: there is no such invite, or it leads to no guild. */
    invite: (code: string, one: string) =>
      get(`${pathOf('invites', code)}?with_counts=true`, one, readInvite),
    /** Null: there is no such guild. */
    guild: (id: string, one: string) =>
      get(pathOf('guilds', id, 'widget.json'), one, (value): GuildWidget =>
        value.code === widgetDisabled ? { kind: 'disabled' } : readWidget(value),
      ),
  };
}

function secondsIn(value: unknown): number | null {
  return typeof value === 'number' && value >= 0 ? value : null;
}

/** The type of a guild's invite; invites to a group of friends have another number. */
const guildInvite = 0;
const longest = { name: 200, description: 1000 } as const;

/**
 * Parses the platform's response about an invite; null for an invite to no guild, such as those of
 * groups and friends do.
 * @throws {SyntaxError} for a response that is none
 */
function readInvite(value: Fields): Invite | null {
  const { guild } = value;
  if ((value.type ?? guildInvite) !== guildInvite || !isFields(guild)) return null;
  const features = Array.isArray(guild.features) ? guild.features : [];
  return {
    code: needed(textIn(value.code, longest.name)),
    guild: {
      id: needed(matching(guild.id, digits)),
      name: needed(textIn(guild.name, longest.name)),
      description: textIn(guild.description, longest.description),
      icon: matching(guild.icon, picture),
      banner: matching(guild.banner, picture),
      splash: matching(guild.splash, picture),
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
function readWidget(value: Fields): GuildWidget {
  return {
    kind: 'shown',
    id: needed(matching(value.id, digits)),
    name: needed(textIn(value.name, longest.name)),
    online: countIn(value.presence_count) ?? 0,
    invite: matching(value.instant_invite, inviteLink),
  };
}

function needed<T>(value: T | null): T {
  if (value === null) throw new SyntaxError('lacks a field');
  return value;
}

function textIn(value: unknown, max: number): string | null {
  return typeof value === 'string' && value !== '' ? value.slice(0, max).toWellFormed() : null;
}

function matching(value: unknown, pattern: RegExp): string | null {
  return typeof value === 'string' && pattern.test(value) ? value : null;
}

const digits = /^\d{1,20}$/;
/** Becomes part of a URL: only the characters of picture names are allowed. */
const picture = /^\w{1,64}$/;
/** Shown as a link on third-party pages: only an invite of the platform is allowed. */
const inviteLink = /^https:\/\/(?:discord\.gg|discord\.com\/invite)\/[\w-]{2,64}$/;

function countIn(value: unknown): number | null {
  return Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : null;
}

function channelIn(value: unknown): Invite['channel'] {
  if (!isFields(value)) return null;
  const [id, name] = [matching(value.id, digits), textIn(value.name, longest.name)];
  return id === null || name === null ? null : { id, name };
}

function timeIn(value: unknown): string | null {
  const ms = typeof value === 'string' ? Date.parse(value.slice(0, 64)) : Number.NaN;
  return Number.isNaN(ms) ? null : new Date(ms).toISOString();
}
