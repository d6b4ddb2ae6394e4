import { type Clock, sleep } from '../../common/async/clock.ts';
import { createKeyedSemaphore } from '../../common/async/semaphore.ts';
import type { OpenBucket } from '../../common/async/token-bucket.ts';
import { failureOf, LineupError } from '../../common/errors/lineup-error.ts';
import { NetError } from '../net/net-error.ts';
import { UpstreamFailure, unavailable } from '../net/service-client.ts';
import { pathOf, type UpstreamClient, type UpstreamResponse } from '../net/upstream-client.ts';
import { classify, type Outcome, numberIn, boundedMs } from './responses.ts';
import { createWebhookGuard, guardRules, tooManyRequests } from './webhook-guard.ts';
import { actions, type PlatformResponse, type WebhookRequest, type ActionKind } from './webhook.ts';
import { LRUCache } from 'lru-cache';

type SenderParts = {
  readonly request: UpstreamClient['request'];
  readonly clock: Clock;
  readonly openBucket: OpenBucket;
  /** This process's share of the platform's global rate. */
  readonly requestsPerSecond: number;
  readonly rules?: Partial<SenderRules>;
};

/** Connections: more than 50 requests a second take up in their timeout, so none waits twice. */
export const maxConnections = 512;

const senderRules = {
  ...guardRules,
  /** The longest that a request waits for its token. */
  maxWaitMs: 3000,
  /** From sending to the platform's response. */
  timeoutMs: 10_000,
};
export type SenderRules = Readonly<typeof senderRules>;

/** A request refused with 429 had no effect, so it may be sent again. */
const maxAttempts = 3;
/** Clocks differ by milliseconds, and being early costs a 429: added to every wait … */
const marginMs = 25;
/** … and to the second of the global rate. */
const secondWithMargin = 1.025;
const platform = 'chat platform';

type Job = WebhookRequest & {
  /** Never logged: it contains the token. */
  readonly key: string;
  /** When it stops waiting. */
  readonly deadlineMs: number;
};

/**
 * Sends all requests to the platform: preserves the order of each webhook's messages, obeys the
 * platform's limits, and does not call a webhook again that does not exist. All of it is for this
 * process; several processes share the global rate by their setting.
 *
 * `@discordjs/rest` was tried and does not fit: it repeats a POST after a 5xx, exceeds 50 requests a
 * second, keeps a handler for each token without a bound, and puts tokens into errors.
 */
export function createWebhookSender(parts: SenderParts) {
  const { request, clock, openBucket, requestsPerSecond } = parts;
  const rules = { ...senderRules, ...parts.rules };
  const guard = createWebhookGuard(clock.nowMs, rules);
  const buckets = createBuckets(clock.nowMs);
  const rate = openBucket(globalRate(requestsPerSecond));
  const { maxWaitMs } = rules;
  // One queue for each webhook and kind of request.
  const queues = createKeyedSemaphore({
    maxRunning: 1,
    maxWaitMs,
    clock,
    errorOf: (_failure, cause) => (cause instanceof Error ? cause : tooManyRequests(maxWaitMs)),
  });

  /** Waits until webhook and address allow a request, and counts it. */
  async function waitForToken({ key, kind, client, signal, deadlineMs }: Job): Promise<void> {
    const leftMs = () => Math.max(0, deadlineMs - clock.nowMs());
    do {
      guard.assertNotBlocked(key, client);
      const waitMs = buckets.waitMs(key, kind);
      if (waitMs > leftMs()) throw tooManyRequests(waitMs);
      if (waitMs > 0) await sleep(clock, waitMs + marginMs, signal);
      const slotMs = await rate.take(client, leftMs(), { signal });
      if (slotMs > 0) throw tooManyRequests(slotMs);
      // Other kinds of requests may have used up the window in the meantime.
    } while (!buckets.take(key, kind));
  }

  /** Records the outcome of a response, and the limits in its headers. */
  function learn({ key, client, kind }: Job, response: UpstreamResponse): Outcome {
    const outcome = classify(response, kind);
    guard.note(key, client, outcome);
    if (outcome.kind !== 'limited') buckets.learn(key, kind, response);
    else if (outcome.isGlobal) rate.backOff(outcome.retryAfterMs);
    else buckets.block(key, kind, outcome.retryAfterMs);
    return outcome;
  }

  async function carryOut(job: Job): Promise<PlatformResponse> {
    for (let attempts = 1; ; attempts += 1) {
      await waitForToken(job);
      const response = await request(requestOf(job, rules.timeoutMs)).catch(fail);
      const outcome = learn(job, response);
      const mayRepeat = outcome.kind === 'limited' && outcome.retryAfterMs <= maxWaitMs;
      if (!mayRepeat || attempts === maxAttempts) return responseOf(outcome);
    }
  }

  return {
    /** @throws {LineupError} the errors that `send` would throw before it waits */
    assertNotBlocked: (webhookRequest: WebhookRequest): void =>
      guard.assertNotBlocked(keyOf(webhookRequest), webhookRequest.client),
    /** Milliseconds until the webhook accepts the next request, as far as known. */
    waitMs: (webhookRequest: WebhookRequest): number => {
      const waitMs = buckets.waitMs(keyOf(webhookRequest), webhookRequest.kind);
      return waitMs > 0 ? waitMs + marginMs : 0;
    },
    /**
     * Sends one request to the platform when its rate limits allow it, once.
     * @throws {LineupError} `too-many-requests` (with the seconds), `unknown-webhook`, `overloaded`,
     * `upstream-failed`, `upstream-timeout`
     */
    send: (webhookRequest: WebhookRequest): Promise<PlatformResponse> => {
      const job = {
        ...webhookRequest,
        key: keyOf(webhookRequest),
        deadlineMs: clock.nowMs() + maxWaitMs,
      };
      return queues.run(`${job.key}:${job.kind}`, () => carryOut(job), job.signal);
    },
  };
}

