import type { BatchTurn } from '../async/batcher.ts';
import type { CircuitBreaker, Outcome } from '../async/circuit-breaker.ts';
import { turnOrError, type Turn } from '../async/token-bucket.ts';
import { LineupError } from '../errors/lineup-error.ts';
import { NetError } from '../net/net-error.ts';
import { unavailable } from '../net/unavailable.ts';
import type { UpstreamClient, UpstreamRequest, UpstreamResponse } from '../net/upstream-client.ts';

/** One host of an account service, with the circuit breaker that protects it. */
export type Upstream = {
  readonly client: Pick<UpstreamClient, 'request'>;
  readonly breaker: Pick<CircuitBreaker, 'enter' | 'waitMs'>;
  /** Name in metrics and logs. */
  readonly name: string;
  /** Public name of its service. */
  readonly serviceName: string;
  /** Our own limit of calls; without it there is none. */
  readonly openTurn?: ((clients: readonly string[]) => Turn) | undefined;
};

export type Question = Omit<UpstreamRequest, 'timeoutMs'> & {
  /** For whom a turn is taken; null if it was taken before, or none is needed. */
  readonly clients: readonly string[] | null;
};

/** Thrown by parsers for invalid data from outside. Never leaves this room. */
export class GarbageError extends Error {
  readonly kind = 'garbage';
}

/** Which service failed, and how; a cause for the log. */
export class UpstreamFailure extends Error {
  readonly service: string;
  readonly kind: string | undefined;

  /** @param how a short reason, or the error */
  constructor(service: string, how: string | Error) {
    super(`${service} failed`, typeof how === 'string' ? undefined : { cause: how });
    this.service = service;
    this.kind = typeof how === 'string' ? how : undefined;
  }
}

/** Limit from connection to last byte. */
const callTimeoutMs = 5000;

type Result<T> =
  | { readonly ok: true; readonly value: T | null; readonly outcome: Outcome }
  | { readonly ok: false; readonly cause: Error; readonly outcome: Outcome };

/**
 * Sends one request to an upstream. Resolves to null for "there is none" (204, 404), and for 200 to the
 * result of `read`.
 *
 * Everything else is a LineupError: `upstream-timeout` or `upstream-failed` for other statuses, no
 * response, one that is late, too large or invalid, or an open circuit (with the seconds to wait, if
 * known); `overloaded` if it is not these clients' turn, or our own queue is full.
 */
export async function ask<T>(
  upstream: Upstream,
  { clients, ...request }: Question,
  read: (bytes: Uint8Array, headers: UpstreamResponse['headers']) => T,
): Promise<T | null> {
  // Before the breaker: a probe that waited for its turn would hold up the turns of all others.
  if (clients !== null) await turnAt(upstream, clients)?.taken;
  const report = await upstream.breaker.enter();
  if (report === null) throw upstreamError(upstream, 'circuit-open');
  const result = await upstream.client
    .request({ ...request, timeoutMs: callTimeoutMs })
    .then((response) => classifyResponse(response, read))
    .catch((error: unknown) => classifyError(error));
  report(result.outcome);
  if (!result.ok) throw upstreamError(upstream, result.cause);
  return result.value;
}

/** Like `ask`, but a request that the upstream refuses (400) is about something it cannot know. */
export async function askOrNone<T>(...args: Parameters<typeof ask<T>>): Promise<T | null> {
  try {
    return await ask(...args);
  } catch (error) {
    if (error instanceof LineupError && isRefusedQuestion(error)) return null;
    throw error;
  }
}

/** The error for a request that needs this upstream. @param how see `UpstreamFailure` */
export function upstreamError(upstream: Upstream, how: 'timeout' | 'circuit-open' | Error) {
  const { name, serviceName, breaker } = upstream;
  const kind = how instanceof NetError ? how.kind : String(how);
  return unavailable(
    { kind },
    {
      busy: busySentence(serviceName),
      failed: `${serviceName} isn’t answering right now.`,
      cause: new UpstreamFailure(name, how),
      retryAfterSeconds: Math.ceil(breaker.waitMs() / 1000),
    },
  );
}

/**
 * A turn at an upstream, for the next call. None is needed while the circuit is open: the call will be
 * refused. It rejects with `overloaded` if it does not come.
 */
export function turnAt(upstream: Upstream, clients: readonly string[]): BatchTurn | undefined {
  if (upstream.breaker.waitMs() > 0) return undefined;
  const turn = upstream.openTurn?.(clients);
  return turn && turnOrError(turn, (waitMs) => busy(upstream, waitMs));
}

/** Our own limit, not the upstream's. */
function busy({ serviceName }: Upstream, waitMs: number): LineupError {
  return new LineupError('overloaded', busySentence(serviceName), {
    retryAfterSeconds: Math.ceil(waitMs / 1000),
  });
}

const busySentence = (serviceName: string) =>
  `Too many requests wait for ${serviceName}; try again shortly.`;

/** Whether the upstream works but refused this request (400, 413 …). */
export function isRefusedQuestion({ cause }: LineupError): boolean {
  const response = cause instanceof UpstreamFailure ? cause.cause : undefined;
  const status = response instanceof NetError ? response.status : undefined;
  return status !== undefined && status !== 404 && isAboutQuestion(status);
}

function classifyResponse<T>(
  response: UpstreamResponse,
  read: (bytes: Uint8Array, headers: UpstreamResponse['headers']) => T,
): Result<T> {
  const { status, headers, bytes } = response;
  if (status === 200)
    return { ok: true, value: read(bytes, headers), outcome: { kind: 'answered' } };
  if (status === 204 || status === 404) {
    return { ok: true, value: null, outcome: { kind: 'answered' } };
  }
  const cause = new NetError('http-status', { status });
  return { ok: false, cause, outcome: outcomeOf(status, headers['retry-after']) };
}

function outcomeOf(status: number, retryAfter: string | undefined): Outcome {
  if (isAboutQuestion(status)) return { kind: 'answered' };
  if (!isAboutRate(status)) return { kind: 'failed' };
  const backOffMs = /^\d{1,6}$/.test(retryAfter ?? '') ? Number(retryAfter) * 1000 : 0;
  return { kind: 'refused', backOffMs };
}

/** The account service sends 429 and 403 for too many requests; continuing makes the ban longer. */
const isAboutRate = (status: number) => status === 429 || status === 403;

/** Any other 4xx is about this request; the service itself works. */
const isAboutQuestion = (status: number) => status >= 400 && status < 500 && !isAboutRate(status);

function classifyError(error: unknown): Result<never> {
  const cause = error instanceof Error ? error : new GarbageError(String(error));
  // A full queue of our own says nothing about the upstream.
  const isBusy = error instanceof NetError && error.kind === 'busy';
  return { ok: false, cause, outcome: { kind: isBusy ? 'unclear' : 'failed' } };
}
