import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LineupError } from '../errors/lineup-error.ts';

/**
 * Why a request is refused before its body is read, or `null` when it is not: a path that no route
 * answers to (405 when it does to other methods), or a `Host` that is missing or there twice (RFC 9112,
 * section 3.2).
 */
export function refusalOf(app: FastifyInstance, request: FastifyRequest): LineupError | null {
  if (request.is404) return unroutedError(app, request.url);
  const { host } = request.headers;
  if (host === undefined && request.raw.httpVersion === '1.1') {
    return new LineupError('bad-request', 'The request has no Host header.');
  }
  if (isDoubled(host)) {
    return new LineupError('bad-request', 'The request has more than one Host header.');
  }
  return null;
}

/** Of a header that comes twice, the server joins the values. */
export function isDoubled(host = ''): boolean {
  return host.includes(',');
}

function unroutedError(app: FastifyInstance, url: string): LineupError {
  const allow = app.supportedMethods.filter((method) => app.findRoute({ method, url }) !== null);
  return allow.length === 0
    ? new LineupError('unknown-route')
    : new LineupError('method-not-allowed', undefined, { allow });
}
