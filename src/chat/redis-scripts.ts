import { createHash } from 'node:crypto';

/** Lua that Redis runs as one step, and the name that it knows it by. */
export type Script = { readonly lua: string; readonly sha1: string };

/**
 * The scripts of the shared store. The arithmetic of windows is that of `window.ts`; both stores
 * pass the same tests. Everything is kept with an end, so that nothing stays behind in Redis.
 */

/** Kept beyond its last place, so that a learnt limit is not forgotten between two messages. */
const windowKeptMs = 600_000;

const readTime = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
`;

const readWindow = `
${readTime}
local kept = redis.call('HMGET', KEYS[1], 'limit', 'windowMs', 'resetAtMs', 'used',
  'pausedUntilMs')
local limit = tonumber(kept[1]) or tonumber(ARGV[1])
local windowMs = tonumber(kept[2]) or tonumber(ARGV[2])
local resetAtMs = tonumber(kept[3]) or 0
local used = tonumber(kept[4]) or 0
local pausedUntilMs = tonumber(kept[5]) or 0
if now >= resetAtMs then
  local over = math.floor((now - resetAtMs) / windowMs) + 1
  used = math.max(0, used - limit * over)
  if used > 0 then
    resetAtMs = resetAtMs + over * windowMs
  else
    resetAtMs = now + windowMs
  end
end
`;

const keepWindow = `
redis.call('HSET', KEYS[1], 'limit', limit, 'windowMs', windowMs,
  'resetAtMs', string.format('%.0f', resetAtMs), 'used', used,
  'pausedUntilMs', string.format('%.0f', pausedUntilMs))
redis.call('PEXPIRE', KEYS[1],
  resetAtMs - now + math.floor(used / limit) * windowMs + ${windowKeptMs})
`;

/** ARGV: limit, windowMs, maxWaitMs (-1 takes nothing), behind. Answers the wait. */
export const placeScript = scriptOf(`
${readWindow}
local ahead = math.floor((used + tonumber(ARGV[4])) / limit)
local wait = 0
if ahead > 0 then wait = resetAtMs - now + (ahead - 1) * windowMs end
if wait <= tonumber(ARGV[3]) then
  used = used + 1
  ${keepWindow}
end
return wait
`);

/** ARGV: limit, used, resetAfterMs. */
export const learnScript = scriptOf(`
local seenLimit, seenUsed, resetAfterMs = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
ARGV[2] = math.max(1, resetAfterMs)
${readWindow}
limit = seenLimit
used = math.max(used, now < pausedUntilMs and seenLimit or seenUsed)
windowMs = math.max(1, seenUsed <= 1 and resetAfterMs or math.max(windowMs, resetAfterMs))
resetAtMs = math.max(now + resetAfterMs, pausedUntilMs)
${keepWindow}
return 0
`);

/** ARGV: limit, windowMs, forMs. */
export const pauseScript = scriptOf(`
${readWindow}
used = math.max(used, limit)
resetAtMs = math.max(resetAtMs, now + tonumber(ARGV[3]))
pausedUntilMs = math.max(pausedUntilMs, now + tonumber(ARGV[3]))
${keepWindow}
return 0
`);

/** Answers how much longer a pause lasts. */
export const pausedScript = scriptOf(`
${readTime}
return math.max(0, (tonumber(redis.call('HGET', KEYS[1], 'pausedUntilMs')) or 0) - now)
`);

/** KEYS: webhook, invalid answers. ARGV: slotMs, slots. Answers: dead for, good, invalid answers. */
export const standingScript = scriptOf(`
${readTime}
local kept = redis.call('HMGET', KEYS[1], 'deadUntilMs', 'goodUntilMs')
local oldest = math.floor(now / ARGV[1]) - ARGV[2]
local slots = redis.call('HGETALL', KEYS[2])
local invalid = 0
for i = 1, #slots, 2 do
  if tonumber(slots[i]) > oldest then invalid = invalid + tonumber(slots[i + 1]) end
end
local dead = math.max(0, (tonumber(kept[1]) or 0) - now)
local good = now < (tonumber(kept[2]) or 0) and 1 or 0
return { dead, good, invalid }
`);

/** ARGV: goodMs. */
export const goodScript = scriptOf(`
${readTime}
redis.call('DEL', KEYS[1])
redis.call('HSET', KEYS[1], 'goodUntilMs', string.format('%.0f', now + ARGV[1]))
redis.call('PEXPIRE', KEYS[1], ARGV[1])
return 0
`);

/** ARGV: deadMs, longestDeadMs, offencesKeptMs. */
export const deadScript = scriptOf(`
${readTime}
local kept = redis.call('HMGET', KEYS[1], 'deadUntilMs', 'offences')
if now < (tonumber(kept[1]) or 0) then return 0 end
local before = tonumber(kept[2]) or 0
local deadMs = math.min(ARGV[1] * 2 ^ before, tonumber(ARGV[2]))
redis.call('DEL', KEYS[1])
redis.call('HSET', KEYS[1], 'deadUntilMs', string.format('%.0f', now + deadMs),
  'offences', before + 1)
redis.call('PEXPIRE', KEYS[1], string.format('%.0f', deadMs + ARGV[3]))
return 0
`);

/** ARGV: slotMs, slots. */
export const invalidScript = scriptOf(`
${readTime}
local slot = math.floor(now / ARGV[1])
for _, field in ipairs(redis.call('HKEYS', KEYS[1])) do
  if tonumber(field) <= slot - ARGV[2] then redis.call('HDEL', KEYS[1], field) end
end
redis.call('HINCRBY', KEYS[1], string.format('%.0f', slot), 1)
redis.call('PEXPIRE', KEYS[1], ARGV[1] * ARGV[2])
return 0
`);

function scriptOf(lua: string): Script {
  return { lua, sha1: createHash('sha1').update(lua).digest('hex') };
}
