import { randomUUID } from 'node:crypto';
import { Queue, WaitingError, Worker, type Job } from 'bullmq';
import type { Redis } from 'ioredis';
import { hourMs, type Clock, sleep } from '../../../common/async/clock.ts';
import { networkOf } from '../../../common/async/fair-queue.ts';
import { hashOf } from '../shared-records.ts';
import type { WebhookQuery, TokenSeal } from '../webhook.ts';
import { createMessageRecords, lifetimesMs } from './message-records.ts';
import type { MessageRecords, Origin, Outcome } from './message-records.ts';
import { createSharedRate } from './shared-rate.ts';

/** A message to be posted to one webhook when those before it are. */
type QueuedMessage = {
  readonly webhookId: string;
  readonly token: string;
  readonly query: WebhookQuery;
  /** JSON of the message. */
  readonly body: string;
};

type DeliverOptions = {
  /** Hash of the client that posted it. */
  readonly client: string;
  /** Waits for the rate that all messages share; called right before it is sent. */
  readonly takeToken: () => Promise<void>;
  readonly signal: AbortSignal;
};

type Retry = {
  readonly kind: 'retry';
  readonly afterMs: number | undefined;
  /** It was not sent because its client has caused too many error responses. */
  readonly isGuarded?: boolean;
};

/** Sends a message, or tells when to try again; it never waits for the webhook. */
export type Deliver = (message: QueuedMessage, options: DeliverOptions) => Promise<Outcome | Retry>;

type WebhookQueueParts = {
  /** For calls that a client waits for: commands fail at once while Redis is unavailable. */
  readonly commands: Redis;
  /** Retries commands without limit, as BullMQ requires; duplicated for its blocking call. */
  readonly redis: Redis;
  readonly seal: TokenSeal;
  readonly deliver: Deliver;
  readonly clock: Clock;
  readonly perSecond: number;
  readonly onError: (error: unknown) => void;
};

type Stored = Omit<QueuedMessage, 'token'> &
  Origin & { readonly sealed: string; readonly untilMs: number };

/** A job stands for the first message of a line; its id is that of the message. */
type JobData = { readonly line: string };

export const queueName = 'webhooks';
/** Messages that one instance sends at a time. */
const maxRunning = 64;
/** A killed instance loses its messages in progress after this time. */
const lockMs = 5000;
/** Attempts end with the life of a message. */
const endlessly = 1_000_000_000;
const queueOptions = {
  prefix: 'lineup:queues',
  streams: { events: { maxLen: 1 } },
  defaultJobOptions: {
    attempts: endlessly,
    backoff: { type: 'custom' },
    removeOnComplete: true,
    removeOnFail: true,
    stackTraceLimit: 0,
  },
} as const;
/** How often an instance looks after lines whose first message has no job, and how many at a time. */
const lookMs = 2000;
const linesAtATime = 64;
const firstRetryMs = 1000;
const longestRetryMs = 60_000;

const failed = (reason: string): Outcome => ({ kind: 'failed', reason });

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
 * The next job is always that with the lowest priority number, by which clients take turns, and a delayed
 * message takes up nothing.
 */
export function createWebhookQueue(parts: WebhookQueueParts) {
  const { commands, clock, seal, onError } = parts;
  const records = createMessageRecords(commands);
  const closing = new AbortController();
  const runner = openRunner(parts, closing.signal);
  return {
    /**
     * Stores a message until it is sent; one with the record key of another is the same message, even if
     * the instance that stored it was killed before it could respond.
     * @param client key of the client, of which only a hash is stored
     * @param recordKey of its `Idempotency-Key`: as hard to guess as the token of the webhook
     * @returns its id, or `null` if there is no room for more of its network
     */
    add: async ({ token, ...rest }: QueuedMessage, client: string, recordKey?: string) => {
      const id = hashOf(recordKey ?? randomUUID());
      const origin = {
        line: hashOf(JSON.stringify([rest.webhookId, token])),
        client: hashOf(client),
        network: hashOf(networkOf(client)),
        recordKey,
      };
      const nowMs = clock.nowMs();
      const untilMs = nowMs + lifetimesMs.waiting;
      const stored: Stored = { ...rest, ...origin, sealed: seal.seal(token), untilMs };
      const place = await records.admit(id, JSON.stringify(stored), origin, nowMs);
      if (place === 0) return null;
      // The message is stored. If this fails, its line is looked after later.
      if (place === 1) void runner.addHead(stored.line).catch(onError);
      return { id };
    },
    find: records.find,
    /** How long the oldest message of all instances has waited in ms; 0 if none waits. */
    oldestAgeMs: runner.oldestAgeMs,
    /** Returns messages in progress to the queue, for another instance or the next start. */
    close: async (): Promise<void> => {
      closing.abort(new Error('closing'));
      await runner.close();
    },
  };
}

