import type { Redis } from 'ioredis';
import { sleep, type Clock } from '../../async/clock.ts';

/** The platform's global rate over all instances, for what is sent from the queue. */
export type SharedRate = {
  /** Waits for a slot; rejects with the signal's reason. */
  readonly take: (signal: AbortSignal) => Promise<void>;
};

type RateParts = {
  readonly redis: Redis;
  readonly clock: Clock;
  readonly perSecond: number;
};

/** When the next slot begins, in milliseconds of Redis' own clock: instances need not agree on theirs. */
export const nextSlotKey = 'lineup:queue:next-slot';

/**
 * Takes the next slot, and says in how many milliseconds it begins. Slots lie evenly, so that no
 * second has more of them than another, however it is cut.
 */
const takeSlot = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local slot = math.max(now, tonumber(redis.call('GET', KEYS[1]) or '0'))
redis.call('SET', KEYS[1], string.format('%d', slot + ARGV[1]), 'PX', slot - now + 60000)
return slot - now`;

export function createSharedRate({ redis, clock, perSecond }: RateParts): SharedRate {
  const intervalMs = Math.ceil(1000 / perSecond);
  return {
    take: async (signal) => {
      const waitMs = Number(await redis.eval(takeSlot, 1, nextSlotKey, intervalMs));
      if (waitMs > 0) await sleep(clock, waitMs, signal);
    },
  };
}
