import { NetError } from './net-error.ts';
import { assertAllowedHost } from './safe-lookup.ts';

/**
 * Ports that browsers refuse to speak HTTP to (the "bad ports" of the WHATWG fetch standard): what a
 * stranger puts into a URL must not become a line of mail or of a chat protocol.
 */
const blockedPorts: ReadonlySet<number> = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102,
  103, 104, 109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465,
  512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993,
  995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668,
  6669, 6679, 6697, 10080,
]);

/** Longer than any address in use, shorter than the header limits of common servers. */
const maxUrlChars = 8192;

export type TargetRules = { readonly allowPrivateAddresses: boolean };

/**
 * Parses a URL that a stranger chose and refuses what is never asked. Nothing is resolved here: the
 * addresses behind a name are judged when the connection is made.
 *
 * Errors: NetError 'bad-url', 'scheme', 'credentials', 'blocked-port', 'blocked-address'.
 */
export function parseTarget(text: string, rules: TargetRules): URL {
  if (text.length > maxUrlChars) throw new NetError('bad-url');
  const url = URL.parse(text);
  if (url === null) throw new NetError('bad-url');
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new NetError('scheme');
  if (url.username !== '' || url.password !== '') throw new NetError('credentials');
  if (url.port !== '' && blockedPorts.has(Number(url.port))) throw new NetError('blocked-port');
  if (!rules.allowPrivateAddresses) assertAllowedHost(url.hostname);
  return url;
}

/**
 * The next address of a redirect, under the same rules. A step from https down to http is followed:
 * nothing secret is sent, the content is public, and whoever names the https address could as well
 * name the http one; some skin hosts do redirect that way.
 *
 * Errors: NetError 'blocked-address', and 'bad-redirect' for everything else that is refused.
 */
export function parseRedirect(location: string | null, from: URL, rules: TargetRules): URL {
  const next = location === null ? null : URL.parse(location, from);
  if (next === null) throw new NetError('bad-redirect');
  try {
    return parseTarget(next.href, rules);
  } catch (error) {
    if (error instanceof NetError && error.kind === 'blocked-address') throw error;
    throw new NetError('bad-redirect', { cause: error });
  }
}
