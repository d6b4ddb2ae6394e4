import type { Journey } from './flights.ts';
import type { Entry, Recollection } from './recollection.ts';

/** What one request learns on its way through the caches; make one `{ asked: false }` a request. */
export type Trace = {
  /** True as soon as anything was asked of a source instead of being taken from memory (`X-Cache`). */
  asked: boolean;
  /** When this request stops waiting for newer answers where it has older ones; set by the caches. */
  patientUntilMs?: number;
  /** Until when all that the answer was made of is fresh; 0 when some of it is not. Set by the caches. */
  freshUntilMs?: number;
};

/**
 * A second tier, shared by several instances. `read` answers in the order of the keys, quickly or
 * with nothing; a failing tier counts as an empty one. `write` must not throw.
 */
export type Tier<T> = {
  readonly read: (keys: readonly string[]) => Promise<readonly (Entry<T> | undefined)[]>;
  readonly write: (key: string, entry: Entry<T>) => void;
};

/** Brings the answers to several keys in one call, in their order. */
export type LoadEach<T> = (keys: readonly string[]) => Promise<readonly T[]>;

type Parts<T> = {
  readonly nowMs: () => number;
  readonly memory: Recollection<T>;
  readonly tier: Tier<T> | undefined;
};

/** One load and those who hear of it. */
type Load<T> = {
  readonly loadEach: LoadEach<T>;
  readonly trace: Trace;
  readonly journey: Journey;
};

export type TieredLoad<T> = (
  keys: readonly string[],
  load: Load<T>,
) => Promise<ReadonlyMap<string, T>>;

/**
 * What a flight does: looks into the second tier, asks the source for what is missing there, and
 * keeps what it got in both. Nothing is kept of a failure but the time of it.
 */
export function createTieredLoad<T extends object | null>({
  nowMs,
  memory,
  tier,
}: Parts<T>): TieredLoad<T> {
  /** Puts what the tier has into memory; answers with what of it is fresh. */
  async function recallTier(keys: readonly string[], from: Tier<T>): Promise<Map<string, T>> {
    const entries = await from.read(keys).catch(() => []);
    const fresh = new Map<string, T>();
    for (const [index, key] of keys.entries()) {
      const entry = entries[index];
      if (entry !== undefined) memory.keep(key, entry);
      const known = memory.recall(key);
      if (known?.state === 'fresh') fresh.set(key, known.value);
    }
    return fresh;
  }

  async function askSource(keys: readonly string[], load: Load<T>): Promise<Map<string, T>> {
    load.journey.asked = true;
    load.trace.asked = true;
    try {
      const values = await load.loadEach(keys);
      const storedAtMs = nowMs();
      const loaded = new Map<string, T>();
      for (const [index, key] of keys.entries()) {
        const value = values[index];
        if (value === undefined) throw new Error('a load must answer every key, in order');
        loaded.set(key, value);
      }
      for (const [key, value] of loaded) {
        memory.keep(key, { value, storedAtMs });
        tier?.write(key, { value, storedAtMs });
      }
      return loaded;
    } catch (error) {
      for (const key of keys) memory.rest(key);
      throw error;
    }
  }

  return async (keys, load) => {
    if (tier === undefined) return askSource(keys, load);
    const fresh = await recallTier(keys, tier);
    const missing = keys.filter((key) => !fresh.has(key));
    if (missing.length === 0) return fresh;
    return new Map([...fresh, ...(await askSource(missing, load))]);
  };
}
