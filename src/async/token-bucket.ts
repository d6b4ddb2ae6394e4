import { sleep, systemClock, type Clock } from './clock.ts';

type TokenBucketOptions = {
  readonly ratePerSecond: number;
  /** Tokens in a full bucket; at least 1. */
  readonly burst: number;
  readonly clock?: Clock;
};

export type TokenBucket = {
  /**
   * Takes a token, in order of arrival, waiting for it if that takes at most `maxWaitMs`.
   *
   * @returns 0 if a token was taken, otherwise the milliseconds until one would be available
   */
  readonly take: (maxWaitMs: number) => Promise<number>;
  /** Stops giving out tokens for `forMs` after a 429. Calls that wait for a token go on waiting. */
  readonly backOff: (forMs: number) => void;
};

/**
 * A token bucket for calls to one upstream: `burst` calls at once, then `ratePerSecond`. Its only state
 * is the time at which it would be full again (generic cell rate algorithm).
 */
export function createTokenBucket(options: TokenBucketOptions): TokenBucket {
  const { ratePerSecond, burst, clock = systemClock } = options;
  const intervalMs = 1000 / ratePerSecond;
  let fullAtMs = Number.NEGATIVE_INFINITY;
  let restsUntilMs = Number.NEGATIVE_INFINITY;

  return {
    take: async (maxWaitMs) => {
      const startMs = clock.nowMs();
      for (;;) {
        const nowMs = clock.nowMs();
        const from = Math.max(fullAtMs, nowMs);
        const waitMs = Math.max(from - (burst - 1) * intervalMs - nowMs, 0);
        if (nowMs + waitMs - startMs > maxWaitMs) return waitMs;
        fullAtMs = from + intervalMs;
        const restedUntilMs = restsUntilMs;
        if (waitMs > 0) await sleep(clock, waitMs);
        // A back-off that began while this call waited has emptied the bucket: it waits for another
        // token, so that not all that waited go on at the same moment.
        if (restsUntilMs === restedUntilMs) return 0;
      }
    },
    backOff: (forMs) => {
      restsUntilMs = Math.max(restsUntilMs, clock.nowMs() + forMs);
      // The bucket is empty afterwards: no burst at a service that has just answered 429.
      fullAtMs = Math.max(fullAtMs, restsUntilMs + (burst - 1) * intervalMs);
    },
  };
}
