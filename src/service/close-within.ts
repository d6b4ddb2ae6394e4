import type { Server } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

/** How long requests in progress may take after the process was told to stop; `deploy/` waits a little longer. */
export const drainTimeoutMs = 10_000;

type Closable = {
  readonly close: () => PromiseLike<unknown>;
  readonly server: Pick<Server, 'closeIdleConnections'>;
};

type DrainTimes = {
  readonly timeoutMs: number;
  /** How long idle connections stay open for requests that are on their way. */
  readonly idleMs: number;
};

/**
 * Closes a server within a time limit; requests in progress may finish.
 *
 * A request is in progress from the moment it was sent: on a connection that looks idle it may be in
 * transit. Node cuts such connections as soon as it stops listening; here they stay open a little
 * longer, and requests that arrive on them are answered (with `Connection: close`).
 * @returns `drained` if everything was finished, `late` if the time was up first
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
