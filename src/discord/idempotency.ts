import { hash } from 'node:crypto';
import { dayMs, minuteMs, systemClock } from '../async/clock.ts';
import { LineupError } from '../errors/lineup-error.ts';
import type { PlatformAnswer, WebhookRequest } from './webhook.ts';

/** A store of records: strings by key. */
export type RecordStore = {
  /**
   * Marks a request as in progress.
   * @returns the existing record, or `null` if this one was stored
   */
  readonly claim: (key: string, record: string) => Promise<string | null>;
  /** Replaces the claim by the record of the response, for 24 hours or until there are too many. */
  readonly keep: (key: string, record: string, client: string) => Promise<void>;
  /** Removes the claim. */
  readonly release: (key: string) => Promise<void>;
};

type IdempotentRequest = {
  /** The client's `Idempotency-Key`; without one the request is executed as usual. */
  readonly key: unknown;
  /** The namespace of the key. */
  readonly webhook: Pick<WebhookRequest, 'id' | 'token'>;
  /** The key of the client, to which the record is charged. */
  readonly client: string;
  /** Everything that identifies the same request. */
  readonly parts: () => Promise<readonly Uint8Array[]>;
};

export const storedForMs = dayMs;
/** Longer than any request takes; the claim of a killed instance lasts this long. */
export const claimedForMs = minuteMs;
const mostStoredBytes = 16 * 1024;
/** Bytes of records, with about what each takes besides; the oldest are dropped. */
export const mostRecords = {
  ofClient: 1024 * 1024,
  inAll: 64 * 1024 * 1024,
  besides: 512,
} as const;

/** The response, its body as base64; or a refusal, which is formatted again for the requested path. */
type StoredResponse =
  | { readonly status: number; readonly contentType: string | null; readonly body: string }
  | { readonly refusal: string };
/** Without a response: in progress. */
type StoredRecord = { readonly requestHash: string; readonly response?: StoredResponse };

const sha256 = (data: string | Uint8Array) => hash('sha256', data, 'base64url');
const hashOf = (...parts: readonly (string | Uint8Array)[]) =>
  sha256(parts.map((part) => sha256(part)).join());

/**
 * Executes a request once for each `Idempotency-Key`. As in the IETF draft of that header: the same
 * key for the same request gets the first response again, for 24 hours at most. Only responses of the platform
 * below 500 other than 429 are stored: a client that was refused temporarily, has disconnected before
 * its message was sent, or whose message was not valid, may try again.
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
  const found = await store.claim(key, JSON.stringify({ requestHash }));
  if (found !== null) return repeated(JSON.parse(found), requestHash);
  const outcome = carryOut();
  const response = await outcome.then(storedAnswer, storedRefusal);
  if (response === null) await store.release(key);
  else await store.keep(key, JSON.stringify({ requestHash, response }), request.client);
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

/** The sender throws what is temporary: a 429, a 5xx. */
function storedAnswer({ status, contentType, bytes }: PlatformAnswer): StoredResponse {
  if (bytes.length > mostStoredBytes) return { status, contentType: null, body: '' };
  return { status, contentType, body: Buffer.from(bytes).toString('base64') };
}

function storedRefusal(error: unknown): StoredResponse | null {
  const isRefused = error instanceof LineupError && error.code === 'unknown-webhook';
  return isRefused ? { refusal: error.message } : null;
}

type ProcessRecord = {
  readonly record: string;
  readonly client: string;
  readonly bytes: number;
  readonly untilMs: number;
};

/** Records of this process only. */
export function createProcessRecords(nowMs = systemClock.nowMs): RecordStore {
  const claims = new Map<string, string>();
  // In the order in which they were stored, like the keys of each client.
  const records = new Map<string, ProcessRecord>();
  const clients = new Map<string, { readonly keys: Set<string>; bytes: number }>();
  let allBytes = 0;

  function drop(key: string | undefined): void {
    const known = key === undefined ? undefined : records.get(key);
    if (key === undefined || known === undefined) return;
    const own = clients.get(known.client);
    records.delete(key);
    allBytes -= known.bytes;
    own?.keys.delete(key);
    if (own !== undefined) own.bytes -= known.bytes;
    if (own?.keys.size === 0) clients.delete(known.client);
  }

  function find(key: string): string | undefined {
    const known = records.get(key);
    if (known !== undefined && known.untilMs <= nowMs()) drop(key);
    return records.get(key)?.record ?? claims.get(key);
  }

  return {
    claim: async (key, record) => {
      const found = find(key);
      if (found === undefined) claims.set(key, record);
      return found ?? null;
    },
    keep: async (key, record, client) => {
      claims.delete(key);
      const bytes = record.length + mostRecords.besides;
      const usedBy = () => clients.get(client)?.bytes ?? 0;
      while (usedBy() + bytes > mostRecords.ofClient)
        drop(clients.get(client)?.keys.keys().next().value);
      while (allBytes + bytes > mostRecords.inAll) drop(records.keys().next().value);
      const own = clients.get(client) ?? { keys: new Set<string>(), bytes: 0 };
      clients.set(client, own);
      own.keys.add(key);
      own.bytes += bytes;
      allBytes += bytes;
      records.set(key, { record, client, bytes, untilMs: nowMs() + storedForMs });
    },
    release: async (key) => void claims.delete(key),
  };
}
