import { sleep, type Clock } from '../async/clock.ts';
import type { UpstreamResponse } from '../net/upstream-client.ts';
import { bucketIn, type Outcome } from './answers.ts';
import { createBuckets, createGlobalRate, marginMs } from './buckets.ts';
import { createWebhookGuard, tooManyRequests, type GuardRules } from './webhook-guard.ts';
import type { Webhook, WebhookAction, WebhookBody } from './webhook.ts';

/** A request on its way through the queue. */
export type Job = {
  readonly webhook: Webhook;
  /** Never logged: it holds the token. */
  readonly key: string;
  readonly action: WebhookAction;
  readonly body: WebhookBody | null;
  readonly client: string;
  readonly signal: AbortSignal;
  /** When it stops waiting. */
  readonly deadlineMs: number;
  /** It counts no longer among those who wait for the bucket; may be called more than once. */
  readonly leaveQueue: () => void;
};

type BucketQueueParts = {
  readonly clock: Clock;
  readonly requestsPerSecond: number;
  readonly rules: GuardRules & { readonly maxWaitMs: number };
};

/** When a request may go out: bucket, global rate, and what is known of its webhook and client. */
export function createBucketQueue({ clock, requestsPerSecond, rules }: BucketQueueParts) {
  const buckets = createBuckets(clock.nowMs);
  const rate = createGlobalRate(requestsPerSecond, clock.nowMs);
  const guard = createWebhookGuard(clock.nowMs, rules);

  async function pause(job: Job, forMs: number): Promise<void> {
    if (clock.nowMs() + forMs > job.deadlineMs) throw tooManyRequests(forMs);
    await sleep(clock, forMs + marginMs, job.signal);
  }

  /** Until bucket and address may be used, and everything still holds after the wait; takes both. */
  async function wait(job: Job): Promise<void> {
    for (let hasSlot = false; ;) {
      job.signal.throwIfAborted();
      guard.assertWelcome(job.key, job.client);
      const bucket = buckets.of(job.key, job.action.kind);
      const waitMs = Math.max(buckets.waitMs(bucket), rate.pausedMs());
      if (waitMs === 0 && hasSlot) return buckets.take(bucket);
      if (waitMs > 0) {
        await pause(job, waitMs);
        // A slot holds at its time only.
        hasSlot = false;
      } else {
        const slotMs = rate.take(job.deadlineMs - clock.nowMs());
        if (slotMs > 0) await pause(job, slotMs);
        hasSlot = true;
      }
    }
  }

  function note(job: Job, response: UpstreamResponse, outcome: Outcome): void {
    const { key, client, action } = job;
    const told = bucketIn(response);
    // A 429 says how long to wait in words of its own.
    if (told !== null && outcome.kind !== 'limited') buckets.learn(key, action.kind, told);
    if ([401, 403, 429].includes(response.status)) guard.noteBad();
    const state = 'webhook' in outcome ? outcome.webhook : 'unclear';
    if (state === 'dead' || outcome.kind === 'refused') guard.noteBadOf(client);
    if (state === 'dead') guard.noteDead(key);
    if (state === 'good') guard.noteGood(key);
    if (outcome.kind !== 'limited') return;
    if (outcome.isGlobal) rate.pause(outcome.retryAfterMs);
    else buckets.pause(buckets.of(key, action.kind), outcome.retryAfterMs);
  }

  /** Counts a request among those who wait, unless it is clear that this takes too long. */
  function join({ key, action, client }: Pick<Job, 'key' | 'action' | 'client'>): () => void {
    guard.assertWelcome(key, client);
    const bucket = buckets.of(key, action.kind);
    const waitMs = Math.max(buckets.waitMs(bucket, bucket.waiting), rate.pausedMs());
    if (waitMs > rules.maxWaitMs) throw tooManyRequests(waitMs);
    bucket.waiting += 1;
    let isWaiting = true;
    return () => {
      if (isWaiting) bucket.waiting -= 1;
      isWaiting = false;
    };
  }

  return { assertWelcome: guard.assertWelcome, join, wait, note };
}
