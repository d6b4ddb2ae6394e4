import { createHash, randomBytes } from 'node:crypto';
import { Queue, Worker, type Job } from 'bullmq';
import type { Redis } from 'ioredis';
import { sleep, type Clock } from '../../async/clock.ts';
import type { WebhookQuery } from '../webhook.ts';
import {
  createMessageRecords,
  lifetimesMs,
  type Head,
  type MessageState,
} from './message-records.ts';
import type { MessageRecords, Origin } from './message-records.ts';
import { createSharedRate } from './shared-rate.ts';
import type { TokenSeal } from './sealed-token.ts';

/** A message to be posted to one webhook when those before it are. */
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
  /** `pauseMs`: until the webhook accepts another message. */
  | { readonly kind: 'sent'; readonly pauseMs: number }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'retry'; readonly afterMs: number | undefined };

type DeliverOptions = {
  /** Hash of the client that posted it. */
  readonly client: string;
  /** Waits for the rate that all messages share; called right before it is sent. */
  readonly takeToken: () => Promise<void>;
  readonly signal: AbortSignal;
};

/** Sends a message, or tells when to try again; it never waits for the webhook. */
export type Deliver = (message: QueuedMessage, options: DeliverOptions) => Promise<Delivery>;

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
  /** How long the oldest message of all instances has waited in ms; 0 if none waits. */
  readonly oldestAgeMs: () => number;
  /** Returns messages in progress to the queue, for another instance or the next start. */
  readonly close: () => Promise<void>;
};

export type WebhookQueueParts = {
  /** For calls that a client waits for: commands fail at once while Redis is unavailable. */
  readonly commands: Redis;
  /** Retries commands without limit, as BullMQ requires; duplicated for its blocking call. */
  readonly redis: Redis;
  readonly seal: TokenSeal;
  readonly deliver: Deliver;
  /** The network of a client, by its key. */
  readonly networkOf: (client: string) => string;
  readonly clock: Clock;
  readonly perSecond: number;
  readonly onError: (error: unknown) => void;
};

/** What is stored of a message. */
type Stored = Omit<QueuedMessage, 'token'> &
  Origin & { readonly sealed: string; readonly untilMs: number };

/** A job stands for the first message of a line; its id is that of the message. */
type JobData = { readonly line: string };

const queueOptions = { prefix: 'lineup:queues', streams: { events: { maxLen: 1 } } } as const;
export const queueName = 'webhooks';
/** Messages that one instance sends at a time. */
const mostRunning = 64;
/** A killed instance loses its messages in progress after this time. */
const lockMs = 5000;
/** Attempts end with the life of a message. */
const endlessly = 1_000_000_000;
const firstRetryMs = 1000;
const longestRetryMs = 60_000;
/** How often an instance looks after lines whose first message has no job, and how many at a time. */
const lookMs = 2000;
const linesAtATime = 64;

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 32);

/** Thrown by an attempt that is to be repeated. */
class RetryError extends Error {
  readonly afterMs: number | undefined;
  constructor(afterMs: number | undefined) {
    super('to be repeated');
    this.afterMs = afterMs;
  }
}

/**
 * Messages that survive restarts: a line for each webhook in Redis, and one BullMQ queue for the first
 * messages of all lines. BullMQ gives each of them to one instance at a time, delays it while its webhook
 * or the platform accepts none, and passes it on when its instance is gone; such an attempt is repeated
 * with the same nonce, by which the platform recognises the same message.
 *
 * The next job is always that with the lowest priority number, so a client with few waiting messages goes
 * before one with many, and a delayed message takes up nothing.
 */
export function createWebhookQueue(parts: WebhookQueueParts): WebhookQueue {
  const { redis, commands, clock, seal, networkOf, onError } = parts;
  const records = createMessageRecords(commands);
  const closing = new AbortController();
  const queue = openQueue(commands, onError);
  const runner = openRunner(parts, closing.signal);
  return {
    add: async (message, client) => {
      const { token, idempotencyKey: _, ...rest } = message;
      const id = idOf(message);
      const origin = {
        line: hashOf(JSON.stringify([message.webhookId, token])),
        client: hashOf(client),
        network: hashOf(networkOf(client)),
      };
      const nowMs = clock.nowMs();
      const untilMs = nowMs + lifetimesMs.waiting;
      const stored: Stored = { ...rest, ...origin, sealed: seal.seal(token), untilMs };
      const admitted = await records.admit(id, JSON.stringify(stored), origin, nowMs);
      if ('spent' in admitted) return admitted;
      // The message is stored. If this fails, its line is looked after later.
      if (admitted.head !== null) void addJob(queue, admitted.head).catch(onError);
      return { id };
    },
    find: records.find,
    oldestAgeMs: runner.oldestAgeMs,
    close: async () => {
      closing.abort(new Error('closing'));
      await runner.close();
      // Commands of its own would wait for an unavailable Redis.
      if (redis.status === 'ready') await queue.close();
    },
  };
}

