import { isIPv6 } from 'node:net';
import { domainToASCII } from 'node:url';
import {
  type All,
  flag,
  parseFolder,
  parseHost,
  parsePairs,
  parseRedisUrl,
  parseTrustProxy,
  setting,
  type Setting,
  type SettingsOf,
  webUrl,
  wholeNumber,
} from '../common/setting-values.ts';
import { upstreams } from '../upstreams/upstreams.ts';
import { compatServices } from './routes/compat/services.ts';
import { distance } from 'fastest-levenshtein';

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const port = { parse: wholeNumber(0, 65_535), allowed: 'a whole number from 0 to 65535' };
const rate = { parse: wholeNumber(1, 1e9), allowed: 'a whole number from 1 to 1000000000' };
/** Services by host name in lower case, of `host=service,…`. */
function parseCompatHosts(text: string): ReadonlyMap<string, string> | undefined {
  return parsePairs(text, (host, service) => {
    // As in the `Host` header.
    const name = isIPv6(host) ? `[${host}]` : domainToASCII(host) || host;
    return parseHost(name) !== undefined && compatServices.has(service)
      ? [name.toLowerCase(), service]
      : undefined;
  });
}

const ofUpstreams: All<(typeof upstreams)[keyof typeof upstreams]['settings']> = Object.assign(
  {},
  ...Object.values(upstreams).map(({ settings }) => settings),
);

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
  ...upstreams.players.settings,
  compatHosts: setting({
    parse: parseCompatHosts,
    fallback: new Map(),
    allowed: `a comma-separated list of host=service, each host once, without a port; services are ${[...compatServices.keys()].join(', ')}`,
    help: 'Host names that serve the paths of another skin service at their root',
  }),
  ...ofUpstreams,
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

/** The value of each setting; those without a default may be `undefined`. */
export type Settings = SettingsOf<typeof descriptors>;

/**
 * Reads the settings from an environment. Variables that are absent, empty or blank have their default;
 * unknown ones are ignored.
 * @throws Error with one line for each invalid value, which names the variable and what it allows
 */
export function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  const problems: string[] = [];
  const texts = new Map(Object.entries(env));
  const values = Object.entries(descriptors).map(([key, descriptor]) => {
    const { fallback, parse, allowed, secret }: Setting<unknown> = descriptor;
    const name = variableOf(key);
    const text = texts.get(name)?.trim() ?? '';
    const value = text === '' ? fallback : parse(text);
    if (text !== '' && value === undefined) {
      const given = secret ? 'what it is set to (not shown here)' : quoted(text);
      problems.push(`${name} must be ${allowed}, not ${given}.`);
    }
    return [key, value === undefined ? fallback : value];
  });
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
    const { allowed, help, fallback, fallbackShown }: Setting<unknown> = descriptor;
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

/** An environment variable that looks like a setting and is none. */
type Misspelt = { readonly name: string; readonly similar: string };

/** What Kubernetes sets for each service of a namespace, for example for one that is called lineup. */
const ofKubernetes = /_(?:SERVICE_(?:HOST|PORT)|PORT_\d{1,5}_(?:TCP|UDP|SCTP))|_PORT$/;

/**
 * Finds variables that were probably meant as a setting: a typing error away from one, in another case,
 * with dashes, or with the first word of one (`ROBLOX_KEY`, `LINEUP_PORT`).
 * @param names of all settings
 * @returns never more than the names: a value may be a credential
 */
export function misspeltSettings(
  env: Readonly<Record<string, string | undefined>>,
  names: readonly string[],
): readonly Misspelt[] {
  return Object.entries(env).flatMap(([name, value = '']) => {
    const isForeign = value.startsWith('tcp://') || /_SERVICE_/.test(name);
    if (value.trim() === '' || (ofKubernetes.test(name) && isForeign)) return [];
    const similar = names.includes(name) ? undefined : similarName(name, names);
    return similar === undefined ? [] : [{ name, similar }];
  });
}

function similarName(name: string, names: readonly string[]): string | undefined {
  const edits = (known: string) => editsBetween(plainName(name), plainName(known));
  const [nearest = ''] = names.toSorted((a, b) => edits(a) - edits(b));
  // `HOME` is two edits from `HOST`, so a short name has to be nearer.
  if (edits(nearest) <= (nearest.length < 8 ? 1 : 2)) return nearest;
  const words = name.toUpperCase().split(/[-_]/);
  const shared = (known: string) => known.split('_').filter((word) => words.includes(word));
  return names
    .filter((known) => words.length > 1 && known.startsWith(`${words[0]}_`))
    .toSorted((a, b) => shared(b).length - shared(a).length)[0];
}

/** As names are compared: our own name in front, case, dashes and underscores are no difference. */
function plainName(name: string): string {
  return name
    .toUpperCase()
    .replaceAll(/[-_]/g, '')
    .replace(/^LINEUP/, '');
}

/** Letters to insert, remove or replace; two that are swapped are one edit. */
function editsBetween(a: string, b: string): number {
  const edits = distance(a, b);
  const isSwap = edits === 2 && Array.from(a).sort().join('') === Array.from(b).sort().join('');
  return isSwap ? 1 : edits;
}
