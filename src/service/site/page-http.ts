import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Site } from './site.ts';

// What pages read of their requests, and the headers that they are sent with.

/** The data for a page, at the URL of its request. */
export type SiteFor = (request: FastifyRequest) => Site;

export const serverParams = Type.Object({
  edition: Type.Union([Type.Literal('java'), Type.Literal('bedrock')], {
    description: 'The edition of the game.',
  }),
  host: Type.String({
    minLength: 1,
    maxLength: 512,
    description: 'A host name or IP address, with an optional port.',
  }),
});

/** In bytes; the longest URL of a row that pages themselves make. Each byte of it is repeated on the page. */
const longestSearch = 8192;

/** The query of a URL with its question mark, or as many of its parameters as a page reads. */
export function searchOf(url: string): string {
  const start = url.indexOf('?');
  if (start === -1) return '';
  const search = url.slice(start, start + longestSearch + 1);
  return search.length <= longestSearch ? search : search.slice(0, search.lastIndexOf('&') + 1);
}

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
