import type { IncomingMessage } from 'node:http';
import proxyAddress from '@fastify/proxy-addr';
import type { LimitScope } from '../limits/limits.ts';

/**
 * The names people know, and the segment that every route is written with. Handlers, schemas and
 * documentation know the canonical segment only.
 */
export const aliases = {
  minecraft: 'blockgame',
  discord: 'chat',
} as const satisfies Record<string, string>;

// Only the segment right after /api/, whole, in this case.
const aliasedPath = new RegExp(`^(/api/)(${Object.keys(aliases).join('|')})(?=[/?#]|$)`);

/** Webhooks where the chat platform itself has them, so that its clients change the host only. */
const platformPath = /^\/api\/(?:v\d{1,3}\/|discord\/)?webhooks(?=[/?#]|$)/;
const webhookPath = '/api/chat/webhook';

/** A picture of several players at the root, as people type it: `/Notch+jeb_.png`. */
const rootPicture = /^\/(?=[^/?#]*(?:[+,]|%2[bc])[^/?#]*\.(?:png|webp|avif)(?:[?#]|$))/i;
const compositionPath = '/api/blockgame/render/composition/';

/**
 * Paths of other services, of which the router sees what follows the service's name as one segment:
 * they have any number of them.
 */
const foreignPath = /^(\/api\/compat\/[^/?#]+\/)([^?#]+)/;
/** What is also there at a host name that is another service's. */
const healthPath = /^\/(?:healthz|readyz)\/?(?:[?#]|$)/;

// A request line may hold an absolute URL (RFC 9112, section 3.2.2), its scheme in any case.
const origin = /^https?:\/\/[^/?#]+/i;

/** What a target that is no path is routed below, by the limit that it falls under. */
const limitedPrefix = /^\/(?:api\/(?:chat\/webhook\/)?)?/;

function withoutOrigin(url: string): string {
  return url.startsWith('/') ? url : url.replace(origin, '');
}

/**
 * The one reading of a request target: the path in it, with an alias replaced by its canonical
 * segment; path and query stay byte for byte. Whom an absolute URL names makes no difference, as
 * `Host` makes none: everything after this, limits and router alike, sees one and the same path.
 * What is no path, for want of a slash or because it can't be decoded, becomes a bad target.
 *
 * @param method `OPTIONS *` asks about the service, which is its root
 * @param service whose paths are at the root of the host that was asked; by default our own
 */
export function canonicalUrl(url: string, method?: string, service?: string): string {
  // Most of what is asked for, and nothing below it has another name.
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

/** What no request line can hold, so that no route has it and no client can name it. */
const badTarget = ' ';

/** Whether a canonical URL stands for a request target that is no path. */
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

/** The name in a `Host` header, as hosts are compared: in lower case, without a port and a final dot. */
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

/** Whether a request target, as it was sent, is one of the chat platform's own webhook paths. */
export function isPlatformUrl(url: string): boolean {
  return platformPath.test(withoutOrigin(url));
}

/**
 * The path of a canonical URL with every percent-encoded ASCII character as itself: the router decodes
 * a path before it compares, so that `/%61pi/…` is the same path. Without query and fragment.
 */
export function plainPath(url: string): string {
  const [path = ''] = url.split(/[?#]/, 1);
  if (!path.includes('%')) return path;
  return path.replaceAll(/%[0-7][\da-f]/gi, (escape) =>
    String.fromCodePoint(Number.parseInt(escape.slice(1), 16)),
  );
}

/** What nobody is counted for: files under hashed names, and what machines ask for again and again. */
const unlimited = /^\/(?:assets\/|favicon\.ico$|robots\.txt$|healthz\/?$|readyz\/?$)/;
/** A static path below the webhooks: how a queued message is; it asks the platform nothing. */
const queuePath = '/api/chat/webhook/queue/';
const messageMethods = new Set(['GET', 'HEAD', 'PATCH', 'DELETE']);

/** Which limits a request falls under; `null` for none. */
export function limitScopeOf(method: string, url: string): LimitScope | null {
  const path = plainPath(url);
  if (!path.startsWith('/api/')) return unlimited.test(path) ? null : 'pages';
  if (!path.startsWith(`${webhookPath}/`)) return 'api';
  if (method === 'POST') return 'webhook-post';
  return messageMethods.has(method) && !path.startsWith(queuePath) ? 'webhook-message' : 'api';
}

/**
 * Whether to believe what the host at `address` says of whom it speaks for. `hop` is how far away it
 * is: 0 is the other end of the connection.
 */
export type ProxyTrust = (address: string, hop: number) => boolean;

/**
 * Nobody, the last n hops, or the addresses and networks of a list. (Fastify takes a bare number for
 * a setting that can't be checked, and trusts nobody.)
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

/** What each forwarded header may hold, an entry at a time. The address is checked where it counts. */
const forwardedForms = {
  'x-forwarded-host': isHost,
  'x-forwarded-proto': (text: string) => /^https?$/i.test(text),
} as const satisfies Record<string, (text: string) => boolean>;

/**
 * Why the headers that say where a request was sent to are refused, or `null`: a `Host` that is
 * missing, there twice (RFC 9112, section 3.2) or no host, and what a trusted proxy forwards that is no
 * host, scheme or address. Of one that is not trusted they are not read.
 */
export function hostRefusal(
  { headers, httpVersion, socket }: IncomingMessage,
  clientKey: string,
  trust: ProxyTrust,
): string | null {
  const { host } = headers;
  if (host === undefined) return httpVersion === '1.1' ? 'The request has no Host header.' : null;
  // Of a header that comes twice, the server joins the values.
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
