import { isIP, isIPv4 } from 'node:net';
import { join, resolve } from 'node:path';

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

export type Settings = {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** Base of links and examples, without a slash at its end; without it the request tells. */
  readonly publicUrl: string | undefined;
  /** Whose `X-Forwarded-For` is believed: nobody's, the last n hops', or these networks'. */
  readonly trustProxy: false | number | readonly string[];
  readonly rateLimitMax: number;
  readonly webhookProxyRateLimitMax: number;
  /** May hold a password. */
  readonly redisUrl: string | undefined;
  readonly cacheMaxBytes: number;
  readonly allowPrivateAddresses: boolean;
  /** Absolute path of a folder. */
  readonly skinsDir: string;
  /** The four upstreams: absolute URLs without a slash at the end. */
  readonly mojangApiUrl: string;
  readonly mojangSessionUrl: string;
  readonly mojangTexturesUrl: string;
  readonly discordApiUrl: string;
  readonly webhookAllowMassMentions: boolean;
  /** Without it no metrics are served. */
  readonly metricsPort: number | undefined;
  readonly logLevel: (typeof logLevels)[number];
};

type Environment = Readonly<Record<string, string | undefined>>;

/** How one environment variable becomes one setting. */
type Descriptor<T> = {
  readonly name: string;
  /** The value; `undefined` when the text (trimmed, not empty) is none. */
  readonly parse: (text: string) => T | undefined;
  /** The value when the variable is absent or empty. */
  readonly fallback: T;
  /** What the default is called in the table, where the value itself does not say it. */
  readonly fallbackShown?: string;
  /** What may be written, as the end of "must be …". */
  readonly allowed: string;
  /** One line for the table. */
  readonly help: string;
  /** The text may hold a credential: it is never shown. */
  readonly secret?: true;
};

const port = { parse: wholeNumber(0, 65_535), allowed: 'a whole number from 0 to 65535' };
const flag = { parse: parseFlag, allowed: 'true or false' };
const rate = { parse: wholeNumber(1, 1_000_000_000), allowed: 'a whole number of at least 1' };
// Credentials in such a URL are refused, not used; but the refusal must not show them.
const webUrl = {
  parse: parseWebUrl,
  allowed: 'an http or https URL without credentials, query and fragment',
  secret: true,
} as const;

/** Every setting, in the order of the table. */
const descriptors: { readonly [K in keyof Settings]: Descriptor<Settings[K]> } = {
  host: {
    name: 'HOST',
    parse: parseHost,
    fallback: '127.0.0.1',
    allowed: 'a host name or an IP address',
    help: 'Address to listen at; `0.0.0.0` listens at all of them',
  },
  port: { ...port, name: 'PORT', fallback: 8080, help: 'Port to listen at; 0 takes any free one' },
  publicUrl: {
    ...webUrl,
    name: 'PUBLIC_URL',
    fallback: undefined,
    fallbackShown: 'taken from the request',
    help: 'Base of links and examples',
  },
  trustProxy: {
    name: 'TRUST_PROXY',
    parse: parseTrustProxy,
    fallback: false,
    fallbackShown: '`off`',
    allowed: 'off, a number of hops from 1 to 32, or a comma-separated list of addresses and CIDRs',
    help: 'Proxies whose `X-Forwarded-For` is believed',
  },
  rateLimitMax: {
    ...rate,
    name: 'RATE_LIMIT_MAX',
    fallback: 240,
    help: 'Requests a minute and client on `/api/*`',
  },
  webhookProxyRateLimitMax: {
    ...rate,
    name: 'WEBHOOK_PROXY_RATE_LIMIT_MAX',
    fallback: 10,
    help: 'Requests a minute and client on `POST /api/chat/webhook/*`',
  },
  redisUrl: {
    name: 'REDIS_URL',
    parse: parseRedisUrl,
    fallback: undefined,
    allowed: 'a redis or rediss URL with a host',
    help: 'Shares limits and cache between instances; without it both live in the process',
    secret: true,
  },
  cacheMaxBytes: {
    name: 'CACHE_MAX_BYTES',
    parse: wholeNumber(1, Number.MAX_SAFE_INTEGER),
    fallback: 134_217_728,
    allowed: 'a whole number of bytes of at least 1',
    help: 'Ceiling of the cache in the process',
  },
  allowPrivateAddresses: {
    ...flag,
    name: 'ALLOW_PRIVATE_ADDRESSES',
    fallback: false,
    help: 'Lets skin URLs and server hosts of clients reach private, loopback and link-local addresses',
  },
  skinsDir: {
    name: 'SKINS_DIR',
    parse: parsePath,
    fallback: join(import.meta.dirname, '..', 'samples', 'skins'),
    fallbackShown: '`samples/skins`',
    allowed: 'the path of a folder',
    help: 'Folder of `<name>.png` (classic) and `<name>.slim.png`, asked before the account service',
  },
  mojangApiUrl: {
    ...webUrl,
    name: 'MOJANG_API_URL',
    fallback: 'https://api.minecraftservices.com',
    help: 'Account service: names',
  },
  mojangSessionUrl: {
    ...webUrl,
    name: 'MOJANG_SESSION_URL',
    fallback: 'https://sessionserver.mojang.com',
    help: 'Account service: profiles',
  },
  mojangTexturesUrl: {
    ...webUrl,
    name: 'MOJANG_TEXTURES_URL',
    fallback: 'https://textures.minecraft.net',
    help: 'Account service: textures',
  },
  discordApiUrl: {
    ...webUrl,
    name: 'DISCORD_API_URL',
    fallback: 'https://discord.com/api/v10',
    help: 'Where the webhook proxy sends to',
  },
  webhookAllowMassMentions: {
    ...flag,
    name: 'WEBHOOK_ALLOW_MASS_MENTIONS',
    fallback: false,
    help: 'Lets `@everyone`, `@here` and role mentions through the webhook proxy',
  },
  metricsPort: {
    ...port,
    name: 'METRICS_PORT',
    fallback: undefined,
    help: 'Serves Prometheus metrics at this port',
  },
  logLevel: {
    name: 'LOG_LEVEL',
    parse: (text) => logLevels.find((level) => level === text.toLowerCase()),
    fallback: 'info',
    allowed: `one of ${logLevels.join(', ')}`,
    help: 'Lowest level that is logged',
  },
};

