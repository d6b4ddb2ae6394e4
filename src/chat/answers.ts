import type { UpstreamResponse } from '../net/upstream-client.ts';
import { isRecord, parseJson } from './json.ts';
import type { PlatformAnswer, WebhookAction } from './order.ts';
import type { SeenWindow } from './shared-store.ts';

/** What an answer of the platform means, for the caller and for what is remembered. */
export type Verdict =
  /** Passed on, success or refusal of this one message. `isGood`: the webhook is alive. */
  | { readonly kind: 'answer'; readonly answer: PlatformAnswer; readonly isGood: boolean }
  /** There is no such webhook, or not with this token. */
  | { readonly kind: 'dead'; readonly isInvalid: boolean; readonly answer: PlatformAnswer | null }
  /** Too much. `isForAll`: for this address, not for this webhook. */
  | { readonly kind: 'limited'; readonly retryAfterMs: number; readonly isForAll: boolean }
  /** Not the platform itself: its edge, or something on the way. */
  | { readonly kind: 'failed'; readonly isInvalid: boolean };

/** The platform's code for "unknown webhook"; other codes of a 404 are about a message or thread. */
const unknownWebhookCode = 10_015;
/** Where a 429 does not say how long. */
const defaultRetryAfterMs = 5000;

/** Judges a status, headers and body. Pure. */
export function judge(response: UpstreamResponse, action: WebhookAction): Verdict {
  const { status } = response;
  const isPage = mediaTypeOf(response) === 'text/html';
  if (status >= 200 && status < 300) return judgeSuccess(response, action);
  if (status === 429) return judgeLimit(response);
  if (status === 401 || status === 403) {
    // The platform's own answers are JSON; a page is its edge refusing us, whatever the webhook.
    return isPage
      ? { kind: 'failed', isInvalid: true }
      : { kind: 'dead', isInvalid: true, answer: null };
  }
  if (status < 400 || status >= 500) return { kind: 'failed', isInvalid: false };
  const answer = relayed(response);
  if (status !== 404) return { kind: 'answer', answer, isGood: false };
  if (isPage) return { kind: 'failed', isInvalid: false };
  const code = fieldsOf(response).code;
  return code === undefined || code === unknownWebhookCode
    ? { kind: 'dead', isInvalid: false, answer }
    : { kind: 'answer', answer, isGood: false };
}

function judgeSuccess(response: UpstreamResponse, { kind }: WebhookAction): Verdict {
  // The forms of other services are answered with a word of text, whatever type it is given.
  const isWord = kind === 'slack' || kind === 'github';
  const isUnderstood = response.bytes.length === 0 || isWord || isJson(response);
  if (!isUnderstood) return { kind: 'failed', isInvalid: false };
  return { kind: 'answer', answer: relayed(response), isGood: true };
}

function judgeLimit(response: UpstreamResponse): Verdict {
  const { retry_after: bodySeconds, global: isGlobal } = fieldsOf(response);
  const seconds =
    typeof bodySeconds === 'number' ? bodySeconds : secondsIn(response, 'retry-after');
  return {
    kind: 'limited',
    retryAfterMs: seconds === undefined ? defaultRetryAfterMs : Math.max(0, seconds) * 1000,
    // A page instead of JSON is the edge's limit, which knows addresses only.
    isForAll: isGlobal === true || !isJson(response),
  };
}

/** Status, body and type: all that comes back of an answer. */
function relayed(response: UpstreamResponse): PlatformAnswer {
  const { status, bytes } = response;
  if (bytes.length === 0) return { status, contentType: null, bytes };
  if (isJson(response)) return { status, contentType: 'application/json', bytes };
  if (status >= 400) {
    // Somebody else's page must not be shown under our name.
    const detail = 'The chat platform refused the request.';
    return {
      status,
      contentType: 'application/json',
      bytes: Buffer.from(JSON.stringify({ detail })),
    };
  }
  return { status, contentType: 'text/plain; charset=utf-8', bytes };
}

/**
 * The window that the headers of an answer tell of, and the name of its bucket, which several routes
 * may share; `null` where they tell nothing.
 */
export function windowIn(
  response: UpstreamResponse,
): { readonly bucket: string | null; readonly seen: SeenWindow } | null {
  const limit = secondsIn(response, 'x-ratelimit-limit');
  const remaining = secondsIn(response, 'x-ratelimit-remaining');
  const resetAfter = secondsIn(response, 'x-ratelimit-reset-after');
  if (limit === undefined || remaining === undefined || resetAfter === undefined) return null;
  const bucket = response.headers['x-ratelimit-bucket'] ?? '';
  return {
    bucket: /^[\w-]{1,64}$/.test(bucket) ? bucket : null,
    seen: { limit, used: limit - remaining, resetAfterMs: resetAfter * 1000 },
  };
}

function mediaTypeOf({ headers }: UpstreamResponse): string {
  return (headers['content-type'] ?? '').split(';', 1).join('').trim().toLowerCase();
}

function isJson(response: UpstreamResponse): boolean {
  return mediaTypeOf(response) === 'application/json';
}

function fieldsOf(response: UpstreamResponse): Record<string, unknown> {
  if (!isJson(response)) return {};
  const value = parseJson(Buffer.from(response.bytes).toString('utf8'));
  return isRecord(value) ? value : {};
}

function secondsIn({ headers }: UpstreamResponse, name: string): number | undefined {
  const text = headers[name] ?? '';
  return /^\d{1,9}(\.\d{1,9})?$/.test(text) ? Number(text) : undefined;
}
