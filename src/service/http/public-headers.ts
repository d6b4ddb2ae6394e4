import type { FastifyReply, FastifyRequest } from 'fastify';
import type { LimitScope } from '../limits/limits.ts';
import type { HttpServer } from './server.ts';

/** Set on every response. */
export const nosniffHeaders = { 'x-content-type-options': 'nosniff' } as const;

/** Set on every response below `/api/`, which uses no cookies: other sites can do no harm. */
const apiHeaders = Object.entries({
  ...nosniffHeaders,
  'access-control-allow-origin': '*',
  // All headers, since no request has credentials.
  'access-control-expose-headers': '*',
  'cross-origin-resource-policy': 'cross-origin',
}).flat();
const pageHeaders = Object.entries(nosniffHeaders).flat();

const preflightHeaders = {
  'access-control-allow-methods': 'GET, HEAD, POST, PATCH, DELETE',
  'access-control-allow-headers': '*',
  // In seconds; most browsers use a shorter time.
  'access-control-max-age': '86400',
} as const;

function isApi(scope: LimitScope | null): boolean {
  return scope !== null && scope !== 'pages';
}

/** Names and values in turn, as Node's `writeHead` accepts them: a third of the cost of an object. */
export type HeaderList = readonly (string | number)[];

/** Headers of every response: the request id, and CORS for the API. */
export function publicHeaders(id: string, scope: LimitScope | null): HeaderList {
  return ['x-request-id', id, ...(isApi(scope) ? apiHeaders : pageHeaders)];
}

export function addHeaders(reply: FastifyReply, list: HeaderList): FastifyReply {
  for (let at = 0; at < list.length; at += 2) void reply.header(String(list[at]), list[at + 1]);
  return reply;
}

/** Whether a request is a CORS preflight, always answered: else scripts could not read errors. */
export function isPreflight({ method, headers, limitScope }: FastifyRequest): boolean {
  const intended = headers['access-control-request-method'];
  return method === 'OPTIONS' && intended !== undefined && isApi(limitScope);
}

/** Answers preflights: 204, for every path of the API. */
export function addPreflights(app: HttpServer): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (isPreflight(request)) void reply.code(204).headers(preflightHeaders).send();
    else done();
  });
}
