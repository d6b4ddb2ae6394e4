import type { ErrorGroup } from './errors-of.ts';

// Common parts of the OpenAPI operations: headers and error schemas.

const wholeNumber = { type: 'integer', minimum: 0 };

const headers = {
  'X-RateLimit-Limit': {
    description: 'Requests allowed in the current window.',
    schema: wholeNumber,
    example: 240,
  },
  'X-RateLimit-Remaining': {
    description: 'Requests left in the current window.',
    schema: wholeNumber,
    example: 239,
  },
  'X-RateLimit-Reset': {
    description: 'Unix time in seconds at which the window starts anew.',
    schema: wholeNumber,
    example: 1_767_225_660,
  },
  'Retry-After': {
    description: 'Seconds to wait before the next try.',
    schema: wholeNumber,
    example: 17,
  },
  'Cache-Control': {
    description: 'How long the response may be cached, and by whom.',
    schema: { type: 'string' },
    example: 'public, max-age=900',
  },
  ETag: {
    description: 'Validator; send it back in `If-None-Match`.',
    schema: { type: 'string' },
    example: '"ZrVd0YQbOq3wH1q0c9wJmA"',
  },
  'X-Cache': {
    description: '`HIT`: nothing was fetched from another service and nothing was drawn.',
    schema: { type: 'string', enum: ['HIT', 'MISS'] },
    example: 'HIT',
  },
} as const;

export type HeaderName = keyof typeof headers;

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

const errorSchema = {
  type: 'object',
  description: 'Every error, whatever the route.',
  required: ['detail'],
  properties: {
    detail: {
      type: 'string',
      description: 'One sentence; it names the place in the request where there is one.',
    },
  },
};

/** Discord's error format; on its own paths also used for our errors. */
const platformErrorSchema = {
  type: 'object',
  description: 'An error as the chat platform has it.',
  required: ['message', 'code'],
  properties: {
    message: { type: 'string', description: 'One sentence.' },
    code: { type: 'integer', description: 'The number that the platform has for it; 0 is ours.' },
    detail: { type: 'string', description: 'The same sentence, if this service caused the error.' },
    retry_after: { type: 'number', description: 'Seconds to wait, with a 429.' },
    global: { type: 'boolean', description: 'Whether all of the platform is meant, with a 429.' },
  },
  additionalProperties: true,
};

export const errorSchemas = { Error: errorSchema, PlatformError: platformErrorSchema } as const;

const reference = (name: keyof typeof errorSchemas) => ({ $ref: `#/components/schemas/${name}` });

export const sharedComponents = {
  headers,
  parameters: {
    IfNoneMatch: {
      name: 'If-None-Match',
      in: 'header',
      required: false,
      description: 'The `ETag` of a cached response: 304 while it is current.',
      schema: { type: 'string' },
    },
  },
};

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
