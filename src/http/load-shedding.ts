import type { Server } from 'node:http';
import { createShares } from '../async/shares.ts';
import type { LoopBudget } from '../async/loop-budget.ts';
import { LineupError } from '../errors/lineup-error.ts';
import type { HttpServer, ServerLimits } from './server.ts';

/**
 * Limits requests in progress, per client and in total. Requests beyond that get a 503 with
 * `Retry-After` before any of the body is read. Bodies, and the queues for drawing and for upstreams,
 * have limits of their own.
 * @returns a function for responses sent before routing: takes a slot and returns its release function,
 *   or `null`
 */
export function addLoadShedding(
  app: HttpServer,
  limits: ServerLimits,
  takeOn: LoopBudget['take'],
): (clientKey: string) => (() => void) | null {
  const inProgress = createShares({
    perClient: limits.requestsInProgressPerClient,
    total: limits.requestsInProgress,
  });

  app.addHook('onRequest', (request, reply, done) => {
    // Unlimited paths report health or cost nothing.
    if (request.limitScope === null) return done();
    // The client has disconnected: nothing would release the slot again.
    if (reply.raw.closed) return;
    const leave = inProgress.take(request.clientKey);
    if (leave === null) return done(overloaded('requests'));
    reply.raw.once('close', leave);
    if (!takeOn(done)) done(overloaded('work'));
  });
  return (clientKey) => inProgress.take(clientKey);
}

export function overloaded(what: string): LineupError {
  const sentence = `The service has more ${what} than it can take on now. Try again shortly.`;
  return new LineupError('overloaded', sentence, { retryAfterSeconds: 1 });
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
