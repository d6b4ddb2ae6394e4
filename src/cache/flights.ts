/** One load under way; it may be for several keys at once. */
export type Journey = {
  readonly startedAtMs: number;
  /** Turns true when the load itself begins, so that those who join can tell that it was asked. */
  asked: boolean;
};

/** The part of a journey that concerns one key. */
export type Flight<T> = { readonly journey: Journey; readonly landed: Promise<T> };

export type Flights<T> = {
  /** The load under way for this key. */
  readonly find: (key: string) => Flight<T> | undefined;
  /** Starts one load for all these keys, of which none may be under way; it must answer each. */
  readonly start: (
    keys: readonly string[],
    run: (journey: Journey) => Promise<ReadonlyMap<string, T>>,
  ) => void;
};

/**
 * Single flight by key, also for loads that answer several keys in one call: whoever asks for a key
 * that a bulk load is bringing joins that load instead of starting its own.
 */
export function createFlights<T extends object | null>(nowMs: () => number): Flights<T> {
  const underway = new Map<string, Flight<T>>();

  async function land(key: string, all: Promise<ReadonlyMap<string, T>>): Promise<T> {
    try {
      const value = (await all).get(key);
      if (value === undefined) throw new Error('a load must answer every key');
      return value;
    } finally {
      underway.delete(key);
    }
  }

  return {
    find: (key) => underway.get(key),
    start: (keys, run) => {
      const journey: Journey = { startedAtMs: nowMs(), asked: false };
      const all = run(journey);
      for (const key of keys) {
        const landed = land(key, all);
        // A refresh in the background may fail with nobody waiting for it: that is no accident.
        landed.catch(() => undefined);
        underway.set(key, { journey, landed });
      }
    },
  };
}
