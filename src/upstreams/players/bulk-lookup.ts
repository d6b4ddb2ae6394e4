import { createBatcher, type FindInBatch } from '../../common/async/batcher.ts';
import { LineupError } from '../../common/errors/lineup-error.ts';
import { isInvalidRequest, type ServiceClient } from '../net/service-client.ts';

type BulkLookup<T> = {
  /** Whose tokens are taken. */
  readonly service: Pick<ServiceClient, 'reserve'>;
  /** The most keys of one call. */
  readonly maxKeys: number;
  /** Loads one; null means that there is none. @param clients for whom a token is needed */
  readonly single: (key: string, clients: readonly string[] | undefined) => Promise<T | null>;
  /** Loads several in one call; keys without a value are missing. Null means that it cannot. */
  readonly bulk: (keys: readonly string[]) => Promise<ReadonlyMap<string, T> | null>;
};

type Found<T> = { readonly value: T } | { readonly error: LineupError };

/** Long enough to collect the names of one picture, even after each was looked up in Redis. */
const batchWindowMs = 2;

/**
 * Looks up one key; concurrent look-ups share a call. A key that the service refuses must not fail those
 * of other requests: if a call of several is refused, each is looked up alone, and fails alone.
 */
export function createBulkLookup<T>(lookup: BulkLookup<T>): FindInBatch<T> {
  const findResult = createBatcher<Found<T>>({
    windowMs: batchWindowMs,
    maxKeys: lookup.maxKeys,
    reserve: (clients) => lookup.service.reserve(clients),
    load: (keys, clients) => loadAll(lookup, keys, clients),
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
      const values = await bulk(keys);
      if (values !== null) return new Map([...values].map(([key, value]) => [key, { value }]));
    } catch (error) {
      if (!isInvalidRequest(error)) throw error;
    }
  }
  const found = new Map<string, Found<T>>();
  const find = async (key: string): Promise<void> => {
    try {
      const value = await single(key, keys.length > 1 ? clients : undefined);
      if (value !== null) found.set(key, { value });
    } catch (error) {
      if (!(error instanceof LineupError)) throw error;
      found.set(key, { error });
    }
  };
  await Promise.all(keys.map(find));
  return found;
}
