import { LRUCache } from 'lru-cache';
import type { ToldBucket } from './answers.ts';
import type { ActionKind } from './webhook.ts';

/** Added to every wait: no two clocks agree to the millisecond, and being early costs a 429. */
export const marginMs = 25;
/** What the platform allows one webhook, until its answers tell. */
const firstGuess = { limit: 5, windowMs: 2000 };
/** Some 300 bytes each. */
const mostBuckets = 20_000;

/** A fixed window of the platform, as far as it is known, and who is about to use it. */
export type Bucket = {
  limit: number;
  windowMs: number;
  /** The window is over then; the next one starts with its first request. */
  resetAtMs: number;
  remaining: number;
  /** Until when nothing goes through at all; the window ends no earlier. */
  pausedUntilMs: number;
  isTold: boolean;
  /** Requests in the queue for it, the one at its head included. */
  waiting: number;
};

/** The buckets of one process: by webhook, and by kind of request or what the platform calls it. */
export function createBuckets(nowMs: () => number) {
  const buckets = new LRUCache<string, Bucket>({ max: mostBuckets });
  // The platform's names of buckets; several kinds of requests may share one.
  const names = new Map<ActionKind, string>();

  function of(webhook: string, kind: ActionKind): Bucket {
    const key = `${webhook}:${names.get(kind) ?? kind}`;
    const { limit, windowMs } = firstGuess;
    const fresh = { resetAtMs: 0, pausedUntilMs: 0, remaining: limit, waiting: 0, isTold: false };
    const bucket = buckets.get(key) ?? { limit, windowMs, ...fresh };
    buckets.set(key, bucket);
    return bucket;
  }

  return {
    of,
    /** Milliseconds until a request may go out when `ahead` others go first. */
    waitMs: (bucket: Bucket, ahead = 0): number => {
      const now = nowMs();
      const isOver = now >= bucket.resetAtMs;
      const remaining = isOver ? bucket.limit : bucket.remaining;
      if (ahead < remaining) return 0;
      const firstMs = isOver ? bucket.windowMs : bucket.resetAtMs - now;
      return firstMs + Math.floor((ahead - remaining) / bucket.limit) * bucket.windowMs;
    },
    take: (bucket: Bucket): void => {
      const now = nowMs();
      if (now >= bucket.resetAtMs) {
        bucket.remaining = bucket.limit;
        bucket.resetAtMs = now + bucket.windowMs;
      }
      bucket.remaining -= 1;
    },
    /** Believes the platform; but a response may not know yet of requests that are on their way. */
    learn: (webhook: string, kind: ActionKind, told: ToldBucket): void => {
      if (told.name !== null) names.set(kind, told.name);
      const bucket = of(webhook, kind);
      const now = nowMs();
      const isRunning = bucket.isTold && now < bucket.resetAtMs;
      // Only the first response of a window tells its whole length.
      const isFirst = told.remaining >= told.limit - 1;
      bucket.windowMs = isFirst ? told.resetAfterMs : Math.max(bucket.windowMs, told.resetAfterMs);
      bucket.limit = told.limit;
      bucket.remaining = isRunning ? Math.min(bucket.remaining, told.remaining) : told.remaining;
      bucket.resetAtMs = Math.max(now + told.resetAfterMs, bucket.pausedUntilMs);
      bucket.isTold = true;
    },
    pause: (bucket: Bucket, forMs: number): void => {
      bucket.pausedUntilMs = Math.max(bucket.pausedUntilMs, nowMs() + forMs);
      bucket.resetAtMs = bucket.pausedUntilMs;
      bucket.remaining = 0;
      bucket.isTold = true;
    },
  };
}

/**
 * The global rate: never more than `perSecond` requests in any second, however it is cut. Slots are
 * handed out in the order in which they are asked for.
 */
export function createGlobalRate(perSecond: number, nowMs: () => number) {
  // A ring of the last slots: the next request goes a second after the one in its place.
  const slotsMs = new Float64Array(perSecond);
  let next = 0;
  let pausedUntilMs = 0;
  return {
    /** Milliseconds to the next slot, which is taken unless that is over `maxMs`. */
    take: (maxMs: number): number => {
      const now = nowMs();
      const slotMs = Math.max(now, (slotsMs[next] ?? 0) + 1000 + marginMs);
      if (slotMs - now <= maxMs) {
        slotsMs[next] = slotMs;
        next = (next + 1) % perSecond;
      }
      return slotMs - now;
    },
    pause: (forMs: number): void => {
      pausedUntilMs = Math.max(pausedUntilMs, nowMs() + forMs);
    },
    pausedMs: (): number => Math.max(0, pausedUntilMs - nowMs()),
  };
}
