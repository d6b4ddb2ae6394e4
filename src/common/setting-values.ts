import { statSync } from 'node:fs';
import { isIP, isIPv4 } from 'node:net';
import { resolve } from 'node:path';
import ipaddr from 'ipaddr.js';

/** A setting: an environment variable with its row in the settings table. */
export type Setting<T> = {
  /** Parses the trimmed, non-empty text; `undefined` if it is invalid. */
  readonly parse: (text: string) => T | undefined;
  readonly fallback: T;
  /** Default in the table, if it is not the value itself. */
  readonly fallbackShown?: string;
  /** Allowed values, as the end of "must be …". */
  readonly allowed: string;
  readonly help: string;
  /** May contain a credential: never shown. */
  readonly secret?: true;
};

export type SettingRows = Readonly<Record<string, Setting<unknown>>>;

/** The value of each setting; those without a default may be `undefined`. */
export type SettingsOf<Rows> = {
  readonly [Name in keyof Rows]: Rows[Name] extends Setting<infer T> ? T : never;
};

/** What is all members of a union. */
export type All<Union> = (Union extends unknown ? (one: Union) => void : never) extends (
  all: infer Intersection,
) => void
  ? Intersection
  : never;

/** The values of an environment in which none is set. */
export function defaultsOf<Rows extends SettingRows>(rows: Rows): SettingsOf<Rows> {
  const values = Object.entries(rows).map(([name, { fallback }]) => [name, fallback]);
  return Object.fromEntries(values);
}

/** Infers the type of a setting from its parser. */
export const setting = <const T>(row: Setting<T>) => row;

export const flag = { parse: parseFlag, allowed: 'true or false' };
// URLs with credentials are refused; the error must not show them.
export const webUrl = {
  parse: parseWebUrl,
  allowed: 'an http or https URL without credentials, query and fragment',
  secret: true,
} as const;

// Parsers of environment variables; they return `undefined` for an invalid value.

export function wholeNumber(min: number, max: number): (text: string) => number | undefined {
  return (text) => {
    const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
    return value >= min && value <= max ? value : undefined;
  };
}

function parseFlag(text: string): boolean | undefined {
  if (/^(true|1)$/i.test(text)) return true;
  return /^(false|0)$/i.test(text) ? false : undefined;
}

export function parseHost(text: string): string | undefined {
  const bare = text.replace(/^\[(.+)\]$/, '$1');
  if (isIP(bare) !== 0) return bare;
  // Only digits and dots is a mistyped address instead of a name.
  const isName = /^[a-z\d_]([a-z\d_-]*[a-z\d_])?(\.[a-z\d_]([a-z\d_-]*[a-z\d_])?)*$/i.test(text);
  return isName && text.length <= 253 && !/^[\d.]+$/.test(text) ? text : undefined;
}

/** Whose `X-Forwarded-For` is trusted: nobody's, the last n hops', or these networks'. */
export function parseTrustProxy(text: string): false | number | readonly string[] | undefined {
  if (['off', 'false', '0'].includes(text.toLowerCase())) return false;
  if (/^\d+$/.test(text)) return wholeNumber(1, 32)(text);
  const networks = text.split(',').map((network) => network.trim());
  return networks.every((network) => isNetwork(network)) ? networks : undefined;
}

// Whether the text is an address or CIDR. A prefix of 0 would trust everybody, and an IPv4-mapped
// address (`::ffff:a.b.c.d`, in any spelling) is ambiguous: both are refused.
function isNetwork(text: string): boolean {
  const [, address = '', prefix] = /^([^/%]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const isPlain = isIP(address) !== 0 && ipaddr.parse(address).range() !== 'ipv4Mapped';
  const longestPrefix = isIPv4(address) ? 32 : 128;
  return isPlain && (prefix === undefined || (+prefix >= 1 && +prefix <= longestPrefix));
}

/** An absolute URL without a slash at the end. */
function parseWebUrl(text: string): string | undefined {
  // Checks the text itself, because URL parsers are lenient: about a missing slash, tabs, an empty
  // `?`.
  if (!/^https?:\/\/[^\s?#\\@]+$/i.test(text) || !URL.canParse(text)) return undefined;
  return new URL(text).href.replace(/(?<!\/)\/+$/, '');
}

export function parseRedisUrl(text: string): string | undefined {
  const url = /^rediss?:\/\/[^\s#]+$/i.test(text) ? URL.parse(text) : null;
  if (url === null || url.hostname === '' || !/^\/?\d{0,5}$/.test(url.pathname)) return undefined;
  return isDecodable(`${url.username}:${url.password}`) ? text : undefined;
}

/** The client decodes credentials, and would throw. */
function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

export function parseKey(text: string): Uint8Array | undefined {
  const bytes = Buffer.from(text, 'base64');
  const isWhole = bytes.length === 32 && bytes.toString('base64') === text;
  return isWhole ? new Uint8Array(bytes) : undefined;
}

export function parseFolder(text: string): string | undefined {
  try {
    return statSync(text).isDirectory() ? resolve(text) : undefined;
  } catch {
    // Missing, too long, or in a folder that may not be entered.
    return undefined;
  }
}

/** A URL as for `parseWebUrl`, whose host or path may contain `{service}`, but no other braces. */
export function parseServiceUrl(text: string): string | undefined {
  const example = text.replaceAll('{service}', 'service');
  if (/[{}]/.test(example) || parseWebUrl(example) === undefined) return undefined;
  const url = text.replace(/(?<!\/)\/+$/, '');
  return url.includes('{service}') ? url : `${url}/{service}`;
}

/** Roots by name, of `name=root,name=root`; a root must not contain `,` or a second `=`. */
export function parseAccountServices(text: string): ReadonlyMap<string, string> | undefined {
  return parsePairs(text, (name, root) => {
    const url = /^[a-z\d][a-z\d-]{0,31}$/.test(name) ? parseWebUrl(root) : undefined;
    return url === undefined ? undefined : [name, url];
  });
}

/** Parses `key=value,…` with distinct keys; `undefined` if an entry is invalid. */
export function parsePairs<T>(
  text: string,
  read: (key: string, value: string) => readonly [string, T] | undefined,
): ReadonlyMap<string, T> | undefined {
  const entries = text.split(',').flatMap((entry) => {
    const [, key = '', value = ''] = /^\s*([^=\s]+)\s*=\s*([^=\s]+)\s*$/.exec(entry) ?? [];
    return [read(key, value)];
  });
  const known = new Map(entries.filter((entry) => entry !== undefined));
  return known.size === entries.length ? known : undefined;
}

export function parseToken(text: string): string | undefined {
  return /^[\x21-\x7e]{1,4096}$/.test(text) ? text : undefined;
}
