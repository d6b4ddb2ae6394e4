/**
 * What a page of ours may do in a browser: load our own files, call this service, and nothing else.
 * No inline script or style, no other host, no frame around it. `data:` and `blob:` are pictures
 * that the page was given or has asked for itself.
 */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

/** The headers of every HTML page. */
export const pageHeaders = {
  'content-security-policy': contentSecurityPolicy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
} as const satisfies Record<string, string>;
