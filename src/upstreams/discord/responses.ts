import { isFields } from '../net/read-json.ts';
import { hourMs } from '../../common/async/clock.ts';
import type { PlatformError } from '../../common/errors/lineup-error.ts';
import type { UpstreamResponse } from '../net/upstream-client.ts';
import type { ActionKind, PlatformResponse } from './webhook.ts';

export type Outcome = {
  readonly status: number;
  /** What it says about the webhook itself. */
  readonly state: 'good' | 'dead' | 'unclear';
  /** Its words for that; bots forget webhooks by them. */
  readonly words?: PlatformError | undefined;
} &
  /** Rate limited. `isGlobal`: the limit is on this address, not on this webhook. */
  (
    | { readonly kind: 'limited'; readonly retryAfterMs: number; readonly isGlobal: boolean }
    /** Passed on: success, or an error about this single request. */
    | { readonly kind: 'answer'; readonly answer: PlatformResponse }
    /** `refused`: 401, 403, or a 404 without a body, sent as our own error. `failed`: not from the
     * platform itself, but from its edge or a proxy on the way. */
    | { readonly kind: 'refused' | 'failed' }
  );

const json = 'application/json';
/** What the platform says of a webhook itself, to any request. */
const wordsByCode: ReadonlyMap<unknown, PlatformError> = new Map(
  [
    { code: 10_015, message: 'Unknown Webhook' },
    { code: 50_027, message: 'Invalid Webhook Token' },
  ].map((words) => [words.code, words]),
);
/** Used if a 429 has no retry time. */
const defaultRetryAfterSeconds = 5;

export function classify(response: UpstreamResponse, kind: ActionKind): Outcome {
  const { status, bytes } = response;
  const type = mediaTypeOf(response);
  const isPlain = bytes.length === 0 || type === json;
  const failed = { kind: 'failed', status, state: 'unclear' } as const;
  const answered = { kind: 'answer', status, answer: relayed(response) } as const;
  if (status === 429) {
    const record = recordIn(response);
    const wait = record?.['retry_after'];
    const seconds = typeof wait === 'number' ? wait : numberIn(response, 'retry-after');
    const retryAfterMs = boundedMs(seconds ?? defaultRetryAfterSeconds);
    // A page instead of JSON is the limit of the edge, which only knows addresses.
    const isGlobal = record?.['global'] === true || type !== json;
    return { kind: 'limited', status, state: 'unclear', retryAfterMs, isGlobal };
  }
  if (status >= 500 || (status >= 300 && status < 400)) return failed;
  // The formats of other services get a plain word in response, whatever its content type.
  const isWord = kind === 'slack' || kind === 'github';
  if (status < 300) return isPlain || isWord ? { ...answered, state: 'good' } : failed;
  if (![401, 403, 404].includes(status)) return { ...answered, state: 'unclear' };
  // The platform itself responds with JSON; an HTML page is its edge refusing us, for any webhook.
  if (type === 'text/html') return failed;
  const code = recordIn(response)?.code;
  const state = isAboutWebhook(status, code, kind) ? 'dead' : 'unclear';
  const words = wordsByCode.get(code);
  const isSaid = status === 404 && bytes.length > 0 && isPlain;
  return isSaid ? { ...answered, state, words } : { kind: 'refused', status, state, words };
}

/** Whether a refusal concerns the webhook rather than one message or thread. */
function isAboutWebhook(status: number, code: unknown, kind: ActionKind): boolean {
  if (wordsByCode.has(code)) return true;
  if (['fetch', 'edit', 'delete'].includes(kind)) return status === 401 && !code;
  return status !== 404 || code === undefined;
}

/** Status, body and type. A third-party page must not be served from our origin. */
function relayed(response: UpstreamResponse): PlatformResponse {
  const { status, bytes } = response;
  const isJson = mediaTypeOf(response) === json;
  if (bytes.length === 0 || (status >= 300 && !isJson)) {
    return { status, contentType: null, bytes: new Uint8Array() };
  }
  return { status, contentType: isJson ? json : 'text/plain; charset=utf-8', bytes };
}

/** No response of the platform can block requests for longer than an hour. */
export function boundedMs(seconds: number): number {
  return Math.min(Math.max(Math.ceil(seconds * 1000), 0), hourMs);
}

function mediaTypeOf({ headers }: UpstreamResponse): string {
  return (headers['content-type'] ?? '').replace(/;.*/s, '').trim().toLowerCase();
}

/** The JSON object in a response, whatever its content type; `null` if there is none. */
export function recordIn({ bytes }: UpstreamResponse): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(bytes).toString('utf8'));
    return isFields(value) ? value : null;
  } catch {
    return null;
  }
}

type NumberHeader = 'retry-after' | `x-ratelimit-${'limit' | 'remaining' | 'reset-after'}`;

/** A header as a number without sign or exponent; `undefined` if it is not one. */
export function numberIn({ headers }: UpstreamResponse, name: NumberHeader): number | undefined {
  const text = headers[name] ?? '';
  return /^\d{1,9}(\.\d{1,9})?$/.test(text) ? Number(text) : undefined;
}
