import { createBatcher, type FindInBatch } from '../async/batcher.ts';
import { LineupError } from '../errors/lineup-error.ts';
import { isRefusedQuestion, turnAt, type Upstream } from './upstream.ts';

/** For whom a turn is taken; null if it was taken before. */
type Clients = readonly string[] | null;

type BulkLookup<T> = {
  /** Whose turns are taken. */
  readonly upstream: Upstream;
  /** The most keys of one call. */
  readonly maxKeys: number;
  /** Loads one; null means that there is none. */
  readonly single: (key: string, clients: Clients) => Promise<T | null>;
  /** Loads several in one call; keys without a value are missing. Null means that it cannot. */
  readonly bulk: (
    keys: readonly string[],
    clients: Clients,
  ) => Promise<ReadonlyMap<string, T> | null>;
};

/** The result for one of several keys. */
type Found<T> = { readonly value: T } | { readonly error: LineupError };

/** Long enough to collect the names of one picture, even after each was looked up in Redis. */
const batchWindowMs = 2;

/**
 * Looks up one key; concurrent look-ups share a call. A key that the service refuses must not fail those
 * of other requests: if a call of several is refused, each is looked up alone, and fails alone.
 */
export function createBulkLookup<T>(lookup: BulkLookup<T>): FindInBatch<T> {
  const { maxKeys, upstream } = lookup;
  const load = (keys: readonly string[], clients: readonly string[]) =>
    loadAll(lookup, keys, clients);
  const findResult = createBatcher<Found<T>>({
    windowMs: batchWindowMs,
    maxKeys,
    openTurn: (clients) => turnAt(upstream, clients),
    load,
  });
  return async (key, client) => {
    const found = await findResult(key, client);
    if (found !== null && 'error' in found) throw found.error;
    return found && found.value;
  };
}

async function loadAll<T>(
  { single, bulk }: BulkLookup<T>,
  keys: readonly string[],
  clients: readonly string[],
): Promise<ReadonlyMap<string, Found<T>>> {
  if (keys.length > 1) {
    try {
      const values = await bulk(keys, null);
      if (values !== null) return new Map([...values].map(([key, value]) => [key, { value }]));
    } catch (error) {
      if (!(error instanceof LineupError) || !isRefusedQuestion(error)) throw error;
    }
  }
  const found = new Map<string, Found<T>>();
  const find = async (key: string): Promise<void> => {
    try {
      const value = await single(key, keys.length > 1 ? clients : null);
      if (value !== null) found.set(key, { value });
    } catch (error) {
      if (!(error instanceof LineupError)) throw error;
      found.set(key, { error });
    }
  };
  await Promise.all(keys.map(find));
  return found;
}
