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
 * @returns whether the server is draining
 */
export function addDraining(app: HttpServer): () => boolean {
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
  return () => isDraining;
}

type Closable = {
  readonly close: () => PromiseLike<unknown>;
  readonly server: Pick<Server, 'closeIdleConnections'>;
};

type DrainTimes = {
  /** For everything. */
  readonly timeoutMs: number;
  /** How long idle connections are kept for what is on its way already. */
  readonly idleMs: number;
};

/**
 * Closes a server, which lets requests in progress finish, but waits no longer than told.
 *
 * A request is in progress from when it was sent: on a connection that looks idle from here it may be on
 * the wire, or read a moment later. Node cuts those off as soon as it stops to listen; here they are
 * kept a little longer, and what arrives on them is answered (with `Connection: close`).
 *
 * @returns `drained` when all was finished, `late` when the time was over first
 */
export async function closeWithin(
  app: Closable,
  { timeoutMs, idleMs }: DrainTimes,
): Promise<'drained' | 'late'> {
  const { server } = app;
  const closeIdle = server.closeIdleConnections.bind(server);
  server.closeIdleConnections = () => {};
  const closeIdleLater = setTimeout(closeIdle, idleMs);
  const deadline = new AbortController();
  try {
    return await Promise.race([
      app.close().then(() => 'drained' as const),
      delay(timeoutMs, 'late' as const, { signal: deadline.signal }),
    ]);
  } finally {
    clearTimeout(closeIdleLater);
    deadline.abort();
  }
}
