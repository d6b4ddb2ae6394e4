import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import type { LimitScope } from '../limits/limits.ts';

/** Of every answer. */
export const sniffless = { 'x-content-type-options': 'nosniff' } as const;

/**
 * Of every answer below `/api/`. The API knows no cookies and no credentials, so there is nothing that
 * one site could do in the name of a visitor of another.
 */
const apiHeaders = Object.entries({
  ...sniffless,
  'access-control-allow-origin': '*',
  // Every header, as no request to us has credentials.
  'access-control-expose-headers': '*',
  'cross-origin-resource-policy': 'cross-origin',
}).flat();
const pageHeaders = Object.entries(sniffless).flat();

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

/** The headers of every answer: who asked (an id for the log), and what a browser may do with it. */
export function publicHeaders(id: string, scope: LimitScope | null): HeaderList {
  return ['x-request-id', id, ...(isApi(scope) ? apiHeaders : pageHeaders)];
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
export function isPreflight({ method, headers, limitScope }: FastifyRequest): boolean {
  const intended = headers['access-control-request-method'];
  return method === 'OPTIONS' && intended !== undefined && isApi(limitScope);
}

/** A hook that answers preflights: 204, for every path of the API. */
export const answerPreflight: onRequestHookHandler = (request, reply, done) => {
  if (isPreflight(request)) void reply.code(204).headers(preflightHeaders).send();
  else done();
};
