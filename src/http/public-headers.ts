import type { FastifyReply, FastifyRequest } from 'fastify';
import type { LimitScope } from '../limits/limits.ts';
import type { HttpServer } from './server.ts';

/** Headers of answers that a script of another site may read, beside the few that it always may. */
const exposed = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'Retry-After',
  'Cache-Control',
  'Content-Disposition',
  'ETag',
  'X-Cache',
  'X-Fallback',
  'X-Ignored-Query',
  'X-Request-Id',
];

/** Of every answer. */
export const sniffless = { 'x-content-type-options': 'nosniff' } as const;

/**
 * Of every answer below `/api/`. The API knows no cookies and no credentials, so there is nothing that
 * one site could do in the name of a visitor of another.
 */
const apiHeaders = {
  ...sniffless,
  'access-control-allow-origin': '*',
  'access-control-expose-headers': exposed.join(', '),
  'cross-origin-resource-policy': 'cross-origin',
} as const;

const preflightHeaders = {
  'access-control-allow-methods': 'GET, HEAD, POST, PATCH, DELETE',
  'access-control-allow-headers': '*',
  // Browsers ask again no later than this; most of them sooner.
  'access-control-max-age': '86400',
} as const;

function isApi(scope: LimitScope | null): boolean {
  return scope !== null && scope !== 'pages';
}

/** Names and values in turn, as `writeHead` of Node takes them: a third of the cost of an object. */
export type HeaderList = readonly (string | number)[];

const apiHeaderList = Object.entries(apiHeaders).flat();
const pageHeaderList = Object.entries(sniffless).flat();

/** The headers of every answer: who asked (an id for the log), and what a browser may do with it. */
export function publicHeaders(id: string, scope: LimitScope | null): HeaderList {
  return ['x-request-id', id, ...(isApi(scope) ? apiHeaderList : pageHeaderList)];
}

/** Sets them on a response that goes the usual way. */
export function addHeaders(reply: FastifyReply, list: HeaderList): FastifyReply {
  for (let at = 0; at < list.length; at += 2) void reply.header(String(list[at]), list[at + 1]);
  return reply;
}

/**
 * Whether this is the question of a browser for what it may send (CORS). It is answered whatever the
 * path and whatever the limit says: were it refused, a script could not even read why.
 */
export function isPreflight(request: FastifyRequest): boolean {
  const { method, headers } = request;
  return (
    method === 'OPTIONS' &&
    headers.origin !== undefined &&
    headers['access-control-request-method'] !== undefined &&
    isApi(request.limitScope)
  );
}

/** Answers preflights: 204, for every path of the API. */
export function addPreflight(app: HttpServer): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (isPreflight(request)) void reply.code(204).headers(preflightHeaders).send();
    else done();
  });
}
