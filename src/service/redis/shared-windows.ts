import type { SharedCounter } from '../limits/windows.ts';
import type { SharedRedis } from './redis.ts';
import { scriptOf } from './script.ts';

/**
 * A fixed window in one step: the count expires with the window. If Redis does not know the window, it
 * starts with the instance's count; that is how a restarted Redis learns about running windows. If
 * Redis was only out of reach, what was taken meanwhile is added, provided that both windows end at
 * about the same time.
 */
const takeScript = scriptOf(`
local tokens, max, window, known, left, same = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5]), tonumber(ARGV[6])
local counted = tonumber(redis.call('GET', KEYS[1]) or nil)
local lasts = redis.call('PTTL', KEYS[1])
local runs = counted ~= nil and lasts > 0
local taken = runs and counted or 0
if not runs then
  lasts = window
  if known > 0 then taken, lasts = known, left end
elseif known > taken and math.abs(left - lasts) < same then
  taken = known
end
local granted = tokens
if tokens > 0 then granted = math.max(0, math.min(tokens, max - taken)) end
taken = math.max(0, taken + granted)
if not runs then
  if taken > 0 then redis.call('SET', KEYS[1], taken, 'PX', lasts) end
elseif taken ~= counted then
  redis.call('INCRBY', KEYS[1], taken - counted)
end
return {granted, taken, lasts}
`);

/** Longer than two clocks differ about a window's end, shorter than two windows of a client. */
const sameWindowMs = 1000;

/** Contains the version of the key format. */
const prefix = 'lineup:1:window:';

/** Creates the counter that all instances share through one Redis. */
export function createSharedWindows(redis: Pick<SharedRedis, 'runScript'>): SharedCounter {
  return async ({ key, tokens, max, windowMs, known }) => {
    const args = [tokens, max, windowMs, known?.taken ?? 0, known?.leftMs ?? 0, sameWindowMs];
    return readTaken(await redis.runScript(takeScript, [prefix + key], args), tokens);
  };
}

function readTaken(response: unknown, tokens: number): Awaited<ReturnType<SharedCounter>> {
  if (!Array.isArray(response)) return undefined;
  const [granted = NaN, taken = NaN, leftMs = NaN] = response.map(Number);
  const isSound = granted <= tokens && taken >= Math.max(0, granted) && leftMs > 0;
  return isSound ? { granted, taken, leftMs } : undefined;
}
