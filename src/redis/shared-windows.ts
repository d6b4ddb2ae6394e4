import { scriptOf, type SharedRedis } from './redis.ts';

/** One taking from a window that is counted in Redis; see `limits/window.ts`. */
type Taking = {
  readonly key: string;
  readonly places: number;
  readonly max: number;
  readonly windowMs: number;
  readonly known: { readonly taken: number; readonly leftMs: number } | undefined;
};

type Taken = { readonly isTaken: boolean; readonly taken: number; readonly leftMs: number };

/**
 * One fixed window, in one step: the count lives as long as the window does. A window that Redis
 * does not know starts with what the asking instance knows of it, which is how a Redis that was
 * restarted learns of the windows that run.
 */
const takeScript = scriptOf(`
local places, max, window, known, left = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5])
local taken = tonumber(redis.call('GET', KEYS[1]) or nil)
local lasts = redis.call('PTTL', KEYS[1])
local runs = taken ~= nil and lasts > 0
if not runs then
  if known > 0 then taken, lasts = known, left else taken, lasts = 0, window end
end
local fits = taken + places <= max
if fits then taken = taken + places end
if fits and places > 0 and runs then redis.call('INCRBY', KEYS[1], places)
elseif taken > 0 and not runs then redis.call('SET', KEYS[1], taken, 'PX', lasts) end
return {fits and 1 or 0, taken, lasts}
`);

/** Names the format of the keys: another format gets another number. */
const prefix = 'lineup:1:window:';

/** A counter for the windows of all instances on one Redis. */
export function createSharedWindows(
  redis: Pick<SharedRedis, 'runScript'>,
): (taking: Taking) => Promise<Taken | undefined> {
  return async ({ key, places, max, windowMs, known }) => {
    const args = [places, max, windowMs, known?.taken ?? 0, known?.leftMs ?? 0];
    return readTaken(await redis.runScript(takeScript, [prefix + key], args));
  };
}

function readTaken(answer: unknown): Taken | undefined {
  if (!Array.isArray(answer)) return undefined;
  const [fits, taken, leftMs] = answer.map(Number);
  const isSound = fits !== undefined && taken !== undefined && leftMs !== undefined && leftMs > 0;
  return isSound ? { isTaken: fits === 1, taken, leftMs } : undefined;
}
