import { systemClock, type Clock } from './clock.ts';

type BatcherOptions<T> = {
  /** How long keys are collected, from the first one on. */
  readonly windowMs: number;
  /** Keys in one call; a batch that is full leaves at once. */
  readonly maxKeys: number;
  /** Brings the values of all these keys, each different; a key that is not in the map has none. */
  readonly load: (keys: readonly string[]) => Promise<ReadonlyMap<string, T>>;
  readonly clock?: Clock;
};

type Batch<T> = {
  readonly keys: string[];
  readonly values: Promise<ReadonlyMap<string, T>>;
  readonly leave: () => void;
};

/**
 * Makes single look-ups of a service that answers many in one call: keys that come within a window
 * travel together, and one that is already on its way is not asked again (single flight). A failed
 * call rejects for each of its keys.
 *
 * ```ts
 * const findUser = createBatcher({ windowMs: 50, maxKeys: 100, load: (ids) => users.byIds(ids) });
 * const [one, other] = await Promise.all([findUser('1'), findUser('2')]); // one call
 * ```
 *
 * @returns the look-up of one key; null where the service has none
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
