import type { SharedCounter } from '../limits/windows.ts';
import type { SharedRedis } from './redis.ts';

/** A fixed window: the count expires with it. What has no end, or is no number, is no window. */
const takeScript = `
local tokens, max, lasts = tonumber(ARGV[1]), tonumber(ARGV[2]), redis.call('PTTL', KEYS[1])
local counted = lasts > 0 and tonumber(redis.call('GET', KEYS[1])) or nil
if not counted then lasts = ARGV[3] end
local taken = counted or 0
local granted = tokens
if tokens > 0 then granted = math.max(0, math.min(tokens, max - taken)) end
taken = math.max(0, taken + granted)
if counted and taken ~= counted then redis.call('SET', KEYS[1], taken, 'KEEPTTL') end
if not counted and taken > 0 then redis.call('SET', KEYS[1], taken, 'PX', lasts) end
return {granted, taken, tonumber(lasts)}
`;

/** Contains the version of the key format. */
const prefix = 'lineup:1:window:';

/** Creates the counter that all instances share through one Redis. */
export function createSharedWindows(redis: Pick<SharedRedis, 'runScript'>): SharedCounter {
  return async (key, tokens, max, windowMs) => {
    const response = await redis.runScript(takeScript, [prefix + key], [tokens, max, windowMs]);
    if (!Array.isArray(response)) return undefined;
    const [granted = NaN, taken = NaN, leftMs = NaN] = response.map(Number);
    const isSound = granted <= tokens && taken >= Math.max(0, granted) && leftMs > 0;
    return isSound ? { granted, taken, leftMs } : undefined;
  };
}
