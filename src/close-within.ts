import type { Server } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

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
