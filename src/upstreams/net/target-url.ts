import { longestHost, isPicturePort } from './address-rules.ts';
import { NetError, type NetErrorKind } from './net-error.ts';
import { assertAllowedHost } from './safe-dial.ts';

/** Longer than any URL in practice, shorter than the header limits of common servers. */
const maxUrlChars = 8192;

export type TargetRules = {
  readonly allowPrivateAddresses: boolean;
  /** Which hosts are allowed, by canonical name; default: all. */
  readonly allowHost?: ((hostname: string) => boolean) | undefined;
};

/**
 * Parses a URL from a client and refuses what is never fetched. Nothing
 * is resolved here: addresses are checked when the connection is made.
 * Errors: NetError 'bad-url', 'long-url', 'scheme', 'credentials', 'blocked-port', 'blocked-address',
 * 'blocked-host'.
 */
export function parseTarget(text: string, rules: TargetRules): URL {
  if (text.length > maxUrlChars) throw new NetError('long-url');
  return allowed(hasLongHost(text) ? null : URL.parse(text), rules);
}

function allowed(url: URL | null, rules: TargetRules): URL {
  if (url === null) throw new NetError('bad-url');
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new NetError('scheme');
  if (url.username !== '' || url.password !== '') throw new NetError('credentials');
  if (url.port !== '' && !isPicturePort(Number(url.port))) throw new NetError('blocked-port');
  if (!rules.allowPrivateAddresses) assertAllowedHost(url.hostname);
  if (rules.allowHost?.(url.hostname) === false) throw new NetError('blocked-host');
  return url;
}

/** Whether the host of a URL is too long; finds it as the parser does, which drops blanks. */
function hasLongHost(text: string): boolean {
  const url = text.replaceAll(/[\t\n\r]/g, '').replace(/^[\p{Cc} ]+/u, '');
  const [start] = /^(?:[a-z][a-z\d+.-]*:[/\\]*|[/\\]{2,})/i.exec(url) ?? [];
  if (start === undefined) return false;
  const [authority = ''] = url.slice(start.length).split(/[/\\?#]/, 1);
  const host = authority.slice(authority.lastIndexOf('@') + 1).replace(/:\d{0,5}$/, '');
  return host.length > longestHost;
}

/** Errors of a redirect target that are reported as they are. */
const passedOnKinds: ReadonlySet<NetErrorKind> = new Set(['blocked-address', 'blocked-host']);

/**
 * Parses the target of a redirect, under the same rules. A redirect from https to http is followed, as
 * some skin hosts do that: nothing secret is sent, the content is public, and the client could have
 * named the http URL itself.
 * Errors: NetError 'blocked-address', 'blocked-host', and 'bad-redirect' for everything else that is
 * refused.
 */
export function parseRedirect(location: string | null, from: URL, rules: TargetRules): URL {
  const isParsed = location !== null && location.length <= maxUrlChars && !hasLongHost(location);
  const next = isParsed ? URL.parse(location, from.href) : null;
  if (next === null) throw new NetError('bad-redirect');
  try {
    return allowed(next, rules);
  } catch (error) {
    if (error instanceof NetError && passedOnKinds.has(error.kind)) throw error;
    throw new NetError('bad-redirect', { cause: error });
  }
}
