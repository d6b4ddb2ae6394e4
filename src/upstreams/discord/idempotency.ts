import { hash } from 'node:crypto';
import { dayMs, minuteMs } from '../../common/async/clock.ts';
import { createFairPool, oldest, type Holding } from '../../common/async/fair-pool.ts';
import { LineupError, type PlatformError } from '../../common/errors/lineup-error.ts';
import type { PlatformResponse, WebhookRequest } from './webhook.ts';

/** A store of records: strings by key. */
export type RecordStore = {
  /**
   * Marks a request as in progress.
   * @returns the existing record, or `null` if this one was stored
   */
  readonly claim: (key: string, record: string) => Promise<string | null>;
  /** Replaces the claim by the record of the response, for 24 hours or until there are too many. */
  readonly keep: (key: string, record: string, client: string) => Promise<void>;
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
const maxStoredBytes = 16 * 1024;
/** Bytes of all records, with about what each takes besides; in Redis twice that if it is a client's only one. */
export const maxRecordBytes = 64 * 1024 * 1024;
export const besidesBytes = 1024;

/** The response, its body as base64; or a refusal, which is formatted again for the requested path. */
type StoredResponse =
  | { readonly status: number; readonly contentType: string | null; readonly body: string }
  | { readonly refusal: string; readonly platform?: PlatformError | undefined };
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
 * @param carryOut gets the key of the record, a hash of those of the webhook and the request
 * @throws {LineupError} `idempotency-conflict` while the first is in progress,
 * `idempotency-mismatch` for another request
 */
export async function once(
  store: RecordStore,
  request: IdempotentRequest,
  carryOut: (recordKey?: string) => Promise<PlatformResponse>,
): Promise<PlatformResponse> {
  if (typeof request.key !== 'string') return carryOut();
  const { id, token } = request.webhook;
  const key = hashOf(id, token, request.key);
  const requestHash = hashOf(...(await request.parts()));
  const found = await store.claim(key, JSON.stringify({ requestHash }));
  if (found !== null) return repeated(JSON.parse(found), requestHash);
  const outcome = carryOut(key);
  const response = await outcome.then(storedResponse, storedRefusal);
  if (response === null) await store.release(key);
  else await store.keep(key, JSON.stringify({ requestHash, response }), request.client);
  return outcome;
}

function repeated({ requestHash, response }: StoredRecord, repeatedHash: string): PlatformResponse {
  if (requestHash !== repeatedHash) throw new LineupError('idempotency-mismatch');
  if (response === undefined) {
    throw new LineupError('idempotency-conflict', undefined, { retryAfterSeconds: 1 });
  }
  if ('refusal' in response) throw new LineupError('unknown-webhook', response.refusal, response);
  return { ...response, bytes: Buffer.from(response.body, 'base64') };
}

/**
 * The sender throws what is temporary: a 429, a 5xx. A body that is too long to be stored is left out: without
 * it a 200 is a 204, as nobody can parse what is not there.
 */
function storedResponse({ status, contentType, bytes }: PlatformResponse): StoredResponse {
  if (bytes.length > maxStoredBytes) {
    return { status: status === 200 ? 204 : status, contentType: null, body: '' };
  }
  return { status, contentType, body: Buffer.from(bytes).toString('base64') };
}

function storedRefusal(error: unknown): StoredResponse | null {
  const isRefused = error instanceof LineupError && error.code === 'unknown-webhook';
  return isRefused ? { refusal: error.message, platform: error.platform } : null;
}

/** Records of this process only. When there are too many, whoever holds most gives up its oldest. */
export function createProcessRecords(nowMs: () => number, total = maxRecordBytes): RecordStore {
  const claims = new Map<string, string>();
  // In the order in which they were stored, so they expire in it, too.
  const records = new Map<string, { record: string; untilMs: number; holding: Holding }>();
  const pool = createFairPool({ total, choose: oldest });

  function dropExpired(): void {
    for (const [key, { untilMs, holding }] of records) {
      if (untilMs > nowMs()) return;
      records.delete(key);
      holding.release();
    }
  }

  return {
    claim: async (key, record) => {
      dropExpired();
      const found = records.get(key)?.record ?? claims.get(key);
      if (found === undefined) claims.set(key, record);
      return found ?? null;
    },
    keep: async (key, record, client) => {
      dropExpired();
      claims.delete(key);
      const holding = pool.open(client, () => records.delete(key));
      records.set(key, { record, untilMs: nowMs() + storedForMs, holding });
      holding.set(record.length + besidesBytes);
    },
    release: async (key) => void claims.delete(key),
  };
}
