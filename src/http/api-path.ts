/** Everything that is counted and may be called from any web page. */
const apiPrefix = '/api/';

/**
 * Whether a request URL lies under `/api/`. The router decodes a path before it compares, so that
 * `/%61pi/…` is the same place: a limit that looked at the text as sent could be walked around.
 */
export function isApiUrl(url: string): boolean {
  return plainPath(url).startsWith(apiPrefix);
}

/**
 * The path of a request URL with every percent-encoded ASCII character as itself: what a prefix is
 * compared with. Takes what can't be decoded as it is, and an absolute URL (RFC 9112, section 3.2.2)
 * as the path in it.
 */
export function plainPath(url: string): string {
  const path = url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/?#]*(?=\/)/i, '');
  if (!path.includes('%')) return path;
  return path.replaceAll(/%[0-7][\da-f]/gi, (escape) =>
    String.fromCodePoint(Number.parseInt(escape.slice(1), 16)),
  );
}
