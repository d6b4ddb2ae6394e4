/**
 * What happens to a message in one step each, so that nothing is lost or left over in between.
 * KEYS of all: record, turns, now, lines, waiting in all, of the network, line, its pause, since when
 * nothing but the guard holds it back; for `endScript` also the record of its `Idempotency-Key`.
 */
const keys = `
local record, turns, now, lines, all, ofNetwork, line, pause, guarded, answer = unpack(KEYS)
`;

/**
 * Stores a message at the end of the line of its webhook, unless it is there already or its network holds as
 * many as there is room for (`createFairPlaces` of `src/common/async/fair-pool.ts` has the same rule).
 * ARGV: id, data, name of the line, client, network, now, end of life, lifetime, most in all.
 * @returns its place in the line, 1 also if it was stored before; 0 without room
 */
export const admitScript = `${keys}
for _, list in ipairs({all, ofNetwork}) do redis.call('ZREMRANGEBYSCORE', list, 0, ARGV[6]) end
if redis.call('EXISTS', record) == 1 and redis.call('HEXISTS', record, 'again') == 0 then return 1 end
if redis.call('ZCARD', ofNetwork) >= ARGV[9] - redis.call('ZCARD', all) then return 0 end
redis.call('DEL', record)
redis.call('HSET', record, 'state', 'waiting', 'data', ARGV[2], 'client', ARGV[4], 'network', ARGV[5])
for _, list in ipairs({all, ofNetwork}) do
  redis.call('ZADD', list, ARGV[7], ARGV[1])
  redis.call('PEXPIRE', list, ARGV[8])
end
redis.call('SADD', lines, ARGV[3])
return redis.call('RPUSH', line, ARGV[1])
`;

/**
 * Gives the first message of a line its turn, by start-time fair queuing in virtual time, as
 * `src/common/async/fair-queue.ts` does: when its client and its network are due, but not before now. Its client is
 * due again one later, its network a quarter, as it counts as four clients. A turn that has passed while the
 * webhook accepted nothing is given anew: what waited has saved nothing up. When too many are due who have
 * nothing waiting, the first are forgotten. Turns begin at 1; beyond what BullMQ takes all are the same.
 * ARGV: whether the turn has come, clients that a network counts as, most who are due, last turn, lifetime.
 * @returns data and turn, or nothing if it does not wait any more
 */
export const turnScript = `#!lua flags=allow-oom
${keys}
local data, turn, client, network = unpack(redis.call('HMGET', record, 'data', 'turn', 'client', 'network'))
if not data then return nil end
local present = tonumber(redis.call('GET', now) or 0)
turn = tonumber(turn or 0)
if turn > present or ARGV[1] == '0' and turn > 0 then return {data, turn} end
local function due(member) return tonumber(redis.call('ZSCORE', turns, member) or 0) end
client, network = 'client ' .. client, 'network ' .. network
local start = math.max(present, due(client), due(network))
redis.call('ZADD', turns, start + 1, client, math.max(present, due(network)) + 1 / ARGV[2], network)
redis.call('ZREMRANGEBYRANK', turns, 0, -1 - ARGV[3])
for _, key in ipairs({turns, now}) do redis.call('PEXPIRE', key, ARGV[5]) end
turn = math.min(math.floor(start) + 1, tonumber(ARGV[4]))
redis.call('HSET', record, 'turn', turn)
return {data, turn}
`;

/** Now is the latest turn that was taken; who is due before that need not be known. ARGV: lifetime. */
const takeTurn = `${keys}
local present = math.max(tonumber(redis.call('HGET', record, 'turn') or 0) - 1, tonumber(redis.call('GET', now) or 0))
redis.call('SET', now, present, 'PX', ARGV[1])
redis.call('ZREMRANGEBYSCORE', turns, 0, present)
`;

/** Notes an attempt after which a message waits on, but not because of the guard: the next is another turn. */
export const retryScript = `#!lua flags=allow-oom
${takeTurn}
if redis.call('HEXISTS', record, 'data') == 1 then redis.call('HSET', record, 'turn', 0) end
redis.call('DEL', guarded)
`;

/**
 * Replaces a message by its outcome and removes it from all lists. Allowed while the memory of Redis is full:
 * it frees some, and a message whose outcome is not recorded would be sent again.
 * ARGV: lifetime of a message, id, name of the line, state, reason, lifetime of the outcome, pause in ms,
 * whether it may be posted again.
 */
export const endScript = `#!lua flags=allow-oom
${takeTurn}
redis.call('DEL', record)
redis.call('HSET', record, 'state', ARGV[4], 'reason', ARGV[5])
redis.call('PEXPIRE', record, ARGV[6])
for _, list in ipairs({all, ofNetwork}) do redis.call('ZREM', list, ARGV[2]) end
redis.call('LREM', line, 1, ARGV[2])
if redis.call('EXISTS', line) == 0 then redis.call('SREM', lines, ARGV[3]) end
if tonumber(ARGV[7]) > 0 then redis.call('SET', pause, '', 'PX', ARGV[7]) end
if redis.call('EXISTS', lines) == 0 then redis.call('DEL', turns, now) end
if ARGV[8] == '0' then return redis.call('DEL', guarded) end
redis.call('HSET', record, 'again', 1)
-- Unless that is another response, or a request in progress: it may have been forgotten, and its key used.
if answer and string.find(redis.call('GET', answer) or '', '"status":202', 1, true) then redis.call('DEL', answer) end
`;
