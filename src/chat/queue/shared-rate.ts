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

/** A second holds eleven of these at most, however it is cut. */
const windowMs = 100;
export const windowKey = (windowNumber: number | string) => `lineup:queue:window:${windowNumber}`;

/** Counts sends by short windows of Redis' own clock, so that instances need not agree on theirs. */
export function createSharedRate({ redis, clock, perSecond }: RateParts): SharedRate {
  const perWindow = Math.max(1, Math.floor((perSecond * windowMs) / 1000));
  /** One of this process asks at a time, the others wait for it. */
  let last: Promise<unknown> = Promise.resolve();

  /** How long to wait; 0 when a token was taken. */
  async function tryTake(): Promise<number> {
    const [seconds = 0, micros = 0] = (await redis.time()).map(Number);
    const nowMs = seconds * 1000 + Math.floor(micros / 1000);
    const key = windowKey(Math.floor(nowMs / windowMs));
    const results = await redis
      .multi()
      .incr(key)
      .pexpire(key, 50 * windowMs)
      .exec();
    const taken = Number(results?.[0]?.[1] ?? Infinity);
    return taken <= perWindow ? 0 : windowMs - (nowMs % windowMs);
  }

  async function takeNext(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    for (let waitMs = await tryTake(); waitMs > 0; waitMs = await tryTake()) {
      await sleep(clock, waitMs, signal);
    }
  }

  return {
    take: (signal) => {
      const turn = last.then(() => takeNext(signal));
      last = turn.catch(() => {});
      return turn;
    },
  };
}
