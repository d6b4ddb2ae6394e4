import { LineupError } from '../errors/lineup-error.ts';
import { NetError } from '../net/net-error.ts';
import type { UpstreamClient, UpstreamRequest, UpstreamResponse } from '../net/upstream-client.ts';

/** How a call that the circuit breaker let through went; see the breaker for what follows of it. */
type CallOutcome =
  | { readonly kind: 'answered' }
  | { readonly kind: 'failed' }
  | { readonly kind: 'refused'; readonly restMs?: number }
  | { readonly kind: 'unclear' };

/** A circuit breaker, as far as it is used here: lets a call through, or answers null. */
type Breaker = {
  readonly enter: () => Promise<((outcome: CallOutcome) => void) | null>;
};

/** One host of the account service, and the guard that keeps us from hammering it while it is ill. */
export type Upstream = {
  readonly client: Pick<UpstreamClient, 'request'>;
  readonly breaker: Breaker;
};

/** What a parser throws when bytes from outside are not what they should be. Never leaves this room. */
export class GarbageError extends Error {}

/** From the connection to the last byte. */
const callTimeoutMs = 5000;

type Verdict<T> =
  | { readonly ok: true; readonly value: T | null; readonly outcome: CallOutcome }
  | { readonly ok: false; readonly error: LineupError; readonly outcome: CallOutcome };

/**
 * Asks an upstream one thing. Answers null for "there is none" (204, 404), and for 200 what `read`
 * makes of the body.
 *
 * Everything else is a LineupError, `upstream-timeout` or `upstream-failed`: other statuses, no
 * answer, an answer that is too late, too large or not understood, or a circuit that is open; or
 * `overloaded`, when too many questions wait already.
 */
export async function ask<T>(
  upstream: Upstream,
  request: Omit<UpstreamRequest, 'timeoutMs'>,
  read: (bytes: Uint8Array) => T,
): Promise<T | null> {
  const report = await upstream.breaker.enter();
  if (report === null) throw new LineupError('upstream-failed');
  const verdict = await upstream.client
    .request({ ...request, timeoutMs: callTimeoutMs })
    .then((response) => judgeResponse(response, read))
    .catch((error: unknown) => judgeError(error));
  report(verdict.outcome);
  if (!verdict.ok) throw verdict.error;
  return verdict.value;
}

function judgeResponse<T>(response: UpstreamResponse, read: (bytes: Uint8Array) => T): Verdict<T> {
  const { status, headers, bytes } = response;
  if (status === 200) return { ok: true, value: read(bytes), outcome: { kind: 'answered' } };
  if (status === 204 || status === 404) {
    return { ok: true, value: null, outcome: { kind: 'answered' } };
  }
  const error = new LineupError('upstream-failed', undefined, {
    cause: new Error(`status ${status}`),
  });
  return { ok: false, error, outcome: outcomeOf(status, headers['retry-after']) };
}

/** 429 and 403 are how the account service says "too much"; going on makes the ban longer. */
function outcomeOf(status: number, retryAfter: string | undefined): CallOutcome {
  if (status === 429 || status === 403) {
    const restMs = /^\d{1,6}$/.test(retryAfter ?? '') ? Number(retryAfter) * 1000 : 0;
    return { kind: 'refused', restMs };
  }
  // Another 4xx is about this one question; the service itself is well.
  return status >= 400 && status < 500 ? { kind: 'answered' } : { kind: 'failed' };
}

function judgeError(error: unknown): Verdict<never> {
  const kind = error instanceof NetError ? error.kind : null;
  // Our own queue being full says nothing about the upstream.
  if (kind === 'busy')
    return { ok: false, error: queueIsFull(error), outcome: { kind: 'unclear' } };
  const code = kind === 'timeout' ? 'upstream-timeout' : 'upstream-failed';
  const known = new LineupError(code, undefined, { cause: error });
  return { ok: false, error: known, outcome: { kind: 'failed' } };
}

function queueIsFull(cause: unknown): LineupError {
  const detail =
    'The service has more to ask about players than it can take on now; try again shortly.';
  return new LineupError('overloaded', detail, { cause, retryAfterSeconds: 2 });
}
