import { hash } from 'node:crypto';
import type { Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';
import { dayMs, minuteMs } from '../async/clock.ts';
import { LineupError } from '../errors/lineup-error.ts';
import type { PlatformAnswer, WebhookRequest } from './webhook.ts';

/** A store of records: strings by key, with a lifetime. */
export type RecordStore = {
  /** @returns the existing record, or `null` if this one was stored */
  readonly claim: (key: string, record: string, forMs: number) => Promise<string | null>;
  readonly replace: (key: string, record: string, forMs: number) => Promise<void>;
  readonly remove: (key: string) => Promise<void>;
};

type IdempotentRequest = {
  /** The client's `Idempotency-Key`; without one the request is executed as usual. */
  readonly key: unknown;
  /** The namespace of the key. */
  readonly webhook: Pick<WebhookRequest, 'id' | 'token'>;
  /** Everything that identifies the same request. */
  readonly parts: () => Promise<readonly Uint8Array[]>;
};

const keptForMs = dayMs;
/** Longer than any request takes; the claim of a killed instance lasts this long. */
const claimedForMs = minuteMs;
const mostKeptBytes = 64 * 1024;
/** In the process: 10,000 records of this length or shorter, or fewer longer ones; 64 MiB in all. */
const mostInProcess = { records: 10_000, charactersEach: 6700 } as const;

/** The response, its body as base64; or a refusal, which is formatted again for the requested path. */
type Kept =
  | { readonly status: number; readonly contentType: string | null; readonly body: string }
  | { readonly refusal: string };
/** Without a response: in progress. */
type StoredRecord = { readonly requestHash: string; readonly response?: Kept };

const sha256 = (data: string | Uint8Array) => hash('sha256', data, 'base64url');
const hashOf = (...parts: readonly (string | Uint8Array)[]) =>
  sha256(parts.map((part) => sha256(part)).join());

/**
 * Executes a request once for each `Idempotency-Key`. As in the IETF draft of that header: the same
 * key for the same request gets the first response again, for 24 hours. Only responses of the platform
 * below 500 other than 429 are kept: a client that was refused temporarily, has disconnected before
 * its message was sent, or whose message was not valid, may try again.
 *
 * @throws {LineupError} `idempotency-conflict` while the first is in progress,
 * `idempotency-mismatch` for another request
 */
export async function once(
  store: RecordStore,
  request: IdempotentRequest,
  carryOut: () => Promise<PlatformAnswer>,
): Promise<PlatformAnswer> {
  if (typeof request.key !== 'string') return carryOut();
  const { id, token } = request.webhook;
  const key = hashOf(id, token, request.key);
  const requestHash = hashOf(...(await request.parts()));
  const found = await store.claim(key, JSON.stringify({ requestHash }), claimedForMs);
  if (found !== null) return repeated(JSON.parse(found), requestHash);
  const outcome = carryOut();
  const response = await outcome.then(keptAnswer, keptRefusal);
  if (response === null) await store.remove(key);
  else await store.replace(key, JSON.stringify({ requestHash, response }), keptForMs);
  return outcome;
}

function repeated({ requestHash, response }: StoredRecord, repeatedHash: string): PlatformAnswer {
  if (requestHash !== repeatedHash) throw new LineupError('idempotency-mismatch');
  if (response === undefined) {
    throw new LineupError('idempotency-conflict', undefined, { retryAfterSeconds: 1 });
  }
  if ('refusal' in response) throw new LineupError('unknown-webhook', response.refusal);
  return { ...response, bytes: Buffer.from(response.body, 'base64') };
}

function keptAnswer({ status, contentType, bytes }: PlatformAnswer): Kept | null {
  if (status >= 500 || status === 429) return null;
  if (bytes.length > mostKeptBytes) return { status, contentType: null, body: '' };
  return { status, contentType, body: Buffer.from(bytes).toString('base64') };
}

function keptRefusal(error: unknown): Kept | null {
  const isRefused = error instanceof LineupError && error.code === 'unknown-webhook';
  return isRefused ? { refusal: error.message } : null;
}

/** Records of this process only; the oldest are dropped. */
export function createProcessRecords(): RecordStore {
  const records = new LRUCache<string, string>({
    maxSize: mostInProcess.records * mostInProcess.charactersEach,
    sizeCalculation: ({ length }) => Math.max(length, mostInProcess.charactersEach),
  });
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

/** Records shared by all instances. */
export function createRedisRecords(redis: Redis): RecordStore {
  return {
    // SET with NX and GET returns the previous value in one step (Redis 7).
    claim: (key, record, forMs) => redis.set(name(key), record, 'PX', forMs, 'NX', 'GET'),
    replace: async (key, record, forMs) => void (await redis.set(name(key), record, 'PX', forMs)),
    remove: async (key) => void (await redis.del(name(key))),
  };
}
