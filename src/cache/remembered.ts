import type { Clock } from './clock.ts';
import { createFlights } from './flights.ts';
import { createRecollection, type RecollectionOptions } from './recollection.ts';
import { createTieredLoad, type LoadEach, type Tier, type Trace } from './tiered-load.ts';
import { waitFor } from './wait.ts';

export type Remembered<T> = {
  /** The answer to one key. `orElse` stands in for an older answer where there is none. */
  readonly get: (key: string, load: () => Promise<T>, trace: Trace, orElse?: T) => Promise<T>;
  /** A promise for each key; what is not remembered is loaded in one call. Handle every one. */
  readonly getEach: (
    keys: readonly string[],
    loadEach: LoadEach<T>,
    trace: Trace,
  ) => ReadonlyMap<string, Promise<T>>;
};

export type RememberedOptions<T> = Omit<
  RecollectionOptions<T>,
  'nowMs' | 'negativeMs' | 'retryMs'
> & {
  readonly clock: Clock;
  /** Age up to which a `null` ("there is none") is believed; by default none is kept. */
  readonly negativeMs?: number;
  /** How long a stale answer rests after a failed attempt to renew it. */
  readonly retryMs?: number;
  /** How long a request waits for a newer answer while it has an older one at hand. */
  readonly patienceMs?: number;
  /** True while the source takes no questions (an open circuit): then older answers serve at once. */
  readonly isRefusing?: () => boolean;
  readonly tier?: Tier<T>;
};

/**
 * Remembers answers so that a source is asked as seldom as possible, and missed as little.
 *
 * - A fresh answer comes from memory; equal questions at one time share one flight.
 * - A failure is never kept and never replaces an answer: while loading fails, the last good one is
 *   used up to `staleMs` of age.
 * - With an older answer at hand nobody waits longer than `patienceMs` for the newer one; the load
 *   goes on in the background.
 *
 * Errors of the load reach the caller as they are, where nothing can stand in.
 */
export function createRemembered<T extends object | null>(
  options: RememberedOptions<T>,
): Remembered<T> {
  const { clock, patienceMs = 800, negativeMs = 0, retryMs = 5000 } = options;
  const { nowMs } = clock;
  const memory = createRecollection<T>({ ...options, nowMs, negativeMs, retryMs });
  const flights = createFlights<T>(nowMs);
  const bring = createTieredLoad({ nowMs, memory, tier: options.tier });

  function needsFlight(key: string, orElse?: T): boolean {
    const known = memory.recall(key);
    if (known?.state === 'fresh' || known?.state === 'resting') return false;
    if (flights.find(key) !== undefined) return false;
    const canStandIn = known !== undefined || orElse !== undefined;
    return !(canStandIn && options.isRefusing?.());
  }

  function start(keys: readonly string[], loadEach: LoadEach<T>, trace: Trace): void {
    flights.start(keys, (journey) => bring(keys, { loadEach, trace, journey }));
  }

  async function answer(key: string, trace: Trace, orElse?: T): Promise<T> {
    const known = memory.recall(key);
    trace.freshUntilMs = Math.min(
      trace.freshUntilMs ?? Number.POSITIVE_INFINITY,
      known?.freshUntilMs ?? 0,
    );
    if (known?.state === 'fresh') return known.value;
    const standIn = () => memory.recall(key)?.value ?? orElse;
    const flight = flights.find(key);
    if (flight !== undefined) return waitFor({ flight, trace, standIn }, { clock, patienceMs });
    const instead = standIn();
    if (instead === undefined) throw new Error('neither an answer nor a flight');
    return instead;
  }

  return {
    get: async (key, load, trace, orElse) => {
      if (needsFlight(key, orElse)) start([key], async () => [await load()], trace);
      return answer(key, trace, orElse);
    },
    getEach: (keys, loadEach, trace) => {
      const wanted = [...new Set(keys)].filter((key) => needsFlight(key));
      if (wanted.length > 0) start(wanted, loadEach, trace);
      return new Map([...new Set(keys)].map((key) => [key, answer(key, trace)]));
    },
  };
}
