import { hourMs } from '../async/clock.ts';
import type { UpstreamResponse } from '../net/upstream-client.ts';
import { isRecord } from './json.ts';
import type { ActionKind, PlatformAnswer } from './webhook.ts';

/** Too much. `isGlobal`: for this address, not for this webhook. */
export type Limited = {
  readonly kind: 'limited';
  readonly retryAfterMs: number;
  readonly isGlobal: boolean;
};

/** What a response of the platform means. */
export type Outcome = {
  readonly status: number;
  /** What it tells of the webhook itself. */
  readonly state: 'good' | 'dead' | 'unclear';
} & (
  | Limited
  /** Passed on: success, or what the platform says of this one request. */
  | { readonly kind: 'answer'; readonly answer: PlatformAnswer }
  /** `refused`: 401, 403, or a 404 without a word, answered in words of our own. `failed`: not the
   * platform itself, but its edge, or something on the way. */
  | { readonly kind: 'refused' | 'failed' }
);

const json = 'application/json';
/** The platform's codes for "unknown webhook" and "invalid webhook token", whatever was asked. */
const webhookCodes: ReadonlySet<unknown> = new Set([10_015, 50_027]);
/** Where a 429 does not say how long. */
const defaultRetryAfterSeconds = 5;

/** Classifies status, headers and body. Pure. */
export function classify(response: UpstreamResponse, kind: ActionKind): Outcome {
  const { status, bytes } = response;
  const type = mediaTypeOf(response);
  const isPlain = bytes.length === 0 || type === json;
  const failed = { kind: 'failed', status, state: 'unclear' } as const;
  const answered = { kind: 'answer', status, answer: relayed(response) } as const;
  if (status === 429) return { ...limitIn(response), status, state: 'unclear' };
  if (status < 200 || (status >= 300 && status < 400) || status >= 500) return failed;
  // The formats of other services are answered with a word of text, whatever type it is given.
  const isWord = kind === 'slack' || kind === 'github';
  if (status < 300) return isPlain || isWord ? { ...answered, state: 'good' } : failed;
  if (![401, 403, 404].includes(status)) return { ...answered, state: 'unclear' };
  // The platform's own answers are JSON; a page is its edge refusing us, whatever the webhook.
  if (type === 'text/html') return failed;
  const state = isAboutWebhook(response, kind) ? 'dead' : 'unclear';
  const isSaid = status === 404 && bytes.length > 0 && isPlain;
  return isSaid ? { ...answered, state } : { kind: 'refused', status, state };
}

/** Whether a refusal is of the webhook, and not of one message or thread. */
function isAboutWebhook(response: UpstreamResponse, kind: ActionKind): boolean {
  const code = recordIn(response)?.code;
  if (webhookCodes.has(code)) return true;
  if (['fetch', 'edit', 'delete'].includes(kind)) return response.status === 401 && !code;
  return response.status !== 404 || code === undefined;
}

function limitIn(response: UpstreamResponse): Limited {
  const told = recordIn(response);
  const seconds =
    typeof told?.retry_after === 'number' ? told.retry_after : numberIn(response, 'retry-after');
  return {
    kind: 'limited',
    retryAfterMs: boundedMs(seconds ?? defaultRetryAfterSeconds),
    // A page instead of JSON is the edge's limit, which knows addresses only.
    isGlobal: told?.global === true || mediaTypeOf(response) !== json,
  };
}

/** Status, body and type. Somebody else's page must not be shown under our name. */
function relayed(response: UpstreamResponse): PlatformAnswer {
  const { status, bytes } = response;
  const isJson = mediaTypeOf(response) === json;
  if (bytes.length === 0 || (status >= 300 && !isJson)) {
    return { status, contentType: null, bytes: new Uint8Array() };
  }
  return { status, contentType: isJson ? json : 'text/plain; charset=utf-8', bytes };
}

/** No answer of the platform holds anything up for longer than an hour. */
export function boundedMs(seconds: number): number {
  return Math.min(Math.max(Math.ceil(seconds * 1000), 0), hourMs);
}

function mediaTypeOf({ headers }: UpstreamResponse): string {
  return (headers['content-type'] ?? '').replace(/;.*/s, '').trim().toLowerCase();
}

/** The JSON object that a response holds, whatever type it is given; `null` where it holds none. */
export function recordIn({ bytes }: UpstreamResponse): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(bytes).toString('utf8'));
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

/** A header that holds a number, without sign or exponent; `undefined` where it does not. */
export function numberIn({ headers }: UpstreamResponse, name: string): number | undefined {
  const text = headers[name] ?? '';
  return /^\d{1,9}(\.\d{1,9})?$/.test(text) ? Number(text) : undefined;
}
