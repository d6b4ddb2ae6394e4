import { isRefusal } from '../errors/lineup-error.ts';
import { systemClock, type Clock } from './clock.ts';

type BatcherOptions<T> = {
  /** Milliseconds to collect keys for, from the first one on. */
  readonly windowMs: number;
  /** Maximum number of keys in a batch; a full batch is loaded at once. */
  readonly maxKeys: number;
  /** Loads the values of distinct keys for distinct clients; a key may be missing from the map. */
  readonly load: (
    keys: readonly string[],
    clients: readonly string[],
  ) => Promise<ReadonlyMap<string, T>>;
  /** Waits until a call may be made for these clients; until then further keys may join it. */
  readonly reserve?: (clients: readonly string[]) => BatchReservation | undefined;
  readonly clock?: Clock;
};

export type BatchReservation = {
  /** Rejects if the call may not be made. */
  readonly taken: Promise<unknown>;
  /** The call is now also for this client. */
  readonly join: (client: string) => void;
};

export type FindInBatch<T> = ReturnType<typeof createBatcher<T>>;

type Batch<T> = {
  readonly keys: string[];
  readonly clients: Set<string>;
  readonly values: Promise<ReadonlyMap<string, T>>;
  readonly close: () => void;
  reservation?: BatchReservation | undefined;
  hasLeft: boolean;
};

type Pending<T> = { readonly batch: Batch<T>; readonly finding: Promise<T | null> };

/**
 * Combines look-ups of single keys into calls of a function that loads many: keys requested within
 * `windowMs`, or while their batch waits for its reservation, are loaded together, and concurrent look-ups of
 * the same key share one load. If a call fails, the look-ups of all its keys reject. If it is refused,
 * that concerns the clients it was made for: for one that came later the key is looked up again.
 */
export function createBatcher<T>(options: BatcherOptions<T>) {
  const { windowMs, maxKeys, load, reserve, clock = systemClock } = options;
  const pending = new Map<string, Pending<T>>();
  let open: Batch<T> | undefined;

  function openBatch(): Batch<T> {
    const { promise: closed, resolve: close } = Promise.withResolvers<void>();
    const cancelTimer = clock.startTimer(windowMs, close);
    const loadAll = async () => {
      await closed;
      cancelTimer();
      batch.reservation = reserve?.([...batch.clients]);
      try {
        await batch.reservation?.taken;
      } finally {
        batch.hasLeft = true;
        if (open === batch) open = undefined;
      }
      return load(batch.keys, [...batch.clients]);
    };
    const values = loadAll();
    const batch: Batch<T> = { keys: [], clients: new Set(), values, close, hasLeft: false };
    return batch;
  }

  async function find(key: string, { values }: Batch<T>): Promise<T | null> {
    try {
      return (await values).get(key) ?? null;
    } finally {
      pending.delete(key);
    }
  }

  function start(key: string, client: string): Promise<T | null> {
    const batch = (open ??= openBatch());
    batch.keys.push(key);
    joinAs(client, batch);
    const finding = find(key, batch);
    pending.set(key, { batch, finding });
    if (batch.keys.length < maxKeys) return finding;
    open = undefined;
    batch.close();
    return finding;
  }

  async function join({ batch, finding }: Pending<T>, key: string, client: string) {
    joinAs(client, batch);
    try {
      return await finding;
    } catch (error) {
      if (!isRefusal(error) || batch.clients.has(client)) throw error;
      return findFor(key, client);
    }
  }

  /** Looks up one key for a client; resolves to null if the key has no value. */
  function findFor(key: string, client: string): Promise<T | null> {
    const known = pending.get(key);
    return known === undefined ? start(key, client) : join(known, key, client);
  }
  return findFor;
}

function joinAs(client: string, { clients, reservation, hasLeft }: Batch<unknown>): void {
  if (hasLeft || clients.has(client)) return;
  clients.add(client);
  reservation?.join(client);
}
