import type { Redis } from 'ioredis';
import { dayMs, hourMs } from '../../../common/async/clock.ts';
import { clientsOfNetwork } from '../../../common/async/fair-queue.ts';
import { sharedRecordKey } from '../shared-records.ts';

/** How a message ended. The reason is a sentence for the client. */
export type Outcome =
  /** `pauseMs`: until the webhook accepts another message. */
  | { readonly kind: 'sent'; readonly pauseMs: number }
  /** `mayRepeat`: its `Idempotency-Key` may be used again. */
  | { readonly kind: 'failed'; readonly reason: string; readonly mayRepeat?: boolean };

export type MessageState =
  | { readonly state: 'waiting' | 'sent' }
  | { readonly state: 'failed'; readonly reason: string };

/** How long a message may wait, and how long its outcome can be queried. */
export const lifetimesMs = {
  waiting: dayMs,
  sent: hourMs,
  failed: dayMs,
} as const satisfies Record<MessageState['state'], number>;

/** Waiting messages of all clients: about 3 kB of Redis each, 36 kB at most. */
const maxWaiting = 20_000;
/** The highest priority number of BullMQ. */
const lastTurn = 2 ** 21 - 1;

/** Whose message it is, and the line it waits in. All are hashes. */
export type Origin = {
  readonly line: string;
  readonly client: string;
  readonly network: string;
  /** Of its `Idempotency-Key`, if it has one. */
  readonly recordKey?: string | undefined;
};

/** The lines that hold a message. */
export const linesKey = 'lineup:queue:lines';
const allKey = 'lineup:queue:waiting';
const keyOf = (kind: 'message' | 'line' | 'pause' | 'guarded', name: string) =>
  `lineup:queue:${kind}:${name}`;
const turnKeys = (id: string) => [keyOf('message', id), 'lineup:queue:turns', 'lineup:queue:now'];
const keysOf = (id: string, { line, network }: Origin) =>
  turnKeys(id).concat(
    [linesKey, allKey, `${allKey}:network:${network}`],
    (['line', 'pause', 'guarded'] as const).map((kind) => keyOf(kind, line)),
  );

/**
 * Messages and their outcomes, and a line of waiting messages for each webhook. Sorted sets by the end
 * of a message's life limit waiting messages. What waits does not expire: it ends when it is sent.
 */
export function createMessageRecords(redis: Redis, max = maxWaiting) {
  const run = (script: string, keys: readonly string[], ...args: readonly (string | number)[]) =>
    redis.eval(script, keys.length, ...keys, ...args);

  /** Data and turn of a message that waits; `null` if it does not any more. */
  async function turnOf(id: string, hasCome: 0 | 1) {
    // No more clients and networks can have a message waiting.
    const bounds = [clientsOfNetwork, 2 * maxWaiting, lastTurn, lifetimesMs.waiting];
    const response = await run(turnScript, turnKeys(id), hasCome, ...bounds);
    const [data, priority] = Array.isArray(response) ? response : [];
    const isWaiting = typeof data === 'string' && typeof priority === 'number';
    return isWaiting ? { data, priority } : null;
  }

  return {
    /**
     * Stores a message at the end of its line, once.
     * @returns its place in the line, 1 also if it was stored before; 0 if there is no room for it
     */
    admit: async (id: string, data: string, origin: Origin, nowMs: number) => {
      const { line, client, network } = origin;
      const life = [nowMs, nowMs + lifetimesMs.waiting, lifetimesMs.waiting];
      return run(admitScript, keysOf(id, origin), id, data, line, client, network, ...life, max);
    },
    /** A message whose job is next; with another priority than that of the job if its turn has passed. */
    load: (id: string) => turnOf(id, 1),
    /** Notes an attempt after which it waits on, but not because of the guard. */
    retry: (id: string, origin: Origin) =>
      run(retryScript, keysOf(id, origin), lifetimesMs.waiting),
    /** Records how a message ended, and ends its waiting. */
    end: async (id: string, origin: Origin, outcome: Outcome) => {
      const { kind } = outcome;
      const { recordKey } = origin;
      const reason = kind === 'failed' ? outcome.reason : '';
      const mayRepeat = kind === 'failed' && outcome.mayRepeat === true;
      // Redis takes whole milliseconds.
      const pauseMs = kind === 'sent' ? Math.ceil(outcome.pauseMs) : 0;
      const keys = keysOf(id, origin);
      if (mayRepeat && recordKey !== undefined) keys.push(sharedRecordKey(recordKey));
      const args = [kind, reason, lifetimesMs[kind], pauseMs, Number(mayRepeat)];
      await run(endScript, keys, lifetimesMs.waiting, id, origin.line, ...args);
    },
    /** The first message of a line as a job, delayed until its webhook accepts it, as far as known. */
    head: async (line: string) => {
      const id = await redis.lindex(keyOf('line', line), 0);
      if (id === null) return null;
      const [turn, pauseMs] = await Promise.all([turnOf(id, 0), redis.pttl(keyOf('pause', line))]);
      // Without a turn it was sent in the meantime.
      return turn && { jobId: id, priority: turn.priority, delay: Math.max(0, pauseMs) };
    },
    /** Notes that nothing but the guard holds a line back. @returns since when */
    noteGuarded: async (line: string, nowMs: number): Promise<number> => {
      const key = keyOf('guarded', line);
      const { waiting } = lifetimesMs;
      return Number(await redis.set(key, nowMs, 'PX', waiting, 'NX', 'GET')) || nowMs;
    },
    someLines: (count: number): Promise<readonly string[]> => redis.srandmember(linesKey, count),
    /** When the oldest waiting message was stored; `null` if none waits. */
    oldestMs: async () => {
      const [, untilMs] = await redis.zrange(allKey, '0', '0', 'WITHSCORES');
      return untilMs === undefined ? null : Number(untilMs) - lifetimesMs.waiting;
    },
    find: async (id: string): Promise<MessageState | null> => {
      const [state, reason] = await redis.hmget(keyOf('message', id), 'state', 'reason');
      if (state === 'waiting' || state === 'sent') return { state };
      return state === 'failed' ? { state, reason: reason ?? '' } : null;
    },
  };
}

export type MessageRecords = ReturnType<typeof createMessageRecords>;

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
const admitScript = `${keys}
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
const turnScript = `#!lua flags=allow-oom
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
const retryScript = `#!lua flags=allow-oom
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
const endScript = `#!lua flags=allow-oom
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
