import { pino } from 'pino';
import type { LogStream } from './http/server.ts';

/**
 * Log lines are written in batches by the main thread: a write for each halves the rate of cached
 * pictures, another thread costs a fifth of it, and larger batches are slower.
 */
const logBuffer = { minLength: 4 * 1024, periodicFlush: 20 } as const;

/** Of lines that could not be written yet, for example to a full disk; what comes on top is lost. */
const maxWaitingBytes = 1024 * 1024;

/**
 * The destination of the log. If its reader is gone, the service continues.
 * @param dest a file descriptor
 * @param lastTries tenths of a second that a reader gets to make room for the last lines
 * @returns also `flushSync`, which writes what is left before the process ends. It returns whatever
 *   happens: that of SonicBoom repeats a failed write for ever, also one that can't succeed any more.
 */
export function openLogStream(
  dest: number,
  lastTries = 20,
): LogStream & { readonly flushSync: () => void } {
  let triesLeft = Number.POSITIVE_INFINITY;
  const stream = pino.destination({
    dest,
    sync: true,
    ...logBuffer,
    maxLength: maxWaitingBytes,
    // It waits before each of them.
    retryEAGAIN: () => (triesLeft -= 1) >= 0,
  });
  stream.on('error', () => {});
  function flushSync(): void {
    triesLeft = lastTries;
    // Each tells of an error by an event, and the first leaves the end of a longer text to the second.
    stream.flush();
    stream.flush();
    triesLeft = Number.POSITIVE_INFINITY;
  }
  // Also called by the logger itself, after the line of a fatal error.
  return Object.assign(stream, { flushSync });
}
