import { LRUCache } from 'lru-cache';
import type { UpstreamResponse } from '../net/upstream-client.ts';
import { bucketIn, type Outcome, type ToldBucket } from './answers.ts';
import type { ActionKind } from './webhook.ts';

/** What the platform allows one webhook, until its answers tell. */
const firstGuess = { limit: 5, windowMs: 2000, remaining: 5, resetAtMs: 0, waiting: 0 };
/** Some 300 bytes each. */
const mostBuckets = 20_000;

/** A fixed window of the platform, as far as it is known, and who is about to use it. */
export type Bucket = {
  limit: number;
  windowMs: number;
  /** The window is over then; the next one starts with its first request. */
  resetAtMs: number;
  remaining: number;
  /** Requests in the queue for it, the one at its head included. */
  waiting: number;
};

/** The buckets of one process: by webhook, and by kind of request or what the platform calls it. */
export function createBuckets(nowMs: () => number) {
  const buckets = new LRUCache<string, Bucket>({ maxSize: mostBuckets, sizeCalculation: () => 1 });
  // The platform's names of buckets; several kinds of requests may share one.
  const names = new Map<ActionKind, string>();
  // Of all of them: the platform has refused this address.
  let pausedUntilMs = 0;

  function of(webhook: string, kind: ActionKind): Bucket {
    const key = `${webhook}:${names.get(kind) ?? kind}`;
    const bucket = buckets.get(key) ?? { ...firstGuess };
    buckets.set(key, bucket);
    return bucket;
  }

  return {
    of,
    /** Milliseconds until a request may go out when `ahead` others go first. */
    waitMs: (bucket: Bucket, ahead: number): number => {
      const pausedMs = Math.max(0, pausedUntilMs - nowMs());
      const leftMs = bucket.resetAtMs - nowMs();
      const remaining = leftMs > 0 ? bucket.remaining : bucket.limit;
      if (ahead < remaining) return pausedMs;
      const laterWindows = Math.floor((ahead - remaining) / bucket.limit);
      const firstMs = leftMs > 0 ? leftMs : bucket.windowMs;
      return Math.max(firstMs + laterWindows * bucket.windowMs, pausedMs);
    },
    take: (bucket: Bucket): void => {
      if (nowMs() >= bucket.resetAtMs) {
        bucket.remaining = bucket.limit;
        bucket.resetAtMs = nowMs() + bucket.windowMs;
      }
      bucket.remaining -= 1;
    },
    /** A 429 says how long to wait in words of its own, all else in headers. */
    note: (
      webhook: string,
      kind: ActionKind,
      response: UpstreamResponse,
      outcome: Outcome,
    ): void => {
      if (outcome.kind !== 'limited') {
        const told = bucketIn(response);
        if (told?.name) names.set(kind, told.name);
        if (told !== null) learn(of(webhook, kind), told, nowMs());
        return;
      }
      const untilMs = nowMs() + outcome.retryAfterMs;
      if (outcome.isGlobal) pausedUntilMs = Math.max(pausedUntilMs, untilMs);
      else Object.assign(of(webhook, kind), { remaining: 0, resetAtMs: untilMs });
    },
  };
}

/** Believes the platform; but a response may not know yet of requests that are on their way. */
function learn(bucket: Bucket, told: ToldBucket, nowMs: number): void {
  const resetAtMs = nowMs + told.resetAfterMs;
  const isRunning = bucket.limit === told.limit && nowMs < bucket.resetAtMs;
  // Only the first response of a window tells its whole length.
  const isFirst = told.remaining >= told.limit - 1;
  bucket.windowMs = isFirst ? told.resetAfterMs : Math.max(bucket.windowMs, told.resetAfterMs);
  bucket.remaining = isRunning ? Math.min(bucket.remaining, told.remaining) : told.remaining;
  bucket.resetAtMs = isRunning ? Math.max(bucket.resetAtMs, resetAtMs) : resetAtMs;
  bucket.limit = told.limit;
}

/** Counts one among those who wait; the returned function, which may be called twice, takes it out. */
export function joinQueue(bucket: Bucket): () => void {
  let isWaiting = true;
  bucket.waiting += 1;
  return () => {
    if (isWaiting) bucket.waiting -= 1;
    isWaiting = false;
  };
}
