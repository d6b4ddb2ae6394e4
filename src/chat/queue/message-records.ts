import type { Redis } from 'ioredis';
import { dayMs, hourMs } from '../../async/clock.ts';

/** How a queued message is. The reason is a sentence fit for whoever posted it. */
export type MessageState =
  | { readonly state: 'waiting' }
  | { readonly state: 'sent' }
  | { readonly state: 'failed'; readonly reason: string };

/** How long a message may wait, and how long it is told what became of it. */
export const lifetimesMs = {
  waiting: dayMs,
  sent: hourMs,
  failed: dayMs,
} as const satisfies Record<MessageState['state'], number>;

/** Messages that wait, in all and of one client: some 3 kB of Redis each, 36 kB at most. */
export const mostWaiting = { inAll: 20_000, ofClient: 1_000 } as const;

export type MessageRecords = {
  /**
   * Makes room for a message, or says whose share is spent.
   * @param client hash of the client
   */
  readonly admit: (id: string, client: string, nowMs: number) => Promise<'ok' | 'client' | 'all'>;
  /** It is over: sent, or failed with a reason. */
  readonly end: (id: string, client: string, state: MessageState) => Promise<void>;
  readonly find: (id: string) => Promise<MessageState | null>;
};

const keyOf = (id: string) => `lineup:queue:message:${id}`;
const allKey = 'lineup:queue:waiting';
const clientKey = (client: string) => `lineup:queue:waiting:${client}`;

/**
 * What is known of each message beside the queue that holds it. Sorted sets by the end of a
 * message's life bound what waits: what an instance forgot to take out goes by itself.
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
