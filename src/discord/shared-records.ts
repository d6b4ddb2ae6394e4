import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';
import { claimedForMs, storedForMs, mostRecords, type RecordStore } from './idempotency.ts';

const prefix = 'lineup:idempotency:';
/** Bytes by client, and `all`. */
const bytesKey = `${prefix}bytes`;

/**
 * Stores a record, and drops the oldest ones of its client and of all until both fit. Those that have
 * expired are the oldest, so they go first. A record is a member of two sorted sets by time, as
 * `bytes:client:key`.
 * KEYS: bytes, all records. ARGV: prefix, key, record, client, now, lifetime, bytes of the record, most
 * of a client, most in all.
 */
const keepScript = `
local bytes, all, prefix = KEYS[1], KEYS[2], ARGV[1]
local client, now, size = ARGV[4], tonumber(ARGV[5]), tonumber(ARGV[7])
local function drop(member)
  local count, owner, key = string.match(member, '^(%d+):(%x+):(.+)$')
  redis.call('ZREM', all, member)
  redis.call('ZREM', prefix .. 'of:' .. owner, member)
  redis.call('DEL', prefix .. key)
  for _, field in ipairs({owner, 'all'}) do
    if redis.call('HINCRBY', bytes, field, -count) <= 0 then redis.call('HDEL', bytes, field) end
  end
end
local function fit(set, field, most)
  while true do
    local oldest = redis.call('ZRANGE', set, 0, 0, 'WITHSCORES')
    if #oldest == 0 then return end
    local used = tonumber(redis.call('HGET', bytes, field) or 0)
    if used + size <= most and tonumber(oldest[2]) > now - tonumber(ARGV[6]) then return end
    drop(oldest[1])
  end
end
local own = prefix .. 'of:' .. client
fit(own, client, tonumber(ARGV[8]))
fit(all, 'all', tonumber(ARGV[9]))
local member = size .. ':' .. client .. ':' .. ARGV[2]
redis.call('SET', prefix .. ARGV[2], ARGV[3], 'PX', ARGV[6])
if redis.call('ZADD', all, now, member) == 1 then
  for _, field in ipairs({client, 'all'}) do redis.call('HINCRBY', bytes, field, size) end
end
redis.call('ZADD', own, now, member)
for _, list in ipairs({bytes, all, own}) do redis.call('PEXPIRE', list, ARGV[6]) end
`;

/** Records shared by all instances. Of a client only a hash is stored. */
export function createSharedRecords(redis: Redis, nowMs: () => number): RecordStore {
  return {
    // SET with NX and GET returns the previous value in one step (Redis 7).
    claim: (key, record) => redis.set(prefix + key, record, 'PX', claimedForMs, 'NX', 'GET'),
    keep: async (key, record, client) => {
      const { ofClient, inAll, besides } = mostRecords;
      const owner = createHash('sha256').update(client).digest('hex').slice(0, 32);
      const stored = [key, record, owner, nowMs(), storedForMs, record.length + besides];
      const keys = [bytesKey, `${prefix}all`];
      await redis.eval(keepScript, 2, ...keys, prefix, ...stored, ofClient, inAll);
    },
    release: async (key) => void (await redis.del(prefix + key)),
  };
}
