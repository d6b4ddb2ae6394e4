import { badRequest, LineupError } from '../../common/errors/lineup-error.ts';
import { compressedBodyError } from './request-bodies.ts';
import { hostRefusal } from './request-host.ts';
import type { HttpServer, Shared } from './server.ts';
import type { FastifyRequest } from 'fastify';

/**
 * Refuses a request before its body is read: an invalid host or target, an unknown route (405 if it has other
 * methods), or a compressed body.
 */
export function addRefusals(app: HttpServer, shared: Shared): void {
  app.addHook('onRequest', (request, _reply, done) => {
    done(refusalOf(app, request, shared) ?? undefined);
  });
}

function refusalOf(
  app: HttpServer,
  request: FastifyRequest,
  { trust, targetOf, methodReason }: Shared,
): LineupError | null {
  const { url, is404, raw } = request;
  const sentence = hostRefusal(raw, request.clientKey, trust) ?? targetOf(raw).refusal;
  if (sentence !== null) return badRequest(sentence);
  if (!is404) return compressedBodyError(raw);
  const allow = app.supportedMethods.filter((method) => app.findRoute({ method, url }) !== null);
  return allow.length === 0
    ? new LineupError('unknown-route')
    : new LineupError('method-not-allowed', methodReason?.(url), { allow });
}
