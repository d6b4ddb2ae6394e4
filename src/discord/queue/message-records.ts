import type { Redis } from 'ioredis';
import { dayMs, hourMs } from '../../async/clock.ts';
import { clientsOfNetwork } from '../../async/fair-ledger.ts';
import { admitScript, endScript } from './record-scripts.ts';

/** The state of a queued message. The reason is a sentence for the client. */
export type MessageState =
  | { readonly state: 'waiting' }
  | { readonly state: 'sent' }
  | { readonly state: 'failed'; readonly reason: string };

/** How long a message may wait, and how long its outcome can be queried. */
export const lifetimesMs = {
  waiting: dayMs,
  sent: hourMs,
  failed: dayMs,
} as const satisfies Record<MessageState['state'], number>;

/** Waiting messages, in all and of one client: about 3 kB of Redis each, 36 kB at most. */
export const mostWaiting = { inAll: 20_000, ofClient: 1_000 } as const;

/** Whose message it is, and the line it waits in. All are hashes. */
export type Origin = { readonly line: string; readonly client: string; readonly network: string };

/** The first message of a line, which may be sent. */
export type Head = {
  readonly id: string;
  readonly line: string;
  /** Those with lower numbers are sent first. */
  readonly priority: number;
  /** Until the webhook accepts it, as far as known. */
  readonly pauseMs: number;
};

/** The lines that hold a message. */
export const linesKey = 'lineup:queue:lines';
const allKey = 'lineup:queue:waiting';
const recordKey = (id: string) => `lineup:queue:message:${id}`;
const lineKey = (line: string) => `lineup:queue:line:${line}`;
const pauseKey = (line: string) => `lineup:queue:pause:${line}`;
const keysOf = (id: string, { line, client, network }: Origin) => [
  recordKey(id),
  allKey,
  `lineup:queue:waiting:client:${client}`,
  `lineup:queue:waiting:network:${network}`,
  lineKey(line),
  linesKey,
  pauseKey(line),
];

/**
 * Messages and their outcomes, and a line of waiting messages for each webhook. Sorted sets by the end
 * of a message's life limit waiting messages. What waits does not expire: it ends when it is sent.
 */
export function createMessageRecords(redis: Redis) {
  async function head(line: string): Promise<Head | null> {
    const id = await redis.lindex(lineKey(line), 0);
    if (id === null) return null;
    const [priority, pauseMs] = await Promise.all([
      redis.hget(recordKey(id), 'turn'),
      redis.pttl(pauseKey(line)),
    ]);
    // Without a priority it was sent in the meantime.
    return priority === null
      ? null
      : { id, line, priority: Number(priority), pauseMs: Math.max(0, pauseMs) };
  }

  return {
    /**
     * Stores a message at the end of its line, once.
     * @returns the message as the head of its line, `null` if others are ahead of it or it was sent, or
     * whose share is used up
     */
    admit: async (
      id: string,
      data: string,
      origin: Origin,
      nowMs: number,
    ): Promise<{ readonly head: Head | null } | { readonly spent: 'client' | 'all' }> => {
      const keys = keysOf(id, origin);
      const untilMs = nowMs + lifetimesMs.waiting;
      const bounds = [mostWaiting.inAll, mostWaiting.ofClient, clientsOfNetwork];
      const args = [id, data, origin.line, nowMs, untilMs, ...bounds, lifetimesMs.waiting];
      const answer = await redis.eval(admitScript, keys.length, ...keys, ...args);
      const [outcome, priority, pauseMs] = Array.isArray(answer) ? answer : [];
      if (outcome === 'client' || outcome === 'all') return { spent: outcome };
      const isHead = typeof priority === 'number' && typeof pauseMs === 'number';
      return { head: isHead ? { id, line: origin.line, priority, pauseMs } : null };
    },
    /** The data of a message that waits; `null` if it does not any more. */
    load: (id: string) => redis.hget(recordKey(id), 'data'),
    /**
     * Records that it was sent, or failed with a reason, and ends its waiting.
     * @param pauseMs until the webhook accepts another one
     */
    end: async (id: string, origin: Origin, state: MessageState, pauseMs: number) => {
      const keys = keysOf(id, origin);
      const reason = state.state === 'failed' ? state.reason : '';
      // Redis takes whole milliseconds.
      const pause = Math.ceil(pauseMs);
      const args = [id, state.state, reason, lifetimesMs[state.state], origin.line, pause];
      await redis.eval(endScript, keys.length, ...keys, ...args);
    },
    head,
    /** Names of up to `count` lines, at random. */
    someLines: (count: number): Promise<readonly string[]> => redis.srandmember(linesKey, count),
    /** When the oldest waiting message was stored; `null` if none waits. */
    oldestMs: async () => {
      const [, untilMs] = await redis.zrange(allKey, '0', '0', 'WITHSCORES');
      return untilMs === undefined ? null : Number(untilMs) - lifetimesMs.waiting;
    },
    find: async (id: string): Promise<MessageState | null> => {
      const [state, reason] = await redis.hmget(recordKey(id), 'state', 'reason');
      if (state === 'waiting' || state === 'sent') return { state };
      return state === 'failed' ? { state, reason: reason ?? '' } : null;
    },
  };
}

export type MessageRecords = ReturnType<typeof createMessageRecords>;
