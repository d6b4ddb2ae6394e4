import { setTimeout as delay } from 'node:timers/promises';

/**
 * Closes a server, which lets requests in flight finish, but waits no longer than told.
 *
 * @returns `drained` when all was finished, `late` when the time was over first
 */
export async function closeWithin(
  server: { close(): PromiseLike<unknown> },
  timeoutMs: number,
): Promise<'drained' | 'late'> {
  const deadline = new AbortController();
  try {
    return await Promise.race([
      server.close().then(() => 'drained' as const),
      delay(timeoutMs, 'late' as const, { signal: deadline.signal }),
    ]);
  } finally {
    deadline.abort();
  }
}
