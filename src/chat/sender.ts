import type { Clock } from '../async/clock.ts';
import { createKeyedSemaphore } from '../async/semaphore.ts';
import { failureOf } from '../errors/failure-of.ts';
import { LineupError } from '../errors/lineup-error.ts';
import { NetError } from '../net/net-error.ts';
import { unavailable } from '../net/unavailable.ts';
import { pathOf, type UpstreamClient, type UpstreamResponse } from '../net/upstream-client.ts';
import { classify, type Outcome } from './answers.ts';
import { overloaded, guardRules, tooManyRequests, type GuardRules } from './webhook-guard.ts';
import { createBucketQueue, type Job } from './bucket-queue.ts';
import {
  methodOf,
  segmentsOf,
  type PlatformAnswer,
  type Webhook,
  type WebhookAction,
  type WebhookBody,
} from './webhook.ts';

/** Who wants something sent. */
type SendOptions = {
  /** The client as a key: it answers for the bad answers that it brings about. */
  readonly client: string;
  /**
   * While the request waits, an abort calls it off: it is not sent, and fails with the signal's
   * reason. What is on its way is not called back.
   */
  readonly signal?: AbortSignal | undefined;
};

export type WebhookSender = {
  /**
   * Does one thing at the platform when its turn comes, once.
   *
   * @throws {LineupError} `too-many-requests` (with the seconds), `unknown-webhook`, `overloaded`,
   * `upstream-failed`, `upstream-timeout`
   */
  readonly send: (
    webhook: Webhook,
    action: WebhookAction,
    body: WebhookBody | null,
    options: SendOptions,
  ) => Promise<PlatformAnswer>;
  /** @throws {LineupError} what `send` would throw before it waits */
  readonly assertWelcome: (webhook: Webhook, client: string) => void;
};

export type SenderParts = {
  readonly request: UpstreamClient['request'];
  readonly clock: Clock;
  /** This process's share of the platform's global rate. */
  readonly requestsPerSecond: number;
  readonly rules?: Partial<SenderRules>;
};

export type SenderRules = GuardRules & {
  /** The longest that a request waits for its turn; one that would wait longer is refused at once. */
  readonly maxWaitMs: number;
  /** How much longer than expected a wait may last before it is given up. */
  readonly graceMs: number;
  /** Requests that may wait in one queue, and in progress over all of them. */
  readonly maxWaiting: number;
  readonly maxPending: number;
  /** From sending to the platform's answer; a second more for each MiB of a body. */
  readonly timeoutMs: number;
};

/** Also the connections to the platform, so that nothing waits again once it has had its turn. */
export const maxPending = 512;

const senderRules: SenderRules = {
  ...guardRules,
  maxWaitMs: 2000,
  graceMs: 1000,
  maxWaiting: 64,
  maxPending,
  timeoutMs: 10_000,
};

/** A 429 is not an answer that was acted on: the request may be sent again. */
const maxAttempts = 3;
const never = new AbortController().signal;
/** As logs and metrics call it. */
const platform = 'chat platform';

/**
 * The one that talks to the platform: keeps the order of each webhook's messages, keeps to the
 * platform's limits, and does not ask again for a webhook that does not exist. All of it for this
 * process; several share the global rate by their setting.
 *
 * `@discordjs/rest` was tried for this and does not fit: it repeats a POST up to three times after a
 * 5xx or a timeout and a 429 without end, sent 96 requests in a second where 50 are allowed (its
 * windows are cut at whole seconds), keeps one handler for each token without a bound, puts tokens
 * into its errors and debug events, waits by timers of its own, and brings a second undici.
 */
