import { hash } from 'node:crypto';
import type { Redis } from 'ioredis';
import { clientsOfNetwork, networkOf } from '../../common/async/fair-queue.ts';
import { besidesBytes, claimedForMs, maxRecordBytes, storedForMs } from './idempotency.ts';
import type { RecordStore } from './idempotency.ts';

const prefix = 'lineup:idempotency:';

/** The key of a record in Redis. */
export const sharedRecordKey = (key: string): string => prefix + key;

/**
 * Stores a record. While there is no room, whoever holds most gives up its oldest: a client, or the largest of
 * a network that holds four times as much (`createFairPool` of `src/common/async/fair-pool.ts` has the same rule).
 * Sorted sets have the records by time, of all and `of:client`, as `bytes:client:network:key`; the clients by
 * bytes, `in:network`; and those of both kinds in `levels`, whose last member is who holds most.
 * KEYS: all, levels, bytes of all, record. ARGV: prefix of the others, prefix of records, key, record, client,
 * network, now, lifetime, bytes of the record, most bytes of all, clients that a network counts as.
 */
const keepScript = `
local all, levels, total = unpack(KEYS)
local lists, records, key, record, client, network = unpack(ARGV)
local now, lifetime, size = tonumber(ARGV[7]), tonumber(ARGV[8]), tonumber(ARGV[9])
local function add(list, bytes, member)
  if tonumber(redis.call('ZINCRBY', list, bytes, member)) <= 0 then redis.call('ZREM', list, member) end
  redis.call('PEXPIRE', list, 2 * lifetime)
end
local function count(client, network, bytes)
  add(levels, bytes, 'of:' .. client)
  add(levels, bytes / ARGV[11], 'in:' .. network)
  add(lists .. 'in:' .. network, bytes, 'of:' .. client)
  redis.call('INCRBY', total, bytes)
end
local function drop(member)
  local bytes, client, network, key = string.match(member, '^(%d+):(%x+):(%x+):(.+)$')
  redis.call('ZREM', all, member)
  redis.call('ZREM', lists .. 'of:' .. client, member)
  count(client, network, -bytes)
  return records .. key
end
local function largest(list) return redis.call('ZREVRANGE', list, 0, 0)[1] or '' end
for _, member in ipairs(redis.call('ZRANGEBYSCORE', all, 0, now - lifetime, 'LIMIT', 0, 1000)) do drop(member) end
local own, member = lists .. 'of:' .. client, table.concat({size, client, network, key}, ':')
redis.call('SET', KEYS[4], record, 'PX', lifetime)
if redis.call('ZADD', all, now, member) == 1 then count(client, network, size) end
redis.call('ZADD', own, now, member)
for _, list in ipairs({all, own, total}) do redis.call('PEXPIRE', list, 2 * lifetime) end
while tonumber(redis.call('GET', total)) > tonumber(ARGV[10]) do
  local most = largest(levels)
  if string.sub(most, 1, 3) == 'in:' then most = largest(lists .. most) end
  local oldest = redis.call('ZRANGE', lists .. most, 0, 0)[1]
  -- What expired long ago may still be counted, but its list is gone.
  if not oldest then return redis.call('DEL', all, levels, total) end
  redis.call('DEL', drop(oldest))
end
`;

/** 128 bits. */
export const hashOf = (text: string): string => hash('sha256', text, 'hex').slice(0, 32);

/** Records shared by all instances. Of clients and networks only hashes are stored. */
export function createSharedRecords(
  redis: Redis,
  nowMs: () => number,
  total = maxRecordBytes,
): RecordStore {
  const held = `${prefix}held:`;
  const lists = ['all', 'levels', 'bytes'].map((name) => held + name);
  return {
    // SET with NX and GET returns the previous value in one step (Redis 7).
    claim: (key, record) =>
      redis.set(sharedRecordKey(key), record, 'PX', claimedForMs, 'NX', 'GET'),
    keep: async (key, record, client) => {
      const whose = [hashOf(client), hashOf(networkOf(client)), nowMs(), storedForMs];
      const bounds = [record.length + besidesBytes, total, clientsOfNetwork];
      const args = [...lists, sharedRecordKey(key), held, prefix, key, record, ...whose, ...bounds];
      await redis.eval(keepScript, 4, ...args);
    },
    release: async (key) => void (await redis.del(sharedRecordKey(key))),
  };
}
