import {
  parseAccountServices,
  parseCompatHosts,
  parseFlag,
  parseFolder,
  parseHost,
  parseKey,
  parseRedisUrl,
  parseServiceUrl,
  parseToken,
  parseTrustProxy,
  parseWebUrl,
  wholeNumber,
} from './setting-values.ts';
import { compatServices, type CompatService } from './features/compat/table.ts';

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

export type Settings = {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** Base of links and examples, without a slash at the end; by default taken from the request. */
  readonly publicUrl: string | undefined;
  /** Whose `X-Forwarded-For` is trusted: nobody's, the last n hops', or these networks'. */
  readonly trustProxy: false | number | readonly string[];
  readonly rateLimitMax: number;
  readonly webhookProxyRateLimitMax: number;
  /** May contain a password. */
  readonly redisUrl: string | undefined;
  readonly cacheMaxBytes: number;
  readonly allowPrivateAddresses: boolean;
  /** Absolute path of an existing folder; the bundled samples are always available. */
  readonly skinsDir: string | undefined;
  /** The upstreams: absolute URLs without a slash at the end. */
  readonly mojangApiUrl: string;
  readonly mojangSessionUrl: string;
  readonly mojangTexturesUrl: string;
  readonly geyserApiUrl: string;
  /** Further account services: their roots by name, without a slash at the end. */
  readonly accountServices: ReadonlyMap<string, string>;
  /** Compatible services by the host name (in lower case) that serves them at its root. */
  readonly compatHosts: ReadonlyMap<string, CompatService>;
  readonly discordApiUrl: string;
  /** With `{service}` for the service's name. */
  readonly robloxUrl: string;
  /** By default pictures come from the hosts in the platform's responses. */
  readonly robloxCdnUrl: string | undefined;
  readonly robloxApiKey: string | undefined;
  readonly discordCdnUrl: string;
  /** This process's share of Discord's global rate limit. */
  readonly discordRequestsPerSecond: number;
  /** 32 bytes that encrypt the tokens of queued messages; by default a key is derived. */
  readonly webhookQueueKey: Uint8Array | undefined;
  readonly webhookAllowMassMentions: boolean;
  /** Without it no metrics are served. */
  readonly metricsPort: number | undefined;
  readonly logLevel: (typeof logLevels)[number];
};

type Environment = Readonly<Record<string, string | undefined>>;

/** How one environment variable becomes one setting. */
type Descriptor<T> = {
  readonly name: string;
  /** Parses the trimmed, non-empty text; `undefined` if it is invalid. */
  readonly parse: (text: string) => T | undefined;
  /** The value if the variable is absent or empty. */
  readonly fallback: T;
  /** Default in the table, if it is not the value itself. */
  readonly fallbackShown?: string;
  /** Allowed values, as the end of "must be …". */
  readonly allowed: string;
  /** One line for the table. */
  readonly help: string;
  /** May contain a credential: never shown. */
  readonly secret?: true;
};

const port = { parse: wholeNumber(0, 65_535), allowed: 'a whole number from 0 to 65535' };
const flag = { parse: parseFlag, allowed: 'true or false' };
const rate = { parse: wholeNumber(1, 1e9), allowed: 'a whole number from 1 to 1000000000' };
// URLs with credentials are refused; the error must not show them.
const webUrl = {
  parse: parseWebUrl,
  allowed: 'an http or https URL without credentials, query and fragment',
  secret: true,
} as const;

