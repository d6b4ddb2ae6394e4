import { systemClock, type Clock } from './clock.ts';

type TokenBucketOptions = {
  readonly ratePerSecond: number;
  /** Tokens that a bucket nobody has taken from holds; at least 1. */
  readonly burst: number;
  readonly clock?: Clock;
};

export type TokenBucket = {
  /**
   * Takes a token, waiting for it in order of arrival, but only where that is no longer than
   * `maxWaitMs`.
   *
   * @returns 0 when it is taken, else after how many milliseconds there will be one
   */
  readonly take: (maxWaitMs: number) => Promise<number>;
  /** Gives out no token for so long: the service said 429. Whoever waits for one waits on. */
  readonly backOff: (forMs: number) => void;
};

/**
 * The pace at which one upstream is asked: `burst` calls at once, then `ratePerSecond`. It keeps one
 * number, the time at which the bucket would be full again (the generic cell rate algorithm).
 */
export function createTokenBucket(options: TokenBucketOptions): TokenBucket {
  const { ratePerSecond, burst, clock = systemClock } = options;
  const intervalMs = 1000 / ratePerSecond;
  let fullAtMs = Number.NEGATIVE_INFINITY;
  let restsUntilMs = Number.NEGATIVE_INFINITY;

  const sleep = (ms: number) =>
    new Promise<void>((resolve) => {
      clock.startTimer(ms, resolve);
    });

  return {
    take: async (maxWaitMs) => {
      const startMs = clock.nowMs();
      const from = Math.max(fullAtMs, startMs);
      const waitMs = Math.max(from - (burst - 1) * intervalMs - startMs, 0);
      if (waitMs > maxWaitMs) return waitMs;
      fullAtMs = from + intervalMs;
      if (waitMs > 0) await sleep(waitMs);
      // What began to back off meanwhile holds this one up, too.
      for (;;) {
        const nowMs = clock.nowMs();
        const leftMs = restsUntilMs - nowMs;
        if (leftMs <= 0) return 0;
        if (restsUntilMs - startMs > maxWaitMs) return leftMs;
        await sleep(leftMs);
      }
    },
    backOff: (forMs) => {
      restsUntilMs = Math.max(restsUntilMs, clock.nowMs() + forMs);
      // Empty after it: a service that has had enough is not met with a burst.
      fullAtMs = Math.max(fullAtMs, restsUntilMs + (burst - 1) * intervalMs);
    },
  };
}
