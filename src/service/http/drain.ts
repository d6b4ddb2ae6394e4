import type { Server } from 'node:http';
import { setImmediate, setTimeout as delay } from 'node:timers/promises';
import type { HttpServer } from './server.ts';

/** The port is closed once nobody has connected for this long … */
const quietMs = 20;
/** … or after this many tries. */
const mostRounds = 12;
/** Further iterations of the event loop: after a pause of our own process, pending connections are not seen yet. */
const quietIterations = 3;

/**
 * Drains the server without losing requests: every response closes its connection, and the port is
 * closed when no new connection waits to be accepted, because the kernel resets those. Responses are
 * held back until then, so that clients who wait for one do not connect again.
 * @returns a function that says whether draining has begun
 */
export function addDraining(app: HttpServer): () => boolean {
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
    for (let round = 0; round < mostRounds; round += 1) if (await isQuiet(server)) break;
    // Runs right after the event loop has accepted pending connections.
    await setImmediate();
  });
  return () => closed !== null;
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