/** All settings, in the order of the table. */
const descriptors: { readonly [K in keyof Settings]: Descriptor<Settings[K]> } = {
  host: {
    name: 'HOST',
    parse: parseHost,
    fallback: '127.0.0.1',
    allowed: 'a host name or an IP address',
    help: 'Address to listen on; `0.0.0.0` listens on all addresses',
  },
  port: { ...port, name: 'PORT', fallback: 8080, help: 'Port to listen on; 0 takes any free port' },
  publicUrl: {
    ...webUrl,
    name: 'PUBLIC_URL',
    fallback: undefined,
    fallbackShown: 'taken from the request',
    help: 'Base URL of links and examples',
  },
  trustProxy: {
    name: 'TRUST_PROXY',
    parse: parseTrustProxy,
    fallback: false,
    fallbackShown: '`off`',
    allowed: 'off, a number of hops from 1 to 32, or a comma-separated list of addresses and CIDRs',
    help: 'Proxies whose `X-Forwarded-For` is trusted',
  },
  rateLimitMax: {
    ...rate,
    name: 'RATE_LIMIT_MAX',
    fallback: 240,
    help: 'Requests per minute and client on `/api/*`',
  },
  webhookProxyRateLimitMax: {
    ...rate,
    name: 'WEBHOOK_PROXY_RATE_LIMIT_MAX',
    fallback: 10,
    help: 'Requests per minute and client on `POST /api/chat/webhook/*`',
  },
  redisUrl: {
    name: 'REDIS_URL',
    parse: parseRedisUrl,
    fallback: undefined,
    allowed: 'a redis or rediss URL with a host, and with no path but the number of a database',
    help: 'Shares limits and cache between instances; without it both are kept in the process',
    secret: true,
  },
  cacheMaxBytes: {
    name: 'CACHE_MAX_BYTES',
    parse: wholeNumber(1, Number.MAX_SAFE_INTEGER),
    fallback: 134_217_728,
    allowed: `a whole number of bytes from 1 to ${Number.MAX_SAFE_INTEGER}`,
    help: 'Maximum size of the cache in the process',
  },
  allowPrivateAddresses: {
    ...flag,
    name: 'ALLOW_PRIVATE_ADDRESSES',
    fallback: false,
    help: 'Allows clients to name skin URLs and game servers at private, loopback and link-local addresses',
  },
  skinsDir: {
    name: 'SKINS_DIR',
    parse: parseFolder,
    fallback: undefined,
    allowed: 'the path of a folder that exists',
    help: 'Folder of `<name>.png` (classic) and `<name>.slim.png`, besides the samples; used before the account service',
  },
  mojangApiUrl: {
    ...webUrl,
    name: 'MOJANG_API_URL',
    fallback: 'https://api.minecraftservices.com',
    help: 'Account service: look-up of names',
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
  geyserApiUrl: {
    ...webUrl,
    name: 'GEYSER_API_URL',
    fallback: 'https://api.geysermc.org',
    help: 'Bedrock players: gamertags, XUIDs and their skins',
  },
  accountServices: {
    name: 'ACCOUNT_SERVICES',
    parse: parseAccountServices,
    fallback: new Map(),
    allowed: 'a comma-separated list of name=URL, each name once, of a–z, 0–9 and dashes',
    help: 'Further account services for `service=`, each an authlib-injector root (Ely.by, LittleSkin, Drasl, Blessing Skin)',
    secret: true,
  },
  compatHosts: {
    name: 'COMPAT_HOSTS',
    parse: parseCompatHosts,
    fallback: new Map(),
    allowed: `a comma-separated list of host=service, each host once, without a port; services are ${Object.keys(compatServices).join(', ')}`,
    help: 'Host names that serve the paths of another skin service at their root',
  },
  discordApiUrl: {
    ...webUrl,
    name: 'DISCORD_API_URL',
    fallback: 'https://discord.com/api/v10',
    help: 'Discord API for the webhook proxy and look-ups of invites',
  },
  discordCdnUrl: {
    ...webUrl,
    name: 'DISCORD_CDN_URL',
    fallback: 'https://cdn.discordapp.com',
    help: 'Pictures of guilds: icons, banners, splashes',
  },
  robloxUrl: {
    ...webUrl,
    name: 'ROBLOX_URL',
    parse: parseServiceUrl,
    fallback: 'https://{service}.roblox.com',
    allowed: `${webUrl.allowed}, and with no braces but those of {service}`,
    help: 'Roblox: `{service}` stands for `users`, `thumbnails`, `games`, `groups`, `badges`, `friends`, `apis`; without it `/{service}` is appended',
  },
  robloxCdnUrl: {
    ...webUrl,
    name: 'ROBLOX_CDN_URL',
    fallback: undefined,
    fallbackShown: 'as returned by Roblox',
    help: 'Replaces scheme and host of the URLs of Roblox pictures',
  },
  robloxApiKey: {
    name: 'ROBLOX_API_KEY',
    parse: parseToken,
    fallback: undefined,
    allowed: 'an Open Cloud key, of printable ASCII characters without spaces',
    help: 'Key for the Open Cloud API, which is then used first for Roblox users and avatars',
    secret: true,
  },
  discordRequestsPerSecond: {
    name: 'DISCORD_REQUESTS_PER_SECOND',
    parse: wholeNumber(1, 1000),
    fallback: 50,
    allowed: 'a whole number from 1 to 1000',
    help: 'Maximum requests per second of this process to Discord; several instances share 50',
  },
  webhookQueueKey: {
    name: 'WEBHOOK_QUEUE_KEY',
    parse: parseKey,
    fallback: undefined,
    fallbackShown: 'derived from `REDIS_URL`',
    allowed: '32 bytes in base64',
    help: 'Encrypts the tokens of queued webhook messages in Redis',
    secret: true,
  },
  webhookAllowMassMentions: {
    ...flag,
    name: 'WEBHOOK_ALLOW_MASS_MENTIONS',
    fallback: false,
    help: 'Allows `@everyone`, `@here` and role mentions in webhook messages',
  },
  metricsPort: {
    ...port,
    name: 'METRICS_PORT',
    fallback: undefined,
    help: 'Port for Prometheus metrics; without it none are served',
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
 * Reads the settings from an environment. Variables that are absent, empty or blank have their default;
 * unknown ones are ignored.
 *
 * @throws Error with one line for each invalid value, which names the variable and what it allows
 */
export function readSettings(env: Environment): Settings {
  const problems: string[] = [];
  const read = <K extends keyof Settings>(key: K): Settings[K] => {
    const descriptor: Descriptor<Settings[K]> = descriptors[key];
    const text = env[descriptor.name]?.trim() ?? '';
    if (text === '') return descriptor.fallback;
    const value = descriptor.parse(text);
    if (value !== undefined) return value;
    problems.push(problemOf(descriptor, text));
    return descriptor.fallback;
  };
  const settings = Object.freeze({
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
    geyserApiUrl: read('geyserApiUrl'),
    accountServices: read('accountServices'),
    compatHosts: read('compatHosts'),
    discordApiUrl: read('discordApiUrl'),
    robloxUrl: read('robloxUrl'),
    robloxCdnUrl: read('robloxCdnUrl'),
    robloxApiKey: read('robloxApiKey'),
    discordCdnUrl: read('discordCdnUrl'),
    discordRequestsPerSecond: read('discordRequestsPerSecond'),
    webhookQueueKey: read('webhookQueueKey'),
    webhookAllowMassMentions: read('webhookAllowMassMentions'),
    metricsPort: read('metricsPort'),
    logLevel: read('logLevel'),
  });
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return settings;
}

/** The rows of the settings table: name, default, allowed values, meaning. */
export function settingRows() {
  return Object.values(descriptors).map(({ name, allowed, help, fallback, fallbackShown }) => ({
    name,
    allowed,
    help,
    fallback: fallbackShown ?? shown(fallback),
  }));
}

function shown(fallback: Settings[keyof Settings]): string {
  return typeof fallback === 'object' || fallback === undefined ? '–' : `\`${fallback}\``;
}

function problemOf(
  { name, allowed, secret }: Pick<Descriptor<unknown>, 'name' | 'allowed' | 'secret'>,
  text: string,
): string {
  const given = secret ? 'what it is set to (not shown here)' : quoted(text);
  return `${name} must be ${allowed}, not ${given}.`;
}

// JSON escapes line breaks in the value.
function quoted(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}
