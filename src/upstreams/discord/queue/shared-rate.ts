import type { Redis } from 'ioredis';
import { type Clock, abortable, sleep } from '../../../common/async/clock.ts';

/** Any period of a second overlaps at most 21 of these. */
const windowMs = 50;
export const windowKey = 'lineup:queue:window';

/**
 * Takes up to a number of tokens of the current window by the clock of Redis, so that instances need
 * not agree on theirs. The key holds the number of that window and the tokens taken from it.
 * @returns the tokens taken, and milliseconds to the next window
 */
const takeScript = `
local requested, most, window = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local number = string.format('%d', math.floor(now / window))
local taken = 0
local stored = redis.call('GET', KEYS[1])
if stored and string.match(stored, '^%d+') == number then
  taken = tonumber(string.match(stored, '%d+$'))
end
local granted = math.max(0, math.min(requested, most - taken))
redis.call('SET', KEYS[1], number .. ' ' .. (taken + granted), 'PX', 100 * window)
return {granted, window - now % window}
`;

/** The platform's global rate for queued messages, of all instances. One call a window takes all tokens. */
export function createSharedRate(redis: Redis, clock: Clock, perSecond: number) {
  const perWindow = Math.max(1, Math.floor((perSecond * windowMs) / 1000));
  /** In the order in which they get tokens. */
  const waiting: (PromiseWithResolvers<void> & { readonly priority: number })[] = [];
  let isTaking = false;

  async function takeSome(): Promise<void> {
    const requested = Math.min(waiting.length, perWindow);
    const response = await redis.eval(takeScript, 1, windowKey, requested, perWindow, windowMs);
    const [granted, leftMs] = readGrant(response);
    for (const { resolve } of waiting.splice(0, granted)) resolve();
    if (granted < requested) await sleep(clock, leftMs);
  }

  async function takeAll(): Promise<void> {
    if (isTaking) return;
    isTaking = true;
    try {
      while (waiting.length > 0) await takeSome();
    } catch (error) {
      for (const { reject } of waiting.splice(0)) reject(error);
    }
    isTaking = false;
  }

  return {
    /**
     * Waits for a token; rejects with the signal's reason.
     * @param priority those with lower numbers get theirs first
     */
    take: async (priority: number, signal: AbortSignal): Promise<void> => {
      signal.throwIfAborted();
      const token = { priority, ...Promise.withResolvers<void>() };
      const forget = (): void => {
        const index = waiting.indexOf(token);
        if (index >= 0) waiting.splice(index, 1);
      };
      const behind = waiting.findIndex((other) => other.priority > priority);
      waiting.splice(behind < 0 ? waiting.length : behind, 0, token);
      void takeAll();
      await abortable(token.promise, signal).finally(forget);
    },
  };
}

/** An invalid reply of Redis yields no token; the next window is tried instead. */
function readGrant(response: unknown): readonly [granted: number, leftMs: number] {
  const [granted, leftMs] = Array.isArray(response) ? response.map(Number) : [];
  const isSound = granted !== undefined && leftMs !== undefined && granted >= 0 && leftMs > 0;
  return isSound ? [granted, Math.min(leftMs, windowMs)] : [0, windowMs];
}
