import type { Redis } from 'ioredis';
import { dayMs, hourMs } from '../../async/clock.ts';

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

export type MessageRecords = {
  /**
   * Reserves room for a message, or returns whose share is used up.
   * @param client hash of the client
   */
  readonly admit: (id: string, client: string, nowMs: number) => Promise<'ok' | 'client' | 'all'>;
  /** Records that it was sent, or failed with a reason. */
  readonly end: (id: string, client: string, state: MessageState) => Promise<void>;
  readonly find: (id: string) => Promise<MessageState | null>;
};

const keyOf = (id: string) => `lineup:queue:message:${id}`;
const allKey = 'lineup:queue:waiting';
const clientKey = (client: string) => `lineup:queue:waiting:${client}`;

/**
 * The state of each message, apart from the queue that holds it. Sorted sets by the end of a
 * message's life limit waiting messages: entries that an instance failed to remove expire.
 */
export function createMessageRecords(redis: Redis): MessageRecords {
  return {
    admit: async (id, client, nowMs) => {
      const untilMs = nowMs + lifetimesMs.waiting;
      const results = await redis
        .multi()
        .zremrangebyscore(allKey, 0, nowMs)
        .zremrangebyscore(clientKey(client), 0, nowMs)
        .zadd(allKey, untilMs, id)
        .zadd(clientKey(client), untilMs, id)
        .pexpire(clientKey(client), lifetimesMs.waiting)
        .zcard(allKey)
        .zcard(clientKey(client))
        .set(keyOf(id), 'waiting', 'PX', lifetimesMs.waiting)
        .exec();
      const [inAll, ofClient] = (results ?? []).slice(5, 7).map(([, count]) => Number(count));
      const isClientSpent = (ofClient ?? Infinity) > mostWaiting.ofClient;
      if (!isClientSpent && (inAll ?? Infinity) <= mostWaiting.inAll) return 'ok';
      await redis.multi().zrem(allKey, id).zrem(clientKey(client), id).del(keyOf(id)).exec();
      return isClientSpent ? 'client' : 'all';
    },
    end: async (id, client, state) => {
      const text = state.state === 'failed' ? `failed ${state.reason}` : state.state;
      await redis
        .multi()
        .set(keyOf(id), text, 'PX', lifetimesMs[state.state])
        .zrem(allKey, id)
        .zrem(clientKey(client), id)
        .exec();
    },
    find: async (id) => {
      const text = await redis.get(keyOf(id));
      if (text === 'waiting' || text === 'sent') return { state: text };
      return text?.startsWith('failed ') === true
        ? { state: 'failed', reason: text.slice('failed '.length) }
        : null;
    },
  };
}
