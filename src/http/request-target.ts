import type { IncomingMessage } from 'node:http';
import proxyAddress from '@fastify/proxy-addr';
import type { LimitScope } from '../limits/limits.ts';

/**
 * Alternative names and the canonical segment that routes use. Handlers, schemas and documentation know
 * only the canonical segment.
 */
export const aliases = {
  minecraft: 'blockgame',
  discord: 'chat',
} as const satisfies Record<string, string>;

// Only the whole segment right after /api/, case-sensitive.
const aliasedPath = new RegExp(`^(/api/)(${Object.keys(aliases).join('|')})(?=[/?#]|$)`);

/** Discord's own webhook paths, so that its clients only have to change the host. */
const platformPath = /^\/api\/(?:v\d{1,3}\/|discord\/)?webhooks(?=[/?#]|$)/;
const webhookPath = '/api/chat/webhook';

/** A picture of several players at the root: `/Notch+jeb_.png`. */
const rootPicture = /^\/(?=[^/?#]*(?:[+,]|%2[bc])[^/?#]*\.(?:png|webp|avif)\/?(?:[?#]|$))/i;
const compositionPath = '/api/blockgame/render/composition/';

/**
 * Paths of compatible services; everything after the service's name becomes one segment for the router.
 */
const foreignPath = /^(\/api\/compat\/[^/?#]+\/)([^?#]+)/;
/** Also served at host names of compatible services. */
const healthPath = /^\/(?:healthz|readyz)\/?(?:[?#]|$)/;

// A request line may contain an absolute URL (RFC 9112, section 3.2.2), with its scheme in any
// case.
const origin = /^https?:\/\/[^/?#]+/i;

/** The prefix that an invalid target keeps, so that it counts for the right limit. */
const limitedPrefix = /^\/(?:api\/(?:chat\/webhook\/)?)?/;

function withoutOrigin(url: string): string {
  return url.startsWith('/') ? url : url.replace(origin, '');
}

/**
 * Parses a request target, for limits and router alike: returns its path with aliases replaced by their
 * canonical segment, path and query otherwise unchanged. The authority of an absolute URL is ignored. A
 * target without a valid path (no slash, or not decodable) becomes a bad target.
 *
 * @param method `OPTIONS *` is about the whole server, which is its root
 * @param service the compatible service of the requested host; by default none
 */
export function canonicalUrl(url: string, method?: string, service?: string): string {
  // Most requests; nothing below it has an alias.
  if (service === undefined && url.startsWith('/api/blockgame/') && !url.includes('%')) return url;
  if (url === '*' && method === 'OPTIONS') return '/';
  const path = atHost(withoutOrigin(url), service)
    .replace(foreignPath, encodeSlashes)
    .replace(rootPicture, compositionPath)
    .replace(platformPath, webhookPath)
    .replace(
      aliasedPath,
      (_whole, before: string, alias: keyof typeof aliases) => before + aliases[alias],
    );
  if (isPath(path)) return path;
  return (limitedPrefix.exec(plainPath(path))?.[0] ?? '/') + badTarget;
}

/** Contains a space, so that no route has this path and no client can request it. */
const badTarget = ' ';

/** Whether a canonical URL stands for an invalid request target. */
export function isBadTarget(url: string): boolean {
  return url.endsWith(badTarget);
}

function atHost(path: string, service: string | undefined): string {
  const isOurs = service === undefined || !path.startsWith('/') || healthPath.test(path);
  return isOurs ? path : `/api/compat/${service}${path}`;
}

function encodeSlashes(_whole: string, before: string, rest: string): string {
  return before + rest.replace(/\/+$/, '').replaceAll('/', '%2F');
}

/** The host name of a `Host` header in lower case, without port and final dot. */
export function hostName(host: string | undefined): string {
  return (host ?? '').replace(/\.?(?::\d{1,5})?$/, '').toLowerCase();
}

function isPath(path: string): boolean {
  if (!path.startsWith('/')) return false;
  if (!path.includes('%')) return true;
  const [beforeQuery = ''] = path.split(/[?#]/, 1);
  try {
    decodeURIComponent(beforeQuery);
    return true;
  } catch {
    return false;
  }
}

/** Whether a request target, as sent, is one of Discord's own webhook paths. */
export function isPlatformUrl(url: string): boolean {
  return platformPath.test(withoutOrigin(url));
}

/**
 * The path of a canonical URL, without query and fragment, with percent-encoded ASCII decoded: the
 * router decodes paths before it compares them, so `/%61pi/…` is the same path.
 */
export function plainPath(url: string): string {
  const [path = ''] = url.split(/[?#]/, 1);
  if (!path.includes('%')) return path;
  return path.replaceAll(/%[0-7][\da-f]/gi, (escape) =>
    String.fromCodePoint(Number.parseInt(escape.slice(1), 16)),
  );
}

/** Paths without a limit: hashed assets, and what machines request all the time. */
const unlimited = /^\/(?:assets\/|favicon\.ico$|robots\.txt$|healthz\/?$|readyz\/?$)/;
/** What needs no call to Discord below the webhooks: states of queued messages, the reference page. */
const localWebhookPath = /^\/api\/chat\/webhook\/(?:queue\/|templates\/?$)/;
const messageMethods = new Set(['GET', 'HEAD', 'PATCH', 'DELETE']);

/** The limit scope of a request; `null` for none. */
export function limitScopeOf(method: string, url: string): LimitScope | null {
  const path = plainPath(url);
  if (!path.startsWith('/api/')) return unlimited.test(path) ? null : 'pages';
  if (!path.startsWith(`${webhookPath}/`)) return 'api';
  if (method === 'POST') return 'webhook-post';
  return messageMethods.has(method) && !localWebhookPath.test(path) ? 'webhook-message' : 'api';
}

/**
 * Whether to trust the forwarded headers of the host at `address`. `hop` is its distance: 0 is the
 * other end of the connection.
 */
export type ProxyTrust = (address: string, hop: number) => boolean;

/**
 * Trusts nobody, the last n hops, or a list of addresses and networks. (Fastify would treat a plain
 * number as a setting that cannot be checked and trust nobody.)
 */
export function proxyTrust(setting: false | number | readonly string[]): ProxyTrust {
  if (setting === false) return () => false;
  if (typeof setting === 'number') return (_address, hop) => hop < setting;
  return proxyAddress.compile([...setting]);
}

/** A name, an IPv4 address or an IPv6 address in brackets, each with or without a port. */
const hostForm = /^(?:[\w.-]{1,253}|\[[\da-f:.]{2,45}\])(?::\d{1,5})?$/i;

function isHost(text: string): boolean {
  return hostForm.test(text) && URL.canParse(`http://${text}`);
}

/** The form of each entry of the forwarded headers. Addresses are checked when they are used. */
const forwardedForms = {
  'x-forwarded-host': isHost,
  'x-forwarded-proto': (text: string) => /^https?$/i.test(text),
} as const satisfies Record<string, (text: string) => boolean>;

/**
 * The error for invalid host headers, or `null`: a `Host` that is missing, repeated (RFC 9112, section
 * 3.2) or malformed, and forwarded hosts, schemes or addresses of a trusted proxy that are malformed.
 * Those of other clients are ignored.
 */
export function hostRefusal(
  { headers, httpVersion, socket }: IncomingMessage,
  clientKey: string,
  trust: ProxyTrust,
): string | null {
  const { host } = headers;
  if (host === undefined) return httpVersion === '1.1' ? 'The request has no Host header.' : null;
  // The server joins the values of repeated headers.
  if (host.includes(',')) return 'The request has more than one Host header.';
  if (!isHost(host)) return 'The Host header is not a host.';
  if (!trust(socket.remoteAddress ?? '', 0)) return null;
  for (const [name, isSound] of Object.entries(forwardedForms)) {
    const entries = String(headers[name] ?? '').split(',');
    const isValid = entries.every((entry) => entry.trim() === '' || isSound(entry.trim()));
    if (!isValid) return `header.${name}: is not valid`;
  }
  if (headers['x-forwarded-for'] === undefined || clientKey !== 'unknown') return null;
  return 'header.x-forwarded-for: is not valid';
}