export type WebhookSender = ReturnType<typeof createWebhookSender>;

/** At most `perSecond` requests in any period of a second: a burst, then a steady rate. */
function globalRate(perSecond: number) {
  const burst = Math.max(1, Math.floor(perSecond / 10));
  return { burst, ratePerSecond: (perSecond - burst + 1) / secondWithMargin };
}

/** Also the path below the platform's API. */
function keyOf({ id, token }: WebhookRequest): string {
  return pathOf('webhooks', id, token);
}

/** Each MiB of a body may take a second more. */
function requestOf(job: Job, timeoutMs: number) {
  const { key, kind, message = '', query = {}, body, githubEvent } = job;
  const path = key + actions[kind].tail.replace('/:message', () => pathOf(message));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) search.set(name, String(value));
  return {
    method: actions[kind].method,
    path: search.size === 0 ? path : `${path}?${search.toString()}`,
    headers: {
      ...(body !== null && { 'content-type': body.contentType }),
      ...(githubEvent !== undefined && { 'x-github-event': githubEvent }),
    },
    ...(body !== null && { body: body.bytes }),
    timeoutMs: timeoutMs + (body === null ? 0 : body.bytes.length / 1024),
    idempotent: false,
  };
}

function responseOf(outcome: Outcome): PlatformResponse {
  if (outcome.kind === 'answer') return outcome.answer;
  if (outcome.kind === 'limited') throw tooManyRequests(outcome.retryAfterMs);
  if (outcome.kind === 'failed') return fail(new NetError('http-status', outcome));
  const refused = 'The chat platform refuses this to the webhook.';
  const sentence = outcome.state === 'dead' ? undefined : refused;
  throw new LineupError('unknown-webhook', sentence, { platform: outcome.words });
}

/** Only fixed facts are logged: error messages of a connection can contain parts of a response. */
function fail(error: unknown): never {
  if (!(error instanceof NetError)) throw error;
  const { service = platform, cause = '' } = failureOf(error);
  throw unavailable(error, { cause: new UpstreamFailure(service, cause) });
}

/** Assumed of every webhook until a response states its limit. */
const firstGuess = { limit: 5, windowMs: 2000 } as const;

/** Some 300 bytes each. */
const maxBuckets = 20_000;

/** A fixed window of the platform, as far as known; the next one starts with its first request. */
type Bucket = { limit: number; remaining: number; resetAtMs: number };

/** The buckets of one process, by webhook and by kind of request or the platform's bucket name. */
export function createBuckets(nowMs: () => number) {
  const buckets = new LRUCache<string, Bucket>({ maxSize: maxBuckets, sizeCalculation: () => 1 });
  // The platform's names of buckets; several kinds of requests may share one.
  const names = new Map<ActionKind, string>();

  function of(webhook: string, kind: ActionKind): Bucket {
    const key = `${webhook}:${names.get(kind) ?? kind}`;
    const { limit } = firstGuess;
    const bucket = buckets.get(key) ?? { limit, remaining: limit, resetAtMs: 0 };
    if (nowMs() >= bucket.resetAtMs) bucket.remaining = bucket.limit;
    buckets.set(key, bucket);
    return bucket;
  }

  return {
    waitMs: (webhook: string, kind: ActionKind): number => {
      const { remaining, resetAtMs } = of(webhook, kind);
      return remaining > 0 ? 0 : resetAtMs - nowMs();
    },
    /** Counts a request; false if none may be sent now. */
    take: (webhook: string, kind: ActionKind): boolean => {
      const bucket = of(webhook, kind);
      if (bucket.remaining <= 0) return false;
      if (nowMs() >= bucket.resetAtMs) bucket.resetAtMs = nowMs() + firstGuess.windowMs;
      bucket.remaining -= 1;
      return true;
    },
    /** Applies the headers; but a response may not yet count requests that are in progress. */
    learn: (webhook: string, kind: ActionKind, response: UpstreamResponse): void => {
      const limit = numberIn(response, 'x-ratelimit-limit');
      const remaining = numberIn(response, 'x-ratelimit-remaining');
      const resetAfter = numberIn(response, 'x-ratelimit-reset-after');
      // With a limit of zero the platform would never be called again.
      if (!limit || remaining === undefined || resetAfter === undefined) return;
      const name = response.headers['x-ratelimit-bucket'] ?? '';
      if (/^[\w-]{1,64}$/.test(name)) names.set(kind, name);
      const bucket = of(webhook, kind);
      const isRunning = bucket.limit === limit && nowMs() < bucket.resetAtMs;
      bucket.remaining = isRunning ? Math.min(bucket.remaining, remaining) : remaining;
      bucket.limit = limit;
      bucket.resetAtMs = nowMs() + boundedMs(resetAfter);
    },
    block: (webhook: string, kind: ActionKind, forMs: number): void => {
      Object.assign(of(webhook, kind), { remaining: 0, resetAtMs: nowMs() + forMs });
    },
  };
}