export function createWebhookSender(parts: SenderParts): WebhookSender {
  const { request, clock, requestsPerSecond } = parts;
  const rules = { ...senderRules, ...parts.rules };
  const bucketQueue = createBucketQueue({ clock, requestsPerSecond, rules });
  const queues = createKeyedSemaphore({
    maxRunning: 1,
    maxWaiting: rules.maxWaiting,
    maxWaitMs: rules.maxWaitMs + rules.graceMs,
    clock,
    errorOf: (_failure, cause) =>
      cause instanceof Error ? cause : tooManyRequests(rules.maxWaitMs),
  });
  let pending = 0;

  async function attempt(job: Job): Promise<Outcome> {
    await bucketQueue.wait(job);
    job.leaveQueue();
    const response = await call(request, job, rules.timeoutMs);
    const outcome = classify(response, job.action.kind);
    bucketQueue.note(job, response, outcome);
    return outcome;
  }

  async function carryOut(job: Job): Promise<PlatformAnswer> {
    for (let attempts = 1; ; attempts += 1) {
      const outcome = await attempt(job);
      const waitMs = outcome.kind === 'limited' ? outcome.retryAfterMs : 0;
      const mayWait = waitMs <= rules.maxWaitMs && clock.nowMs() + waitMs <= job.deadlineMs;
      const isRepeated = outcome.kind === 'limited' && attempts < maxAttempts && mayWait;
      if (!isRepeated) return answerOf(outcome);
    }
  }

  /** In the queue of its webhook and kind, unless it is clear that this takes too long. */
  async function enqueue(job: Omit<Job, 'leaveQueue'>): Promise<PlatformAnswer> {
    const { key, action, signal } = job;
    const leaveQueue = bucketQueue.join(job);
    const run = () => carryOut({ ...job, leaveQueue });
    return queues.run(`${key}:${action.kind}`, run, signal).finally(leaveQueue);
  }

  return {
    assertWelcome: (webhook, client) => bucketQueue.assertWelcome(keyOf(webhook), client),
    send: async (webhook, action, body, { client, signal = never }) => {
      if (pending >= rules.maxPending) throw overloaded(1);
      pending += 1;
      const deadlineMs = clock.nowMs() + rules.maxWaitMs + rules.graceMs;
      const job = { webhook, key: keyOf(webhook), action, body, client, signal, deadlineMs };
      return enqueue(job).finally(() => (pending -= 1));
    },
  };
}

function keyOf({ id, token }: Webhook): string {
  return `${id}/${token}`;
}

async function call(
  request: SenderParts['request'],
  { webhook, action, body }: Job,
  timeoutMs: number,
): Promise<UpstreamResponse> {
  const query = new URLSearchParams(action.query).toString();
  const event = action.githubEvent;
  try {
    return await request({
      method: methodOf(action),
      path: `${pathOf(...segmentsOf(webhook, action))}${query === '' ? '' : `?${query}`}`,
      headers: {
        ...(body !== null && { 'content-type': body.contentType }),
        ...(event !== undefined && { 'x-github-event': event }),
      },
      ...(body !== null && { body: body.bytes }),
      timeoutMs: timeoutMs + (body === null ? 0 : body.bytes.length / 1024),
      idempotent: false,
    });
  } catch (error) {
    throw error instanceof NetError ? translated(error) : error;
  }
}

function translated(error: NetError): LineupError {
  if (error.kind === 'busy') return overloaded(1);
  const { service = platform, cause: kind } = failureOf(error);
  return unavailable(error, { cause: failure({ service, kind }) });
}

/** For the log, and no more of it: what a connection says of itself can hold parts of a response. */
function failure(facts: { service: string; kind?: string | undefined; status?: number }): Error {
  return Object.assign(new Error('the chat platform failed'), facts);
}

function answerOf(outcome: Outcome): PlatformAnswer {
  if (outcome.kind === 'answer') return outcome.answer;
  if (outcome.kind === 'limited') throw tooManyRequests(outcome.retryAfterMs);
  if (outcome.kind === 'failed') {
    const cause = failure({ service: platform, status: outcome.status });
    throw new LineupError('upstream-failed', undefined, { cause });
  }
  const refused = 'The chat platform refuses this to the webhook.';
  throw new LineupError('unknown-webhook', outcome.webhook === 'dead' ? undefined : refused);
}
