import type { Server } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createShares } from '../async/shares.ts';
import type { TurnBudget } from '../async/turn-budget.ts';
import { LineupError } from '../errors/lineup-error.ts';
import { answerClientError } from './error-responses.ts';
import type { HttpServer, ServerLimits } from './server.ts';

/**
 * Refuses what would hold more of the machine than it has to spare, before a byte of the body is
 * read: 503 with `Retry-After`. Queues for drawing and for other services have bounds of their own;
 * these here are over requests as such, and over the bodies that wait in memory while slow clients
 * send the rest of them. Each client has a share, so that a few of them don't take all.
 *
 * @returns takes a place for what is answered before the router: the way to leave it, or `null`
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
    // What nobody is counted for tells how the service is, or costs nothing.
    if (request.limitScope === null) return done();
    // Hung up while it was counted: what it would take now, nothing would ever give back.
    if (reply.raw.closed) return;
    const { clientKey } = request;
    const leave = inProgress.take(clientKey);
    if (leave === null) return done(overloaded('requests'));
    reply.raw.once('close', leave);
    if (request.cached !== null) return done();
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

/** What a body may come to take in memory: its stated length, and never more than is read of it. */
function bodyBytesOf({ headers }: FastifyRequest, maxBytes: number): number {
  if (headers['transfer-encoding'] !== undefined) return maxBytes;
  return Math.min(Number(headers['content-length'] ?? 0) || 0, maxBytes);
}

/** What fits into a few packets, and has no reason to take its time. */
const smallBodyBytes = 64 * 1024;

/** A small body that has not arrived within seconds is given up; larger ones have the server's time. */
function limitArrival(reply: FastifyReply, timeoutMs: number): void {
  const { raw } = reply.request;
  const timer = setTimeout(() => {
    if (raw.complete || raw.readableEnded) return;
    answerClientError({ code: 'ERR_HTTP_REQUEST_TIMEOUT' }, raw.socket);
  }, timeoutMs);
  reply.raw.once('close', () => clearTimeout(timer));
}

/** A ceiling of connections a client, and one over all. A proxy speaks for many, and has none. */
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
