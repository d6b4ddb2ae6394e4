import { systemClock, type Clock } from './clock.ts';

type BatcherOptions<T> = {
  /** Milliseconds to collect keys for, from the first one on. */
  readonly windowMs: number;
  /** Maximum number of keys in a batch; a full batch is loaded at once. */
  readonly maxKeys: number;
  /** Loads the values of these distinct keys; keys without a value are missing from the map. */
  readonly load: (keys: readonly string[]) => Promise<ReadonlyMap<string, T>>;
  readonly clock?: Clock;
};

type Batch<T> = {
  readonly keys: string[];
  readonly values: Promise<ReadonlyMap<string, T>>;
  readonly leave: () => void;
};

/**
 * Combines look-ups of single keys into calls of a function that loads many: keys requested within
 * `windowMs` are loaded together, and concurrent look-ups of the same key share one load. If a call
 * fails, the look-ups of all its keys reject.
 *
 * ```ts
 * const findUser = createBatcher({ windowMs: 50, maxKeys: 100, load: (ids) => users.byIds(ids) });
 * const [one, other] = await Promise.all([findUser('1'), findUser('2')]); // one call
 * ```
 *
 * @returns a function that looks up one key; it resolves to null if the key has no value
 */
export function createBatcher<T>(options: BatcherOptions<T>): (key: string) => Promise<T | null> {
  const { windowMs, maxKeys, load, clock = systemClock } = options;
  const pending = new Map<string, Promise<T | null>>();
  let open: Batch<T> | undefined;

  function openBatch(): Batch<T> {
    const { promise: left, resolve } = Promise.withResolvers<void>();
    const keys: string[] = [];
    const cancel = clock.startTimer(windowMs, () => leave());
    const leave = (): void => {
      cancel();
      if (open === batch) open = undefined;
      resolve();
    };
    const batch: Batch<T> = { keys, values: left.then(() => load(keys)), leave };
    return batch;
  }

  async function find(key: string, batch: Batch<T>): Promise<T | null> {
    try {
      return (await batch.values).get(key) ?? null;
    } finally {
      pending.delete(key);
    }
  }

  return (key) => {
    const known = pending.get(key);
    if (known !== undefined) return known;
    const batch = (open ??= openBatch());
    batch.keys.push(key);
    const finding = find(key, batch);
    pending.set(key, finding);
    if (batch.keys.length >= maxKeys) batch.leave();
    return finding;
  };
}
