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
import { compatServices } from './routes/compat/services.ts';
import { officialUrls } from '../upstreams/players/service-rules.ts';

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

type Descriptor<T> = {
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

/** Infers the type of a setting from its parser. */
const setting = <const T>(descriptor: Descriptor<T>) => descriptor;

const port = { parse: wholeNumber(0, 65_535), allowed: 'a whole number from 0 to 65535' };
const flag = { parse: parseFlag, allowed: 'true or false' };
const rate = { parse: wholeNumber(1, 1e9), allowed: 'a whole number from 1 to 1000000000' };
// URLs with credentials are refused; the error must not show them.
const webUrl = {
  parse: parseWebUrl,
  allowed: 'an http or https URL without credentials, query and fragment',
  secret: true,
} as const;

/** All settings, in the order of the table; `publicUrl` is the variable `PUBLIC_URL`. */
const descriptors = {
  host: setting({
    parse: parseHost,
    fallback: '127.0.0.1',
    allowed: 'a host name or an IP address',
    help: 'Address to listen on; `0.0.0.0` listens on all addresses',
  }),
  port: setting({
    ...port,
    fallback: 8080,
    help: 'Port to listen on; 0 takes any free port',
  }),
  publicUrl: setting({
    ...webUrl,
    fallback: undefined,
    fallbackShown: 'taken from the request',
    help: 'Base URL of links and examples',
  }),
  trustProxy: setting({
    parse: parseTrustProxy,
    fallback: false,
    fallbackShown: '`off`',
    allowed: 'off, a number of hops from 1 to 32, or a comma-separated list of addresses and CIDRs',
    help: 'Proxies whose `X-Forwarded-For` is trusted',
  }),
  rateLimitMax: setting({
    ...rate,
    fallback: 240,
    help: 'Requests per minute and client on `/api/*`',
  }),
  webhookProxyRateLimitMax: setting({
    ...rate,
    fallback: 10,
    help: 'Requests per minute and client on `POST /api/chat/webhook/*`',
  }),
  redisUrl: setting({
    parse: parseRedisUrl,
    fallback: undefined,
    allowed: 'a redis or rediss URL with a host, and with no path but the number of a database',
    help: 'Shares limits and cache between instances; without it both are in the process',
    secret: true,
  }),
  cacheMaxBytes: setting({
    parse: wholeNumber(1, Number.MAX_SAFE_INTEGER),
    fallback: 134_217_728,
    allowed: `a whole number of bytes from 1 to ${Number.MAX_SAFE_INTEGER}`,
    help: 'Maximum size of the cache in the process',
  }),
  allowPrivateAddresses: setting({
    ...flag,
    fallback: false,
    help: 'Allows clients to name skin URLs and game servers at private, loopback and link-local addresses',
  }),
  skinsDir: setting({
    parse: parseFolder,
    fallback: undefined,
    allowed: 'the path of a folder that exists',
    help: 'Folder of `<name>.png` (classic) and `<name>.slim.png`, besides the samples; used before the account service',
  }),
  mojangApiUrl: setting({
    ...webUrl,
    fallback: officialUrls.mojangApiUrl,
    help: 'Account service: look-up of names',
  }),
  mojangSessionUrl: setting({
    ...webUrl,
    fallback: officialUrls.mojangSessionUrl,
    help: 'Account service: profiles',
  }),
  mojangTexturesUrl: setting({
    ...webUrl,
    fallback: officialUrls.mojangTexturesUrl,
    help: 'Account service: textures',
  }),
  geyserApiUrl: setting({
    ...webUrl,
    fallback: officialUrls.geyserApiUrl,
    help: 'Bedrock players: gamertags, XUIDs and their skins',
  }),
  accountServices: setting({
    parse: parseAccountServices,
    fallback: new Map(),
    allowed: 'a comma-separated list of name=URL, each name once, of a–z, 0–9 and dashes',
    help: 'Further account services for `service=`, each an authlib-injector root (Ely.by, LittleSkin, Drasl, Blessing Skin)',
    secret: true,
  }),
  compatHosts: setting({
    parse: parseCompatHosts,
    fallback: new Map(),
    allowed: `a comma-separated list of host=service, each host once, without a port; services are ${[...compatServices.keys()].join(', ')}`,
    help: 'Host names that serve the paths of another skin service at their root',
  }),
  discordApiUrl: setting({
    ...webUrl,
    fallback: 'https://discord.com/api/v10',
    help: 'Discord API for the webhook proxy and look-ups of invites',
  }),
  discordCdnUrl: setting({
    ...webUrl,
    fallback: 'https://cdn.discordapp.com',
    help: 'Pictures of guilds: icons, banners, splashes',
  }),
  robloxUrl: setting({
    ...webUrl,
    parse: parseServiceUrl,
    fallback: 'https://{service}.roblox.com',
    allowed: `${webUrl.allowed}, and with no braces but those of {service}`,
    help: 'Roblox: `{service}` stands for `users`, `thumbnails`, `games`, `groups`, `badges`, `friends`, `apis`; without it `/{service}` is appended',
  }),
  robloxCdnUrl: setting({
    ...webUrl,
    fallback: undefined,
    fallbackShown: 'as returned by Roblox',
    help: 'Replaces scheme and host of the URLs of Roblox pictures',
  }),
  robloxApiKey: setting({
    parse: parseToken,
    fallback: undefined,
    allowed: 'an Open Cloud key, of printable ASCII characters without spaces',
    help: 'Key for the Open Cloud API, which is then used first for Roblox users and avatars',
    secret: true,
  }),
  discordRequestsPerSecond: setting({
    parse: wholeNumber(1, 1000),
    fallback: 50,
    allowed: 'a whole number from 1 to 1000',
    help: 'Maximum requests per second of this process to Discord; several instances share 50',
  }),
  webhookQueueKey: setting({
    parse: parseKey,
    fallback: undefined,
    fallbackShown: 'derived from `REDIS_URL`',
    allowed: '32 bytes in base64',
    help: 'Encrypts the tokens of queued webhook messages in Redis',
    secret: true,
  }),
  webhookAllowMassMentions: setting({
    ...flag,
    fallback: false,
    help: 'Allows `@everyone`, `@here` and role mentions in webhook messages',
  }),
  metricsPort: setting({
    ...port,
    fallback: undefined,
    help: 'Port for Prometheus metrics; without it none are served',
  }),
  logLevel: setting({
    parse: (text) => logLevels.find((level) => level === text.toLowerCase()),
    fallback: 'info',
    allowed: `one of ${logLevels.join(', ')}`,
    help: 'Lowest level that is logged',
  }),
};

type SettingOf<D> = D extends Descriptor<infer T> ? T : never;

/** The value of each setting; those without a default may be `undefined`. */
export type Settings = {
  readonly [Name in keyof typeof descriptors]: SettingOf<(typeof descriptors)[Name]>;
};

/**
 * Reads the settings from an environment. Variables that are absent, empty or blank have their default;
 * unknown ones are ignored.
 * @throws Error with one line for each invalid value, which names the variable and what it allows
 */
export function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  const problems: string[] = [];
  const texts = new Map(Object.entries(env));
  const read = <T>(name: string, descriptor: Descriptor<T>): T => {
    const text = texts.get(name)?.trim() ?? '';
    if (text === '') return descriptor.fallback;
    const value = descriptor.parse(text);
    if (value !== undefined) return value;
    const given = descriptor.secret ? 'what it is set to (not shown here)' : quoted(text);
    problems.push(`${name} must be ${descriptor.allowed}, not ${given}.`);
    return descriptor.fallback;
  };
  const values = Object.entries(descriptors).map(([key, descriptor]) => [
    key,
    read<unknown>(variableOf(key), descriptor),
  ]);
  const settings: Settings = Object.freeze(Object.fromEntries(values));
  const { port: apiPort, metricsPort } = settings;
  // 0 takes any free port, so two of them differ.
  if (metricsPort === apiPort && apiPort !== 0) {
    problems.push(`METRICS_PORT and PORT must be different ports, not both ${apiPort}.`);
  }
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return settings;
}

/** The rows of the settings table: name, default, allowed values, meaning. */
export function settingRows() {
  return Object.entries(descriptors).map(([key, descriptor]) => {
    const { allowed, help, fallback, fallbackShown }: Descriptor<unknown> = descriptor;
    return { name: variableOf(key), allowed, help, fallback: fallbackShown ?? shown(fallback) };
  });
}

/** `publicUrl` → `PUBLIC_URL`. */
function variableOf(key: string): string {
  return key.replaceAll(/[A-Z]/g, '_$&').toUpperCase();
}

function shown(fallback: unknown): string {
  const isPlain = ['string', 'number', 'boolean'].includes(typeof fallback);
  return isPlain ? `\`${JSON.stringify(fallback).replaceAll('"', '')}\`` : '–';
}

// JSON escapes line breaks in the value.
function quoted(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}
