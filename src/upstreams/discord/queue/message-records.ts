import type { Redis } from 'ioredis';
import { dayMs, hourMs } from '../../../common/async/clock.ts';
import { clientsOfNetwork } from '../../../common/async/client-network.ts';
import { sharedRecordKey } from '../shared-records.ts';
import { admitScript, endScript, retryScript, turnScript } from './record-scripts.ts';

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
