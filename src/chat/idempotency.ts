import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';
import { dayMs, minuteMs } from '../async/clock.ts';
import { LineupError } from '../errors/lineup-error.ts';

/** A response as it is kept for a repeated request. */
export type KeptResponse = {
  readonly status: number;
  readonly contentType: string | undefined;
  /** Base64; `null` when there was none, or it was too large to be kept. */
  readonly body: string | null;
};

/** Where records are: strings under a key, for a time. */
export type RecordStore = {
  /** @returns the record that is there, or `null` when this one was put down */
  readonly claim: (key: string, record: string, forMs: number) => Promise<string | null>;
  readonly replace: (key: string, record: string, forMs: number) => Promise<void>;
  readonly remove: (key: string) => Promise<void>;
};

export type IdempotentRequest = {
  /** What the client calls it (`Idempotency-Key`). */
  readonly key: string;
  /** Whose keys these are: the webhook, and the way it is posted to. */
  readonly scope: string;
  /** All that makes it the same request. */
  readonly body: Uint8Array | string;
};

const keptForMs = dayMs;
/** Longer than any request takes; an instance that was killed leaves its claim for so long. */
const claimedForMs = minuteMs;
const mostKeptBytes = 64 * 1024;
const mostRecords = 10_000;

type StoredRecord = { readonly bodyHash: string; readonly response: KeptResponse | null };

const hashOf = (...parts: readonly (string | Uint8Array)[]): string => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(String(part.length)).update(':').update(part);
  return hash.digest('base64url');
};

/**
 * Carries out a request once for each `Idempotency-Key` (as the IETF draft of that header has it):
 * the same key with the same body gets the first response again, for 24 hours. Only responses below
 * 500 that are no 429 are kept, so that whoever was refused for a while may try again.
 *
 * @throws {LineupError} `idempotency-conflict` while the first is in progress,
 * `idempotency-mismatch` for another body
 */
export function createIdempotency(store: RecordStore) {
  return async (
    request: IdempotentRequest,
    carryOut: () => Promise<KeptResponse>,
  ): Promise<KeptResponse> => {
    const key = hashOf(request.scope, request.key);
    const bodyHash = hashOf(request.body);
    const claim: StoredRecord = { bodyHash, response: null };
    const found = await store.claim(key, JSON.stringify(claim), claimedForMs);
    if (found !== null) return repeated(found, bodyHash);
    let response: KeptResponse | undefined;
    try {
      response = await carryOut();
      return response;
    } finally {
      if (response === undefined || !isFinal(response)) await store.remove(key);
      else
        await store.replace(key, JSON.stringify({ bodyHash, response: slim(response) }), keptForMs);
    }
  };
}

function repeated(found: string, bodyHash: string): KeptResponse {
  const record: StoredRecord = JSON.parse(found);
  if (record.bodyHash !== bodyHash) throw new LineupError('idempotency-mismatch');
  if (record.response === null) {
    throw new LineupError('idempotency-conflict', undefined, { retryAfterSeconds: 1 });
  }
  return record.response;
}

const isFinal = ({ status }: KeptResponse): boolean => status < 500 && status !== 429;

function slim(response: KeptResponse): KeptResponse {
  const isLarge = (response.body?.length ?? 0) > mostKeptBytes;
  return isLarge ? { ...response, body: null } : response;
}

/** Records of this process alone; at 10,000 the oldest go. */
export function createProcessRecords(): RecordStore {
  const records = new LRUCache<string, string>({ max: mostRecords, ttl: keptForMs });
  return {
    claim: async (key, record, forMs) => {
      const found = records.get(key);
      if (found === undefined) records.set(key, record, { ttl: forMs });
      return found ?? null;
    },
    replace: async (key, record, forMs) => void records.set(key, record, { ttl: forMs }),
    remove: async (key) => void records.delete(key),
  };
}

const name = (key: string) => `lineup:idempotency:${key}`;

/** Records that all instances share. */
export function createRedisRecords(redis: Redis): RecordStore {
  return {
    // SET with NX and GET answers in one step what was there before (Redis 7).
    claim: (key, record, forMs) => redis.set(name(key), record, 'PX', forMs, 'NX', 'GET'),
    replace: async (key, record, forMs) => void (await redis.set(name(key), record, 'PX', forMs)),
    remove: async (key) => void (await redis.del(name(key))),
  };
}
