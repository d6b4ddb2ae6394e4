import { settledWithin, type Clock } from '../async/clock.ts';
import { isRefusal, LineupError } from '../errors/lineup-error.ts';
import type { CacheContext } from './context.ts';
import type { Entries, CacheParts, CacheRules } from './entries.ts';
import type { SharedTier } from './shared-tier.ts';

/** `refused`: not for this client now, which says nothing about the value. */
type Outcome<T> =
  | { readonly kind: 'loaded'; readonly value: T }
  | { readonly kind: 'failed' | 'refused'; readonly error: unknown };

/** A load in progress; its outcome never rejects. */
export type PendingLoad<T> = {
  readonly startedAtMs: number;
  sourceHit: boolean;
  readonly client: string | undefined;
  readonly outcome: Promise<Outcome<T>>;
};

type LoaderParts<T extends object | null> = Pick<CacheParts, 'clock' | 'onResponse'> & {
  readonly entries: Entries<T>;
  readonly tier: SharedTier<T>;
};

/** Loads the value of a key for a client, which is `''` for what no client requested. */
export type LoadFor<T> = (client: string) => Promise<T>;

/**
 * Creates a function that starts a load: it tries the second tier, calls the source if there is no
 * fresh value, and stores the result in both tiers. Of a failure only its time is recorded. A load that
 * is refused (`overloaded`) is no failure: it concerns its client alone.
 */
export function createLoader<T extends object | null>(parts: LoaderParts<T>) {
  const { entries, tier, onResponse } = parts;
  const { nowMs } = parts.clock;

  async function readTier(key: string): Promise<T | undefined> {
    const shared = await tier?.read(key);
    if (shared !== undefined) entries.keep(key, shared);
    const known = entries.find(key);
    return known?.state === 'fresh' ? known.value : undefined;
  }

  async function requestSource(key: string, load: () => Promise<T>): Promise<Outcome<T>> {
    onResponse?.('source');
    try {
      const entry = { value: await load(), storedAtMs: nowMs() };
      entries.keep(key, entry);
      tier?.write(key, entry);
      return { kind: 'loaded', value: entry.value };
    } catch (error) {
      if (isRefusal(error)) return { kind: 'refused', error };
      entries.backOff(key);
      return { kind: 'failed', error };
    }
  }

  return (key: string, load: LoadFor<T>, context: CacheContext): PendingLoad<T> => {
    const { client } = context;
    const run = async (): Promise<Outcome<T>> => {
      const value = tier && (await readTier(key));
      if (value !== undefined) {
        onResponse?.('redis');
        return { kind: 'loaded', value };
      }
      started.sourceHit = true;
      context.sourceHit = true;
      return requestSource(key, () => load(client ?? ''));
    };
    const { promise: outcome, resolve } = Promise.withResolvers<Outcome<T>>();
    const started: PendingLoad<T> = { startedAtMs: nowMs(), sourceHit: false, client, outcome };
    resolve(run());
    return started;
  };
}

type WaitRules = Pick<CacheParts, 'clock' | 'timeoutError'> &
  Pick<CacheRules<unknown>, 'softTimeoutMs' | 'timeoutMs'>;

/**
 * Waits for a load, up to the soft timeout if there is an older value, and up to the request's deadline
 * otherwise. The load itself continues.
 *
 * The soft timeout is one budget for all waits of a request (it looks up a name, then a profile).
 * Requests that join a load which is already slow have less of it left.
 * @param older returns the value to use instead, if there is one; called again after each wait
 */
export async function waitForLoad<T>(
  load: PendingLoad<T>,
  { older, context }: { readonly older: () => T | undefined; readonly context: CacheContext },
  { clock, softTimeoutMs = 800, timeoutMs, timeoutError = tooLate }: WaitRules,
): Promise<Outcome<T>> {
  const startMs = clock.nowMs();
  if (older() !== undefined) context.staleDeadline ??= startMs + softTimeoutMs;
  const deadline = timeoutMs === undefined ? never : (context.deadline ??= startMs + timeoutMs);
  const softDeadline = Math.min(
    context.staleDeadline ?? never,
    load.startedAtMs + softTimeoutMs,
    deadline,
  );
  const early = await settledBy(clock, load.outcome, softDeadline);
  const stale = early === null ? older() : undefined;
  // With no time left to wait, the stale value came from memory alone, which counts as a hit.
  if (stale === undefined || startMs < softDeadline) context.sourceHit ||= load.sourceHit;
  if (stale !== undefined) return { kind: 'loaded', value: stale };
  const outcome = early ?? (await settledBy(clock, load.outcome, deadline));
  context.sourceHit ||= load.sourceHit;
  return outcome ?? { kind: 'failed', error: timeoutError() };
}

const tooLate = () => new LineupError('upstream-timeout');
const never = Number.POSITIVE_INFINITY;

async function settledBy<T>(clock: Clock, promise: Promise<T>, endMs: number): Promise<T | null> {
  if (endMs === never) return promise;
  const leftMs = endMs - clock.nowMs();
  return leftMs > 0 ? settledWithin(promise, leftMs, clock) : null;
}
