import { once } from 'node:events';
import type { Server } from 'node:http';
import { setImmediate, setTimeout as delay } from 'node:timers/promises';
import type { HttpServer } from './server.ts';

/** So long nobody has connected before the port is closed … */
const quietMs = 20;
/** … but no longer than this is waited for it. */
const maxQuietMs = 250;

/**
 * Draining, so that nobody loses a request: every response ends its connection, and the port is closed
 * at a moment at which no fresh connection waits to be accepted (the kernel resets those that do).
 * There is such a moment, as responses are held back until then: whoever waits for one does not connect
 * again.
 *
 * @returns whether it has begun
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
    const latestMs = performance.now() + maxQuietMs;
    while (performance.now() < latestMs) if (await isQuiet(server)) break;
    // Right after the event loop has accepted whoever was there.
    await setImmediate();
  });
  return () => closed !== null;
}

async function closeOf(server: Server): Promise<void> {
  while (server.listening) await delay(1);
}

/** Whether nobody connects for a moment. */
function isQuiet(server: Server): Promise<boolean> {
  const connected = once(server, 'connection', { signal: AbortSignal.timeout(quietMs) });
  return connected.then(
    () => false,
    () => true,
  );
}
