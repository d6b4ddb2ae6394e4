import type { UpstreamResponse } from '../net/upstream-client.ts';
import { isRecord, parseJson } from './json.ts';
import type { PlatformAnswer, WebhookAction } from './order.ts';
import { boundedMs, type SeenWindow } from './shared-store.ts';

/** What an answer of the platform means, for the caller and for what is remembered. */
export type Verdict =
  /**
   * Passed on, success or refusal of this one message. `isGood`: the webhook is alive; `isInvalid`,
   * here and below: the platform counts it against the sending address.
   */
  | {
      readonly kind: 'answer';
      readonly answer: PlatformAnswer;
      readonly isGood: boolean;
      readonly isInvalid: boolean;
    }
  /** There is no such webhook, or not with this token. */
  | { readonly kind: 'dead'; readonly isInvalid: boolean; readonly answer: PlatformAnswer | null }
  /** Too much. `isForAll`: for this address, not for this webhook. */
  | { readonly kind: 'limited'; readonly retryAfterMs: number; readonly isForAll: boolean }
  /** Not the platform itself: its edge, or something on the way. */
  | { readonly kind: 'failed'; readonly isInvalid: boolean };

/** The platform's codes for "unknown webhook" and "invalid webhook token", whatever was asked. */
const webhookCodes: ReadonlySet<unknown> = new Set([10_015, 50_027]);
/** What the platform says where it has no code for it. */
const generalCode = 0;
/** Where a 429 does not say how long. */
const defaultRetryAfterMs = 5000;

/** Judges a status, headers and body. Pure. */
export function judge(response: UpstreamResponse, action: WebhookAction): Verdict {
  const { status } = response;
  if (status >= 200 && status < 300) return judgeSuccess(response, action);
  if (status === 429) return judgeLimit(response);
  if (status === 401 || status === 403 || status === 404) return judgeUnknown(response, action);
  if (status < 400 || status >= 500) return { kind: 'failed', isInvalid: false };
  return { kind: 'answer', answer: relayed(response), isGood: false, isInvalid: false };
}

function judgeUnknown(response: UpstreamResponse, action: WebhookAction): Verdict {
  const isInvalid = response.status !== 404;
  // The platform's own answers are JSON; a page is its edge refusing us, whatever the webhook.
  if (mediaTypeOf(response) === 'text/html') return { kind: 'failed', isInvalid };
  if (isAboutWebhook(response, action)) {
    return { kind: 'dead', isInvalid, answer: isInvalid ? null : relayed(response) };
  }
  const isReadable = isJson(response) && response.bytes.length > 0;
  const answer = isReadable ? relayed(response) : inOwnWords(404);
  // Nothing of this service is ever a 401 or 403.
  return { kind: 'answer', answer: { ...answer, status: 404 }, isGood: false, isInvalid };
}

/** Whether a refusal is of the webhook, and not of one message or thread. */
function isAboutWebhook(response: UpstreamResponse, { kind }: WebhookAction): boolean {
  const { code } = fieldsOf(response);
  if (webhookCodes.has(code)) return true;
  const isSilent = code === undefined || code === generalCode;
  if (kind === 'fetch' || kind === 'edit' || kind === 'delete') {
    return response.status === 401 && isSilent;
  }
  return response.status !== 404 || code === undefined;
}

function judgeSuccess(response: UpstreamResponse, { kind }: WebhookAction): Verdict {
  // The forms of other services are answered with a word of text, whatever type it is given.
  const isWord = kind === 'slack' || kind === 'github';
  const isUnderstood = response.bytes.length === 0 || isWord || isJson(response);
  if (!isUnderstood) return { kind: 'failed', isInvalid: false };
  return { kind: 'answer', answer: relayed(response), isGood: true, isInvalid: false };
}

function judgeLimit(response: UpstreamResponse): Verdict {
  const { retry_after: bodySeconds, global: isGlobal } = fieldsOf(response);
  const seconds =
    typeof bodySeconds === 'number' ? bodySeconds : secondsIn(response, 'retry-after');
  return {
    kind: 'limited',
    retryAfterMs: boundedMs(seconds === undefined ? defaultRetryAfterMs : seconds * 1000),
    // A page instead of JSON is the edge's limit, which knows addresses only.
    isForAll: isGlobal === true || !isJson(response),
  };
}

/** Status, body and type: all that comes back of an answer. */
function relayed(response: UpstreamResponse): PlatformAnswer {
  const { status, bytes } = response;
  if (bytes.length === 0) return { status, contentType: null, bytes };
  if (isJson(response)) return { status, contentType: 'application/json', bytes };
  // Somebody else's page must not be shown under our name.
  if (status >= 400) return inOwnWords(status);
  return { status, contentType: 'text/plain; charset=utf-8', bytes };
}

function inOwnWords(status: number): PlatformAnswer {
  const bytes = Buffer.from(JSON.stringify({ detail: 'The chat platform refused the request.' }));
  return { status, contentType: 'application/json', bytes };
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