/** 128 bits that cannot be guessed, as they are derived from the token too. */
function idOf({ webhookId, token, idempotencyKey }: NewMessage): string {
  if (idempotencyKey === undefined) return randomBytes(16).toString('hex');
  return hashOf(JSON.stringify([webhookId, token, idempotencyKey]));
}

function openQueue(connection: Redis, onError: (error: unknown) => void): Queue<JobData> {
  const queue = new Queue<JobData>(queueName, { ...queueOptions, connection });
  queue.on('error', onError);
  return queue;
}

/** Adds the job of the first message of a line, unless there is one. */
async function addJob(queue: Queue<JobData>, { id, line, priority, pauseMs }: Head): Promise<void> {
  await queue.add(
    'message',
    { line },
    {
      jobId: id,
      priority,
      delay: pauseMs,
      attempts: endlessly,
      backoff: { type: 'custom' },
      removeOnComplete: true,
      removeOnFail: true,
      stackTraceLimit: 0,
    },
  );
}

/** Sends the first messages of the lines, until it is closed. */
function openRunner(parts: WebhookQueueParts, closing: AbortSignal) {
  const { redis, clock, onError } = parts;
  const records = createMessageRecords(redis);
  const queue = openQueue(redis, onError);
  const attempt = createAttempt(parts, records, closing);
  let oldestMs: number | null = null;

  async function addHead(line: string): Promise<void> {
    const head = await records.head(line);
    if (head !== null) await addJob(queue, head);
  }

  const worker = new Worker<JobData>(
    queueName,
    async (job) => {
      try {
        await attempt(job);
      } catch (error) {
        if (!(error instanceof RetryError) && !closing.aborted) onError(error);
        throw error;
      }
      await addHead(job.data.line);
    },
    {
      prefix: queueOptions.prefix,
      connection: redis,
      concurrency: mostRunning,
      lockDuration: lockMs,
      stalledInterval: lockMs / 2,
      // A message is not at fault if its instance was killed.
      maxStalledCount: endlessly,
      drainDelay: 1,
      settings: { backoffStrategy: (attempts, _type, error) => retryMs(attempts, error) },
    },
  );
  worker.on('error', onError);

  /** Lines whose first message has no job: an instance, or Redis, was killed before it was added. */
  async function keepLooking(): Promise<void> {
    while (!closing.aborted) {
      try {
        oldestMs = await records.oldestMs();
        for (const line of await records.someLines(linesAtATime)) await addHead(line);
      } catch (error) {
        onError(error);
      }
      await sleep(clock, lookMs, closing).catch(() => {});
    }
  }
  const looking = keepLooking();

  return {
    oldestAgeMs: () => (oldestMs === null ? 0 : Math.max(0, clock.nowMs() - oldestMs)),
    close: async () => {
      const isUp = redis.status === 'ready';
      // Without Redis both would wait for it; the result of a message in progress can't be stored anyway.
      await Promise.all([isUp && looking, worker.close(!isUp)]);
      await queue.close();
    },
  };
}

/** As long as the platform says, or else twice as long as before. */
function retryMs(attempts: number, error: Error | undefined): number {
  const growingMs = Math.min(firstRetryMs * 2 ** (attempts - 1), longestRetryMs);
  const requestedMs = error instanceof RetryError ? error.afterMs : undefined;
  return Math.ceil(requestedMs ?? growingMs);
}

/** Tries to send one message. Throws if it is to be tried again. */
function createAttempt(parts: WebhookQueueParts, records: MessageRecords, closing: AbortSignal) {
  const { redis, clock, perSecond, seal } = parts;
  const rate = createSharedRate({ redis, clock, perSecond });

  async function deliver(stored: Stored, job: Job<JobData>): Promise<Delivery> {
    const { webhookId, query, body, client, sealed } = stored;
    if (clock.nowMs() >= stored.untilMs) {
      return { kind: 'refused', reason: 'It could not be sent within 24 hours.' };
    }
    const token = seal.open(sealed);
    if (token === null) return { kind: 'refused', reason: 'The key of the queue has changed.' };
    const message = { webhookId, token, query, body: withNonce(body, job.id ?? '') };
    const takeToken = () => rate.take(job.priority, closing);
    return parts.deliver(message, { client, takeToken, signal: closing });
  }

  return async (job: Job<JobData>): Promise<void> => {
    const id = job.id ?? '';
    const data = await records.load(id);
    // Finished by an instance that was killed before it could remove the job.
    if (data === null) return;
    const stored: Stored = JSON.parse(data);
    const delivery = await deliver(stored, job);
    if (delivery.kind === 'retry') throw new RetryError(delivery.afterMs);
    const { kind } = delivery;
    if (kind === 'sent') await records.end(id, stored, { state: 'sent' }, delivery.pauseMs);
    else await records.end(id, stored, { state: 'failed', reason: delivery.reason }, 0);
  };
}

/** The nonce of a message stays the same, so that it is posted once; the client's own is kept. */
function withNonce(body: string, id: string): string {
  const message: unknown = JSON.parse(body);
  if (typeof message !== 'object' || message === null || 'nonce' in message) return body;
  return JSON.stringify({ ...message, nonce: id.slice(0, 25), enforce_nonce: true });
}
