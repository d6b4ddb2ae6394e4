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
 */
export function addDraining(app: HttpServer): { readonly isDraining: () => boolean } {
  let isDraining = false;
  let held: (() => void)[] | null = null;
  let connectedMs = 0;
  app.server.on('connection', () => {
    connectedMs = performance.now();
  });

  app.addHook('onRequest', (_request, _reply, done) => {
    if (held === null) done();
    else held.push(done);
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isDraining) void reply.header('connection', 'close');
    done(null, payload);
  });

  async function releaseOnceClosed(waiting: readonly (() => void)[]): Promise<void> {
    while (app.server.listening) await setImmediate();
    held = null;
    for (const goOn of waiting) goOn();
  }

  app.addHook('preClose', async () => {
    isDraining = true;
    if (!app.server.listening) return;
    const waiting: (() => void)[] = [];
    held = waiting;
    const startMs = performance.now();
    connectedMs = startMs;
    for (;;) {
      const nowMs = performance.now();
      if (nowMs - connectedMs >= quietMs || nowMs - startMs >= maxQuietMs) break;
      await delay(quietMs / 4);
    }
    void releaseOnceClosed(waiting);
    // Right after the event loop has accepted whoever was there.
    await setImmediate();
  });
  return { isDraining: () => isDraining };
}