/** Sends the first messages of the lines, until it is closed. */
function openRunner(parts: WebhookQueueParts, closing: AbortSignal) {
  const { redis, clock, onError } = parts;
  const records = createMessageRecords(redis);
  const queue = new Queue<JobData>(queueName, { ...queueOptions, connection: redis });
  queue.on('error', onError);
  const attempt = createAttempt(parts, records, closing);
  let oldestMs: number | null = null;

  /** Adds the job of the first message of a line, if there is no such job yet. */
  async function addHead(line: string): Promise<void> {
    const head = await records.head(line);
    if (head !== null) await queue.add('message', { line }, head);
  }

  const worker = new Worker<JobData>(
    queueName,
    async (job, lock) => {
      try {
        await attempt(job, lock);
      } catch (error) {
        if (error instanceof RetryError || error instanceof WaitingError) throw error;
        // Another instance need not wait.
        if (closing.aborted) throw new RetryError(0);
        onError(error);
        throw error;
      }
      await addHead(job.data.line);
    },
    {
      prefix: queueOptions.prefix,
      connection: redis,
      concurrency: maxRunning,
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
    addHead,
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

function createAttempt(parts: WebhookQueueParts, records: MessageRecords, closing: AbortSignal) {
  const { redis, clock, perSecond, seal } = parts;
  const rate = createSharedRate(redis, clock, perSecond);

  async function deliver(stored: Stored, { id = '', priority }: Job): Promise<Outcome | Retry> {
    const { webhookId, query, body, client, sealed } = stored;
    if (clock.nowMs() >= stored.untilMs) return failed('It could not be sent within 24 hours.');
    const token = seal.open(sealed);
    if (token === null) return failed('The key of the queue has changed.');
    const message = { webhookId, token, query, body: withNonce(body, id) };
    const takeToken = () => rate.take(priority, closing);
    return parts.deliver(message, { client, takeToken, signal: closing });
  }

  /** The guard alone holds a message back for an hour, in which those behind it in its line wait, too. */
  async function retryGuarded(id: string, stored: Stored, afterMs = hourMs): Promise<void> {
    const nowMs = clock.nowMs();
    const sinceMs = await records.noteGuarded(stored.line, nowMs);
    const queuedMs = stored.untilMs - lifetimesMs.waiting;
    const leftMs = Math.max(sinceMs, queuedMs) + hourMs - nowMs;
    if (leftMs > 0) throw new RetryError(Math.min(afterMs, leftMs));
    const reason =
      'Its client has posted too much to webhooks that fail: it was not sent within an hour.';
    await records.end(id, stored, { kind: 'failed', reason, mayRepeat: true });
  }

  return async (job: Job<JobData>, lock?: string): Promise<void> => {
    const { id = '' } = job;
    const due = await records.load(id);
    // Finished by an instance that was killed before it could remove the job.
    if (due === null) return;
    if (due.priority !== job.priority) {
      await job.changePriority({ priority: due.priority });
      await job.moveToWait(lock);
      throw new WaitingError();
    }
    const stored: Stored = JSON.parse(due.data);
    const outcome = await deliver(stored, job);
    if (outcome.kind !== 'retry') return records.end(id, stored, outcome);
    if (outcome.isGuarded === true) return retryGuarded(id, stored, outcome.afterMs);
    await records.retry(id, stored);
    throw new RetryError(outcome.afterMs);
  };
}

/** The nonce of a message stays the same, so that it is posted once; the client's own is kept. */
function withNonce(body: string, id: string): string {
  const message: unknown = JSON.parse(body);
  if (typeof message !== 'object' || message === null || 'nonce' in message) return body;
  return JSON.stringify({ ...message, nonce: id.slice(0, 25), enforce_nonce: true });
}
