/** What `admit` and `end` change in one step each, so that nothing is lost or left over in between. */

/**
 * Stores a message at the end of the line of its webhook, unless there is no room or it is there already.
 *
 * The priority of a message, stored as `turn`, is its number among those of its client that wait, or a
 * quarter of its number among those of the network if that is more.
 * KEYS: record, waiting in all, of the client, of the network, line, lines, pause of the line.
 * ARGV: id, data, name of the line, now, end of life, most in all, of a client, clients a network counts
 * as, lifetime of a message.
 * @returns whose share is used up; or `ok`, and for the first of its line its priority and the pause in ms
 */
export const admitScript = `
local id, data, name = ARGV[1], ARGV[2], ARGV[3]
for list = 2, 4 do redis.call('ZREMRANGEBYSCORE', KEYS[list], 0, ARGV[4]) end
if redis.call('EXISTS', KEYS[1]) == 0 then
  local most, clients = tonumber(ARGV[7]), tonumber(ARGV[8])
  local ofClient = redis.call('ZCARD', KEYS[3]) + 1
  local ofNetwork = math.ceil((redis.call('ZCARD', KEYS[4]) + 1) / clients)
  local priority = math.max(ofClient, ofNetwork)
  if priority > most then return {'client'} end
  if redis.call('ZCARD', KEYS[2]) >= tonumber(ARGV[6]) then return {'all'} end
  redis.call('HSET', KEYS[1], 'state', 'waiting', 'data', data, 'turn', priority)
  for list = 2, 4 do
    redis.call('ZADD', KEYS[list], ARGV[5], id)
    redis.call('PEXPIRE', KEYS[list], ARGV[9])
  end
  redis.call('RPUSH', KEYS[5], id)
  redis.call('SADD', KEYS[6], name)
end
if redis.call('LINDEX', KEYS[5], 0) ~= id then return {'ok'} end
return {'ok', tonumber(redis.call('HGET', KEYS[1], 'turn')), math.max(0, redis.call('PTTL', KEYS[7]))}
`;

/**
 * Replaces a message by its outcome and removes it from all lists. Allowed while the memory of Redis is
 * full: it frees some, and a message whose outcome is not recorded would be sent again.
 * KEYS: as above. ARGV: id, state, reason, lifetime of the outcome, name of the line, pause in ms.
 */
export const endScript = `#!lua flags=allow-oom
local id = ARGV[1]
redis.call('DEL', KEYS[1])
redis.call('HSET', KEYS[1], 'state', ARGV[2], 'reason', ARGV[3])
redis.call('PEXPIRE', KEYS[1], ARGV[4])
for list = 2, 4 do redis.call('ZREM', KEYS[list], id) end
redis.call('LREM', KEYS[5], 1, id)
if redis.call('EXISTS', KEYS[5]) == 0 then redis.call('SREM', KEYS[6], ARGV[5]) end
if tonumber(ARGV[6]) > 0 then redis.call('SET', KEYS[7], '', 'PX', ARGV[6]) end
`;
