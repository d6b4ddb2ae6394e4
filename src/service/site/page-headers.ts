import type { Site } from './site.ts';
import { localeParameter } from './messages/locales.ts';

/**
 * Pages may load our own files and call this service, and nothing else. `data:` and `blob:` are for
 * pictures that the page got or requested itself.
 */
const contentSecurityPolicy = (more: readonly string[], connect = "connect-src 'self'") =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self' data: blob:",
    connect,
    "form-action 'self'",
    ...more,
    "base-uri 'none'",
  ].join('; ');

const noFrame = "frame-ancestors 'none'";

export const pageHeaders = {
  'content-security-policy': contentSecurityPolicy([noFrame]),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
} as const satisfies Record<string, string>;

/**
 * The live page has no links, forms or secrets: it may stand in a frame, also of an isolated page,
 * or of one opened from disk, which `frame-ancestors *` would leave out.
 */
export const liveHeaders = {
  ...pageHeaders,
  'content-security-policy': contentSecurityPolicy([]),
  'cross-origin-resource-policy': 'cross-origin',
  'cross-origin-embedder-policy': 'require-corp',
} as const satisfies Record<string, string>;

/** The page of a model, whose textures are read from the file that the page got; framed like a live page. */
export function viewHeaders(isFrame: boolean): Record<string, string> {
  return {
    ...(isFrame ? liveHeaders : pageHeaders),
    'content-security-policy': contentSecurityPolicy(
      isFrame ? [] : [noFrame],
      "connect-src 'self' blob:",
    ),
  };
}

/**
 * Where blogs and forums read how to embed a page, in the language that was chosen for it.
 * @param page its path and query
 */
export function oembedHref({ baseUrl, locale, isLocaleChosen }: Site, page: string): string {
  const url = new URL(page, 'http://page.invalid');
  url.searchParams.set(localeParameter, locale);
  const address = isLocaleChosen ? `${url.pathname}${url.search}` : page;
  return `${baseUrl}/oembed?url=${encodeURIComponent(`${baseUrl}${address}`)}`;
}