/**
 * The settings of an environment. Variables that are absent, empty or only blanks take their
 * default; unknown ones are none of our business.
 *
 * @throws Error for the first bad value: one line that names the variable and what it allows
 */
export function readSettings(env: Environment): Settings {
  const read = <K extends keyof Settings>(key: K): Settings[K] => readOne(descriptors[key], env);
  return Object.freeze({
    host: read('host'),
    port: read('port'),
    publicUrl: read('publicUrl'),
    trustProxy: read('trustProxy'),
    rateLimitMax: read('rateLimitMax'),
    webhookProxyRateLimitMax: read('webhookProxyRateLimitMax'),
    redisUrl: read('redisUrl'),
    cacheMaxBytes: read('cacheMaxBytes'),
    allowPrivateAddresses: read('allowPrivateAddresses'),
    skinsDir: read('skinsDir'),
    mojangApiUrl: read('mojangApiUrl'),
    mojangSessionUrl: read('mojangSessionUrl'),
    mojangTexturesUrl: read('mojangTexturesUrl'),
    discordApiUrl: read('discordApiUrl'),
    webhookAllowMassMentions: read('webhookAllowMassMentions'),
    metricsPort: read('metricsPort'),
    logLevel: read('logLevel'),
  });
}

/** All settings as a Markdown table: name, default, what is allowed, meaning. */
export function settingsTable(): string {
  const rows = Object.values(descriptors).map(
    ({ name, allowed, help, fallback, fallbackShown }) =>
      `| \`${name}\` | ${fallbackShown ?? shown(fallback)} | ${allowed} | ${help} |`,
  );
  const head = ['| Setting | Default | Allowed | Meaning |', '| --- | --- | --- | --- |'];
  return [...head, ...rows].join('\n');
}

function shown(fallback: Settings[keyof Settings]): string {
  return fallback === undefined ? '–' : `\`${String(fallback)}\``;
}

function readOne<T>(descriptor: Descriptor<T>, env: Environment): T {
  const text = env[descriptor.name]?.trim() ?? '';
  if (text === '') return descriptor.fallback;
  const value = descriptor.parse(text);
  if (value !== undefined) return value;
  const given = descriptor.secret ? 'what it is set to (not shown here)' : quoted(text);
  throw new Error(`${descriptor.name} must be ${descriptor.allowed}, not ${given}.`);
}

// JSON keeps a line break in the value from breaking the line.
function quoted(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}

function wholeNumber(min: number, max: number): (text: string) => number | undefined {
  return (text) => {
    const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
    return value >= min && value <= max ? value : undefined;
  };
}

function parseFlag(text: string): boolean | undefined {
  if (/^(true|1)$/i.test(text)) return true;
  return /^(false|0)$/i.test(text) ? false : undefined;
}

function parseHost(text: string): string | undefined {
  const bare = text.replace(/^\[(.+)\]$/, '$1');
  if (isIP(bare) !== 0) return bare;
  // Digits and dots alone are a mistyped address, not a name.
  const isName = /^[a-z\d_]([a-z\d_-]*[a-z\d_])?(\.[a-z\d_]([a-z\d_-]*[a-z\d_])?)*$/i.test(text);
  return isName && text.length <= 253 && !/^[\d.]+$/.test(text) ? text : undefined;
}

function parseTrustProxy(text: string): Settings['trustProxy'] | undefined {
  if (['off', 'false', '0'].includes(text.toLowerCase())) return false;
  if (/^\d+$/.test(text)) return wholeNumber(1, 32)(text);
  const networks = text.split(',').map((network) => network.trim());
  return networks.every((network) => isNetwork(network)) ? networks : undefined;
}

// An address or a CIDR. A prefix of 0 would believe everybody, and the mapped form of an IPv4
// address (`::ffff:a.b.c.d`) has two readings: both are refused.
function isNetwork(text: string): boolean {
  const [, address = '', prefix] = /^([^/%]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const isPlain = isIP(address) !== 0 && !(address.includes(':') && address.includes('.'));
  const longestPrefix = isIPv4(address) ? 32 : 128;
  return isPlain && (prefix === undefined || (+prefix >= 1 && +prefix <= longestPrefix));
}

function parseWebUrl(text: string): string | undefined {
  // Checked in the text, because a parser forgives too much: a missing slash, tabs, an empty `?`.
  if (!/^https?:\/\/[^\s?#\\@]+$/i.test(text) || !URL.canParse(text)) return undefined;
  return new URL(text).href.replace(/\/+$/, '');
}

function parseRedisUrl(text: string): string | undefined {
  const isRedisUrl = /^rediss?:\/\/[^\s#]+$/i.test(text) && URL.canParse(text);
  return isRedisUrl && new URL(text).hostname !== '' ? text : undefined;
}

function parsePath(text: string): string | undefined {
  return text.includes('\0') ? undefined : resolve(text);
}
