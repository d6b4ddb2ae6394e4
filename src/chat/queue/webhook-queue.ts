import { createHash, randomBytes } from 'node:crypto';
import { Queue, WaitingError, type Job } from 'bullmq';
import type { Redis } from 'ioredis';
import { sleep, type Clock } from '../../async/clock.ts';
import type { WebhookQuery } from '../webhook.ts';
import { createMessageRecords, lifetimesMs, type MessageState } from './message-records.ts';
import { activeKey, createQueueWorkers, queuePrefix } from './queue-workers.ts';
import { createSharedRate } from './shared-rate.ts';
import type { TokenSeal } from './sealed-token.ts';

/** A message to be posted to one webhook when its turn comes. */
type QueuedMessage = {
  readonly webhookId: string;
  readonly token: string;
  readonly query: WebhookQuery;
  /** JSON of the message. */
  readonly body: string;
};

/** @see https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header */
type NewMessage = QueuedMessage & { readonly idempotencyKey?: string | undefined };

/** The outcome of one attempt. */
type Delivery =
  | { readonly kind: 'sent' }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'retry'; readonly afterMs: number | undefined };

/** @param client hash of the client that posted it */
export type Deliver = (
  message: QueuedMessage,
  options: { readonly client: string; readonly signal: AbortSignal },
) => Promise<Delivery>;

export type WebhookQueue = {
  /**
   * Stores a message until it is sent; one with the key of another is the same message, even if the
   * instance that stored it was killed before it could respond.
   * @param client key of the client, of which only a hash is stored
   * @returns its id, or whose share is used up
   */
  readonly add: (
    message: NewMessage,
    client: string,
  ) => Promise<{ readonly id: string } | { readonly spent: 'client' | 'all' }>;
  readonly find: (id: string) => Promise<MessageState | null>;
  /** Returns messages in progress to the queue, for another instance or the next start. */
  readonly close: () => Promise<void>;
};

export type WebhookQueueParts = {
  /** For calls that a client waits for: commands fail at once while Redis is unavailable. */
  readonly commands: Redis;
  /** Retries commands without limit, as BullMQ requires; duplicated for each active queue. */
  readonly redis: Redis;
  readonly seal: TokenSeal;
  readonly deliver: Deliver;
  readonly clock: Clock;
  readonly perSecond: number;
  readonly onError: (error: unknown) => void;
};

type JobData = Omit<QueuedMessage, 'token'> & {
  readonly sealed: string;
  readonly client: string;
  readonly untilMs: number;
};

/** A queue's keys expire if nothing was added for longer than any message may wait. */
const queueKeysMs = 2 * lifetimesMs.waiting;
const firstRetryMs = 1000;
const longestRetryMs = 60_000;

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 32);

/**
 * Messages that survive restarts, on BullMQ: one queue a webhook, named by a hash, with one job at a
 * time over all instances. A failed attempt blocks its queue while it waits, so that messages arrive
 * in order. One instance processes a queue at a time, and another takes over if it is gone; an
 * attempt that was in progress is repeated with the same nonce, by which the platform recognises
 * the same message.
 */
export function createWebhookQueue(parts: WebhookQueueParts): WebhookQueue {
  const { redis, clock, onError } = parts;
  const records = createMessageRecords(parts.commands);
  const process = createProcessor(parts);
  const workers = createQueueWorkers<JobData>({ redis, clock, process, onError });
  return {
    add: async ({ token, idempotencyKey, ...message }, client) => {
      const id = idOf({ token, idempotencyKey, ...message });
      const known = idempotencyKey === undefined ? null : await records.find(id);
      if (known !== null && known.state !== 'waiting') return { id };
      const clientHash = hashOf(client);
      const nowMs = clock.nowMs();
      const room = await records.admit(id, clientHash, nowMs);
      if (room !== 'ok') return { spent: room };
      const name = hashOf(message.webhookId);
      const sealed = parts.seal.seal(token);
      const untilMs = nowMs + lifetimesMs.waiting;
      // Before and after: an empty queue may have been released in the meantime.
      await parts.commands.sadd(activeKey, name);
      await addJob(parts, { name, id, data: { ...message, sealed, client: clientHash, untilMs } });
      await parts.commands.sadd(activeKey, name);
      void workers.adopt(name).catch(onError);
      return { id };
    },
    find: records.find,
    close: workers.close,
  };
}

