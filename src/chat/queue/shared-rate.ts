import type { Redis } from 'ioredis';
import { sleep, type Clock } from '../../async/clock.ts';

/** The platform's global rate over all instances, for what is sent from the queue. */
export type SharedRate = {
  /** Waits for a token; rejects with the signal's reason. */
  readonly take: (signal: AbortSignal) => Promise<void>;
};

type RateParts = {
  readonly redis: Redis;
  readonly clock: Clock;
  readonly perSecond: number;
};

const secondMs = 1000;

/** Counts sends by whole seconds of Redis' own clock, so that instances need not agree on theirs. */
export function createSharedRate({ redis, clock, perSecond }: RateParts): SharedRate {
  /** How long to wait; 0 when a token was taken. */
  async function tryTake(): Promise<number> {
    const [seconds = 0, micros = 0] = (await redis.time()).map(Number);
    const key = `lineup:queue:second:${seconds}`;
    const results = await redis
      .multi()
      .incr(key)
      .pexpire(key, 5 * secondMs)
      .exec();
    const taken = Number(results?.[0]?.[1] ?? Infinity);
    return taken <= perSecond ? 0 : secondMs - Math.floor(micros / 1000);
  }

  return {
    take: async (signal) => {
      for (let waitMs = await tryTake(); waitMs > 0; waitMs = await tryTake()) {
        await sleep(clock, waitMs, signal);
      }
    },
  };
}
