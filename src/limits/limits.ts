import { createProcessWindow } from './process-window.ts';
import { createRateLimiter, type RateLimiter } from './rate-limiter.ts';
import { createWindow, type SharedCounter, type Window } from './window.ts';

export type LimitsOptions = {
  /** Milliseconds since 1970, of a clock that never steps back. */
  readonly nowMs: () => number;
  /** A random 32-bit number. */
  readonly seed: number;
  /** Requests a window and client on every route. */
  readonly apiMax: number;
  /** The same on the webhook routes, in addition. */
  readonly webhookMax: number;
  /** Counts for all instances; without it each counts for itself. */
  readonly shared?: SharedCounter | undefined;
};

/** Service contract, section 8. */
const windowMs = 60_000;

/** The limits of the service: fixed windows of one minute for each client. */
export function createLimits(options: LimitsOptions): RateLimiter {
  const { nowMs, seed, shared, apiMax, webhookMax } = options;
  const ownWindow = (max: number) => createProcessWindow({ nowMs, max, windowMs, seed });
  const window = (name: string, max: number): Window =>
    createWindow({ name, nowMs, max, windowMs, own: ownWindow(max), shared });
  return createRateLimiter({
    nowMs,
    api: window('api', apiMax),
    webhook: window('webhook', webhookMax),
    // Of each instance its own: they bound the work of this process.
    attempts: ownWindow(apiMax),
  });
}