/** 128 bits that cannot be guessed, as they are derived from the token too. */
function idOf({ webhookId, token, idempotencyKey }: NewMessage): string {
  if (idempotencyKey === undefined) return randomBytes(16).toString('hex');
  return hashOf(JSON.stringify([webhookId, token, idempotencyKey]));
}

type NewJob = { readonly name: string; readonly id: string; readonly data: JobData };

async function addJob(parts: WebhookQueueParts, { name, id, data }: NewJob): Promise<void> {
  const queue = new Queue<JobData>(name, {
    prefix: queuePrefix,
    connection: parts.commands,
    streams: { events: { maxLen: 1 } },
  });
  queue.on('error', parts.onError);
  try {
    await queue.setGlobalConcurrency(1);
    await queue.add('message', data, { jobId: id, removeOnComplete: true, removeOnFail: true });
    const expiring = parts.commands.pipeline();
    // Not `stalled-check`, whose expiry triggers the search for jobs of killed instances.
    for (const key of ['meta', 'id', 'events', 'marker']) {
      expiring.pexpire(`${queuePrefix}:${name}:${key}`, queueKeysMs);
    }
    await expiring.exec();
  } finally {
    await queue.close();
  }
}

/** Sends one message, with retries until it succeeds or fails; the queue waits for it. */
function createProcessor(parts: WebhookQueueParts) {
  const { redis, clock, perSecond } = parts;
  const records = createMessageRecords(redis);
  const rate = createSharedRate({ redis, clock, perSecond });

  async function attempt(job: Job<JobData>, signal: AbortSignal): Promise<Delivery> {
    const { sealed, webhookId, query, body } = job.data;
    const token = parts.seal.open(sealed);
    if (token === null) return { kind: 'refused', reason: 'The key of the queue has changed.' };
    await rate.take(signal);
    const nonced = withNonce(body, job.id ?? '');
    const { client } = job.data;
    return parts.deliver({ webhookId, token, query, body: nonced }, { client, signal });
  }

  /** Whether the message is finished. */
  async function tryOnce(job: Job<JobData>, retryMs: number, signal: AbortSignal) {
    const id = job.id ?? '';
    const end = (state: MessageState) => records.end(id, job.data.client, state);
    // Sent by an instance that was killed before it could remove it from the queue.
    if ((await records.find(id))?.state === 'sent') return true;
    if (clock.nowMs() >= job.data.untilMs) {
      await end({ state: 'failed', reason: 'It could not be sent within 24 hours.' });
      return true;
    }
    const delivery = await attempt(job, signal);
    if (delivery.kind === 'refused') await end({ state: 'failed', reason: delivery.reason });
    if (delivery.kind === 'sent') await end({ state: 'sent' });
    if (delivery.kind !== 'retry') return true;
    const waitMs = delivery.afterMs ?? retryMs;
    await sleep(clock, waitMs, signal);
    return false;
  }

  return async (job: Job<JobData>, lock: string | undefined, signal: AbortSignal) => {
    let retryMs = firstRetryMs;
    let isOver = false;
    while (!isOver && !signal.aborted) {
      try {
        isOver = await tryOnce(job, retryMs, signal);
      } catch (error) {
        if (signal.aborted) break;
        // Redis is unavailable: a failed job would be lost, so it waits here.
        parts.onError(error);
        await sleep(clock, retryMs, signal).catch(() => {});
      }
      retryMs = Math.min(2 * retryMs, longestRetryMs);
    }
    if (isOver) return;
    // To the front of its queue, so that it is processed next.
    await job.moveToWait(lock);
    throw new WaitingError();
  };
}

/**
 * The same message has the same nonce, so that a platform that enforces nonces posts it once. A nonce
 * from the client is kept.
 */
function withNonce(body: string, id: string): string {
  const message: unknown = JSON.parse(body);
  if (typeof message !== 'object' || message === null || 'nonce' in message) return body;
  return JSON.stringify({ ...message, nonce: id.slice(0, 25), enforce_nonce: true });
}
