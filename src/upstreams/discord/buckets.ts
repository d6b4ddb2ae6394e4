import { LRUCache } from 'lru-cache';
import type { UpstreamResponse } from '../net/upstream-client.ts';
import { boundedMs, numberIn } from './answers.ts';
import type { ActionKind } from './webhook.ts';

/** Assumed of every webhook until a response states its limit. */
const firstGuess = { limit: 5, windowMs: 2000 } as const;
/** Some 300 bytes each. */
const mostBuckets = 20_000;

/** A fixed window of the platform, as far as known; the next one starts with its first request. */
type Bucket = { limit: number; remaining: number; resetAtMs: number };

/** The buckets of one process, by webhook and by kind of request or the platform's bucket name. */
export function createBuckets(nowMs: () => number) {
  const buckets = new LRUCache<string, Bucket>({ maxSize: mostBuckets, sizeCalculation: () => 1 });
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
    /** Milliseconds until a request may be sent. */
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
    /** After a 429 of this bucket. */
    block: (webhook: string, kind: ActionKind, forMs: number): void => {
      Object.assign(of(webhook, kind), { remaining: 0, resetAtMs: nowMs() + forMs });
    },
  };
}
