import type { Server } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createShares } from '../async/shares.ts';
import type { TurnBudget } from '../async/turn-budget.ts';
import { LineupError } from '../errors/lineup-error.ts';
import { answerClientError } from './error-responses.ts';
import type { HttpServer, ServerLimits } from './server.ts';

/**
 * Limits requests in progress and the memory of request bodies, per client and in total. Requests
 * beyond that get a 503 with `Retry-After` before any of the body is read. Queues for drawing and for
 * upstreams have limits of their own.
 *
 * @returns a function for responses sent before routing: takes a slot and returns its release function,
 *   or `null`
 */
export function addLoadShedding(
  app: HttpServer,
  limits: ServerLimits,
  takeOn: TurnBudget['take'],
): (clientKey: string) => (() => void) | null {
  const inProgress = createShares({
    perClient: limits.requestsInProgressPerClient,
    total: limits.requestsInProgress,
  });
  const bodies = createShares({
    perClient: limits.bodyBytesPerClient,
    total: limits.bodyBytesInProgress,
  });

  app.addHook('onRequest', (request, reply, done) => {
    // Unlimited paths report health or cost nothing.
    if (request.limitScope === null) return done();
    // The client has disconnected: nothing would release the slot again.
    if (reply.raw.closed) return;
    const { clientKey } = request;
    const leave = inProgress.take(clientKey);
    if (leave === null) return done(overloaded('requests'));
    reply.raw.once('close', leave);
    const bytes = bodyBytesOf(request, limits.bodyBytes);
    if (bytes > 0) {
      const release = bodies.take(clientKey, bytes);
      if (release === null) return done(overloaded('request bodies'));
      reply.raw.once('close', release);
      if (bytes <= smallBodyBytes) limitArrival(reply, limits.smallBodyTimeoutMs);
    }
    if (!takeOn(done)) done(overloaded('work'));
  });
  return (clientKey) => inProgress.take(clientKey);
}

export function overloaded(what: string): LineupError {
  const sentence = `The service has more ${what} than it can take on now. Try again shortly.`;
  return new LineupError('overloaded', sentence, { retryAfterSeconds: 1 });
}

/** The most memory a body may take: its declared length, capped at what is read. */
function bodyBytesOf({ headers }: FastifyRequest, maxBytes: number): number {
  if (headers['transfer-encoding'] !== undefined) return maxBytes;
  return Math.min(Number(headers['content-length'] ?? 0) || 0, maxBytes);
}

/** Fits into a few packets, so it has no reason to be slow. */
const smallBodyBytes = 64 * 1024;

/** Aborts a small body that has not arrived in time; larger ones have the server's request timeout. */
function limitArrival(reply: FastifyReply, timeoutMs: number): void {
  const { raw } = reply.request;
  const timer = setTimeout(() => {
    if (raw.complete || raw.readableEnded) return;
    answerClientError({ code: 'ERR_HTTP_REQUEST_TIMEOUT' }, raw.socket);
  }, timeoutMs);
  reply.raw.once('close', () => clearTimeout(timer));
}

/** Limits connections per client and in total. Trusted proxies speak for many clients and are exempt. */
export function limitConnections(
  server: Server,
  limits: ServerLimits,
  keyOf: (address: string) => string | null,
): void {
  const connections = createShares({ perClient: limits.connectionsPerClient });
  server.maxConnections = limits.connections;
  server.on('connection', (socket) => {
    const key = keyOf(socket.remoteAddress ?? '');
    const leave = key === null ? () => {} : connections.take(key);
    if (leave === null) socket.destroy();
    else socket.once('close', leave);
  });
}
