import type { Server, ServerResponse } from 'node:http';
import {
  createFairPlaces,
  createFairPool,
  oldest,
  type Holding,
} from '../../common/async/fair-pool.ts';
import { LineupError } from '../../common/errors/lineup-error.ts';
import type { HttpServer, Shared } from './server.ts';
import { setImmediate, setTimeout as delay } from 'node:timers/promises';

declare module 'node:net' {
  interface Socket {
    /** Its place in the pool of connections; none for those that are exempt. */
    holding?: Holding;
    /** Requests that are not answered and read yet. */
    requests?: number;
  }
}

/**
 * Shares the places of requests that are being answered. Requests beyond that get a 503 with `Retry-After`
 * before any of the body is read. Bodies, and the queues for drawing and for upstreams, have limits of their
 * own.
 */
export function addLoadShedding(app: HttpServer, { limits, schedule }: Shared): void {
  const places = createFairPlaces({ total: limits.requestsInProgress });

  app.addHook('onRequest', (request, reply, done) => {
    // Unlimited paths report health or cost nothing.
    if (request.limitScope === null) return done();
    // The client has disconnected: nothing would release the place again.
    if (reply.raw.closed) return;
    const leave = places.take(request.clientKey);
    if (leave === null) return done(overloaded('many requests'));
    reply.raw.onComplete = leave;
    reply.raw.once('close', leave);
    if (!schedule(done)) done(overloaded('much work'));
  });
}

export function overloaded(
  what: 'many requests' | 'many request bodies' | 'much work',
): LineupError {
  const sentence = `The service has too ${what} in progress; try again shortly.`;
  return new LineupError('overloaded', sentence, { retryAfterSeconds: 1 });
}

/** What probes of the service's own machine have besides. */
const probeConnections = 16;
const ownAddress = /^(?:127\.0\.0\.1|::1|::ffff:127\.0\.0\.1)$/;

/**
 * Shares connections: when there are too many, whoever has most loses the one that has been idle longest.
 * Idle is one without a complete request that is unanswered, or a response that is unread. One on which too
 * many are unanswered is closed: a packet may hold a thousand of them, which would all be answered before
 * anybody else gets a turn. Trusted proxies speak for many and are exempt.
 */
export function addConnections(app: HttpServer, { limits, trust, keyOf }: Shared): void {
  const { server } = app;
  const pool = createFairPool({ total: limits.connections, choose: oldest });
  // Leaves room for proxies.
  server.maxConnections = 2 * (limits.connections + probeConnections);
  let probes = 0;
  server.on('connection', (socket) => {
    const { remoteAddress: address = '' } = socket;
    if (trust(address, 0)) return;
    if (probes < probeConnections && ownAddress.test(address)) {
      probes += 1;
      socket.once('close', () => (probes -= 1));
      return;
    }
    const holding = pool.open(keyOf(address), () => socket.destroy());
    socket.once('close', holding.release);
    socket.holding = holding;
    holding.set(1);
  });
  app.addHook('onRequest', ({ raw: { socket } }, { raw: response }, done) => {
    const { holding, requests = 0 } = socket;
    if (requests >= limits.requestsPerConnection) socket.destroy();
    // Nobody waits for the response.
    if (socket.destroyed) return;
    socket.requests = requests + 1;
    holding?.keep();
    response.on('close', leaveConnection);
    done();
  });
}

/** One function for all responses, as it is needed for each. */
function leaveConnection(this: ServerResponse): void {
  const { socket } = this.req;
  socket.requests = (socket.requests ?? 1) - 1;
  if (socket.requests === 0) socket.holding?.offer();
  // An idle connection keeps nothing of what was asked on it, such as the body.
  if (this.req.complete && socket.latestReply?.raw === this) socket.latestReply = undefined;
}

/** The port is closed once nobody has connected for this long … */
const quietMs = 20;

/** … or after this many tries. */
const maxRounds = 12;

/** Further iterations of the event loop: after a pause of our own process, pending connections are not seen yet. */
const quietIterations = 3;

/**
 * Drains the server without losing requests: every response closes its connection, and the port is
 * closed when no new connection waits to be accepted, because the kernel resets those. Responses are
 * held back until then, so that clients who wait for one do not connect again.
 */
export function addDraining(app: HttpServer): void {
  const { server } = app;
  let closed: Promise<void> | null = null;

  app.addHook('onRequest', (_request, _reply, goOn) => {
    if (closed === null) goOn();
    else void closed.then(() => goOn());
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (closed !== null) void reply.header('connection', 'close');
    done(null, payload);
  });
  app.addHook('preClose', async () => {
    if (!server.listening) return;
    closed = closeOf(server);
    for (let round = 0; round < maxRounds; round += 1) if (await isQuiet(server)) break;
    // Runs right after the event loop has accepted pending connections.
    await setImmediate();
  });
}

async function closeOf(server: Server): Promise<void> {
  while (server.listening) await delay(1);
}

/** Resolves to whether nobody connected for `quietMs`. */
async function isQuiet(server: Server): Promise<boolean> {
  let isConnected = false;
  const note = (): void => {
    isConnected = true;
  };
  server.on('connection', note);
  await delay(quietMs);
  for (let iteration = 0; iteration < quietIterations; iteration += 1) await setImmediate();
  server.off('connection', note);
  return !isConnected;
}
