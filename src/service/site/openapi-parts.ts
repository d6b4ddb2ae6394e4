import type { ErrorGroup } from './errors-of.ts';
import parts from './openapi-parts.json' with { type: 'json' };

// Common parts of the OpenAPI operations: headers and error schemas.

export type HeaderName = keyof typeof parts.headers;

const rateLimitHeaders = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
] as const satisfies readonly HeaderName[];

/** References to these headers, and to those of the limits if requests are counted. */
export function headerReferences(
  isCounted: boolean,
  names: readonly HeaderName[],
): Record<string, object> {
  const all = [...(isCounted ? rateLimitHeaders : []), ...names];
  return Object.fromEntries(all.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** Of every route; `PlatformError` is Discord's format, which its own paths use for our errors, too. */
export const errorSchemas = parts.schemas;

const reference = (name: keyof typeof errorSchemas) => ({ $ref: `#/components/schemas/${name}` });

export const sharedComponents = { headers: parts.headers, parameters: parts.parameters };

/** Statuses with `Retry-After`: 502 if the wait is known, the others always. */
const statusesWithWait = new Set([409, 429, 502, 503]);

export function waitHeaders(status: number): readonly HeaderName[] {
  return statusesWithWait.has(status) ? ['Retry-After'] : [];
}

/** An error response: its meaning, and a possible sentence. Below `path` it may be in Discord's format. */
export function errorResponse({ status, sentences }: ErrorGroup, path: string): object {
  const isCounted = path.startsWith('/api/');
  const isRelayed = path.startsWith('/api/chat/webhook/') && status < 500;
  return {
    description: sentences.join(' '),
    headers: headerReferences(isCounted, ['Cache-Control', ...waitHeaders(status)]),
    content: {
      'application/json': {
        schema: isRelayed
          ? { anyOf: [reference('Error'), reference('PlatformError')] }
          : reference('Error'),
        example: { detail: sentences[0] },
      },
    },
  };
}
