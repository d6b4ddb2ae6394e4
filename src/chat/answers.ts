import type { UpstreamResponse } from '../net/upstream-client.ts';
import { isRecord } from './json.ts';
import type { ActionKind, PlatformAnswer } from './webhook.ts';

/** What a response of the platform means. */
export type Outcome =
  /** Passed on: success, or what the platform says of this one request. */
  | { readonly kind: 'answer'; readonly answer: PlatformAnswer; readonly webhook: WebhookState }
  /** 401, 403, or a 404 without a word: answered in words of our own. */
  | { readonly kind: 'refused'; readonly webhook: WebhookState }
  /** Too much. `isGlobal`: for this address, not for this webhook. */
  | { readonly kind: 'limited'; readonly retryAfterMs: number; readonly isGlobal: boolean }
  /** Not the platform itself: its edge, or something on the way. */
  | { readonly kind: 'failed'; readonly status: number };

/** What the response tells of the webhook itself. */
type WebhookState = 'good' | 'dead' | 'unclear';

/** A rate-limit bucket as the platform's headers tell it. */
export type ToldBucket = {
  /** Routes may share one; `null` when it has no usable name. */
  readonly name: string | null;
  readonly limit: number;
  readonly remaining: number;
  readonly resetAfterMs: number;
};

/** The platform's codes for "unknown webhook" and "invalid webhook token", whatever was asked. */
const webhookCodes: ReadonlySet<unknown> = new Set([10_015, 50_027]);
/** Where a 429 does not say how long. */
const defaultRetryAfterMs = 5000;
/** No answer of the platform holds anything up for longer. */
const longestMs = 3_600_000;
const mostRequests = 10_000;

/** Classifies status, headers and body. Pure. */
export function classify(response: UpstreamResponse, kind: ActionKind): Outcome {
  const { status, bytes } = response;
  if (status === 429) return limitOf(response);
  if (status < 200 || (status >= 300 && status < 400) || status >= 500)
    return { kind: 'failed', status };
  const isPlain = bytes.length === 0 || isJson(response);
  if (status < 300) {
    // The formats of other services are answered with a word of text, whatever type it is given.
    if (!isPlain && kind !== 'slack' && kind !== 'github') return { kind: 'failed', status };
    return { kind: 'answer', answer: relayed(response), webhook: 'good' };
  }
  if (![401, 403, 404].includes(status)) {
    return { kind: 'answer', answer: relayed(response), webhook: 'unclear' };
  }
  // The platform's own answers are JSON; a page is its edge refusing us, whatever the webhook.
  if (mediaTypeOf(response) === 'text/html') return { kind: 'failed', status };
  const webhook = isAboutWebhook(response, kind) ? 'dead' : 'unclear';
  if (status !== 404 || bytes.length === 0 || !isPlain) return { kind: 'refused', webhook };
  return { kind: 'answer', answer: relayed(response), webhook };
}

/** Whether a refusal is of the webhook, and not of one message or thread. */
function isAboutWebhook(response: UpstreamResponse, kind: ActionKind): boolean {
  const { code } = fieldsOf(response);
  if (webhookCodes.has(code)) return true;
  if (['fetch', 'edit', 'delete'].includes(kind)) return response.status === 401 && !code;
  return response.status !== 404 || code === undefined;
}

function limitOf(response: UpstreamResponse): Outcome {
  const { retry_after: told, global: isGlobal } = fieldsOf(response);
  const seconds = typeof told === 'number' ? told : numberIn(response, 'retry-after');
  return {
    kind: 'limited',
    retryAfterMs: boundedMs(seconds === undefined ? defaultRetryAfterMs : seconds * 1000),
    // A page instead of JSON is the edge's limit, which knows addresses only.
    isGlobal: isGlobal === true || !isJson(response),
  };
}

/** Status, body and type. Somebody else's page must not be shown under our name. */
function relayed(response: UpstreamResponse): PlatformAnswer {
  const { status, bytes } = response;
  const isShown = bytes.length > 0 && (status < 300 || isJson(response));
  if (!isShown) return { status, contentType: null, bytes: new Uint8Array() };
  const contentType = isJson(response) ? 'application/json' : 'text/plain; charset=utf-8';
  return { status, contentType, bytes };
}

/** The bucket that the headers of a response tell of; `null` where they tell nothing. */
export function bucketIn(response: UpstreamResponse): ToldBucket | null {
  const limit = numberIn(response, 'x-ratelimit-limit');
  const remaining = numberIn(response, 'x-ratelimit-remaining');
  const resetAfter = numberIn(response, 'x-ratelimit-reset-after');
  if (limit === undefined || remaining === undefined || resetAfter === undefined) return null;
  const name = response.headers['x-ratelimit-bucket'] ?? '';
  return {
    name: /^[\w-]{1,64}$/.test(name) ? name : null,
    limit: Math.min(Math.max(Math.floor(limit), 1), mostRequests),
    remaining: Math.min(Math.floor(remaining), mostRequests),
    resetAfterMs: boundedMs(resetAfter * 1000),
  };
}

function boundedMs(ms: number): number {
  return Math.min(Math.max(Math.ceil(ms), 0), longestMs);
}

function mediaTypeOf({ headers }: UpstreamResponse): string {
  return (headers['content-type'] ?? '').replace(/;.*/s, '').trim().toLowerCase();
}

function isJson(response: UpstreamResponse): boolean {
  return mediaTypeOf(response) === 'application/json';
}

function fieldsOf(response: UpstreamResponse): Record<string, unknown> {
  if (!isJson(response)) return {};
  try {
    const value: unknown = JSON.parse(Buffer.from(response.bytes).toString('utf8'));
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}

function numberIn({ headers }: UpstreamResponse, name: string): number | undefined {
  const text = headers[name] ?? '';
  return /^\d{1,9}(\.\d{1,9})?$/.test(text) ? Number(text) : undefined;
}
