import type { Redis, RedisOptions } from 'ioredis';
import {
  systemClock,
  type Clock,
  abortable,
  sleep,
  withDeadline,
} from '../../../common/async/clock.ts';
import { LineupError, catalogue } from '../../../common/errors/lineup-error.ts';
import type { RecordStore } from '../idempotency.ts';
import type { WebhookSender } from '../sender.ts';
import { createSharedRecords } from '../shared-records.ts';
import { GuardRefusal, tooManyRequests } from '../webhook-guard.ts';
import { type WebhookRequest, createTokenSeal, deriveKey } from '../webhook.ts';
import { createWebhookQueue, type Deliver } from './webhook-queue.ts';

/** The rate of all instances, of 50 a second allowed: what is sent evenly arrives in bursts. */
const queueRequestsPerSecond = 40;
/** The longest that a client waits for Redis, by default. */
const defaultTimeoutMs = 2000;
/** A connection whose response is this late is closed: the machine behind it may be gone. */
const silenceTimeoutMs = 5000;
/** BullMQ's blocking call waits up to ten seconds for work. */
const workSilenceTimeoutMs = 15_000;
const retryAfterSeconds = 2;
/** At shutdown, a message in progress has this long; then Redis passes it to another instance. */
const closeTimeoutMs = 5000;

type QueueParts = {
  readonly redisUrl: string;
  /** 32 bytes; derived from the URL if the operator set none. */
  readonly key: Uint8Array | undefined;
  readonly sender: WebhookSender;
  readonly clock: Clock;
  /** Opens a connection that survives invalid replies. */
  readonly openRedis: (
    url: string,
    options: Pick<RedisOptions, 'enableOfflineQueue' | 'maxRetriesPerRequest' | 'socketTimeout'>,
  ) => Redis;
  readonly onError: (error: unknown) => void;
  /** The longest that a client waits for Redis; 2000 by default. */
  readonly timeoutMs?: number | undefined;
};

/** The queue with its own connections: BullMQ requires one that retries without limit. */
export function openWebhookQueue(parts: QueueParts) {
  const { redisUrl, onError, clock, key = deriveKey(redisUrl) } = parts;
  const { timeoutMs = defaultTimeoutMs } = parts;
  const reachable = withinTime(timeoutMs, 'The queue is');
  const commands = parts.openRedis(redisUrl, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    socketTimeout: silenceTimeoutMs,
  });
  const redis = parts.openRedis(redisUrl, {
    maxRetriesPerRequest: null,
    socketTimeout: workSilenceTimeoutMs,
  });
  const { add, find, close, oldestAgeMs } = createWebhookQueue({
    commands,
    redis,
    clock,
    onError,
    seal: createTokenSeal(key),
    deliver: deliverThrough(parts.sender, clock),
    perSecond: queueRequestsPerSecond,
  });
  return {
    queue: {
      oldestAgeMs,
      add: (...args: Parameters<typeof add>) => reachable(() => add(...args)),
      find: (id: string) => reachable(() => find(id)),
    },
    /** Records of `Idempotency-Key`, shared by all instances. */
    records: reachableRecords(createSharedRecords(commands, clock.nowMs), timeoutMs),
    /** Whether its own connection to Redis is open. */
    isConnected: (): boolean => commands.status === 'ready',
    close: async (): Promise<void> => {
      // Commands would wait without limit for an unavailable Redis.
      await Promise.race([close(), sleep(systemClock, closeTimeoutMs)]);
      for (const connection of [commands, redis]) connection.disconnect();
    },
  };
}

export type OpenQueue = ReturnType<typeof openWebhookQueue>;

const errorOf = () => new Error('Redis did not respond in time');

/** Runs a call to Redis. Throws a LineupError, `overloaded`, while Redis is unavailable. */
function withinTime(timeoutMs: number, what: string) {
  return async <T>(task: () => Promise<T>): Promise<T> => {
    try {
      return await withDeadline({ timeoutMs, errorOf }, (signal) => abortable(task(), signal));
    } catch (cause) {
      const detail = `${what} not available right now; try again shortly.`;
      throw new LineupError('overloaded', detail, { cause, retryAfterSeconds });
    }
  };
}

const reachableRecords = (records: RecordStore, timeoutMs: number): RecordStore => ({
  claim: (...args) => withinTime(timeoutMs, 'Idempotency keys are')(() => records.claim(...args)),
  // The response is complete; it must not be lost because it can't be stored.
  keep: (...args) => records.keep(...args).catch(() => {}),
  release: (...args) => records.release(...args).catch(() => {}),
});

/** Temporary failures, which say nothing about the message. */
const passing = new Set(['too-many-requests', 'overloaded', 'upstream-failed', 'upstream-timeout']);

/** The longest that an attempt waits inside the sender; what takes longer is tried again later. */
const maxInSenderMs = 250;

function deliverThrough(sender: WebhookSender, clock: Clock): Deliver {
  return async ({ webhookId, token, query, body }, { client, takeToken, signal }) => {
    const request = {
      kind: 'execute',
      id: webhookId,
      token,
      query: { ...query, wait: true },
      body: { bytes: Buffer.from(body), contentType: 'application/json' },
      client: `queue:${client}`,
      signal,
    } as const;
    try {
      sender.assertNotBlocked(request);
      const waitMs = sender.waitMs(request);
      if (waitMs > 0) return { kind: 'retry', afterMs: waitMs };
      await takeToken();
      const { status } = await sendSoon(sender, request, clock);
      if (status < 400) return { kind: 'sent', pauseMs: sender.waitMs(request) };
      if (status === 404) return { kind: 'failed', reason: catalogue['unknown-webhook'].sentence };
      return { kind: 'failed', reason: `The chat platform refused the message (${status}).` };
    } catch (error) {
      if (!(error instanceof LineupError)) throw error;
      if (!passing.has(error.code)) return { kind: 'failed', reason: error.message };
      const seconds = error.retryAfterSeconds;
      const afterMs = seconds === undefined ? undefined : seconds * 1000;
      return { kind: 'retry', afterMs, isGuarded: error instanceof GuardRefusal };
    }
  };
}

async function sendSoon(sender: WebhookSender, request: WebhookRequest, clock: Clock) {
  const busy = new AbortController();
  const cancel = clock.startTimer(maxInSenderMs, () => busy.abort(tooManyRequests(1000)));
  const signal = AbortSignal.any([request.signal, busy.signal]);
  try {
    return await sender.send({ ...request, signal });
  } finally {
    cancel();
  }
}
