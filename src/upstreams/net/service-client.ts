import type { BatchReservation } from '../../common/async/batcher.ts';
import {
  createCircuitBreaker,
  type CircuitBreaker,
  type Outcome,
} from '../../common/async/circuit-breaker.ts';
import type { Clock } from '../../common/async/clock.ts';
import { type Pace, type TokenBucket } from '../../common/async/token-bucket.ts';
import { LineupError, type ErrorOptions } from '../../common/errors/lineup-error.ts';
import { NetError } from './net-error.ts';
import { invalidResponse } from './read-json.ts';
import type { UpstreamClient, UpstreamRequest, UpstreamResponse } from './upstream-client.ts';

type Effect = {
  /** To the circuit breaker. */
  readonly circuit: Outcome['kind'];
  /** Whether the rate limit allows no call for a while. */
  readonly pausesHost?: true;
};

/** What a response can mean, and what that does. */
const effects = {
  /** It contains what was requested. */
  found: { circuit: 'answered' },
  none: { circuit: 'answered' },
  /** The service works, but not for this request. */
  invalid: { circuit: 'answered' },
  /** This kind of request is refused for a while. */
  refused: { circuit: 'refused' },
  /** All requests to the host are refused for a while. */
  limited: { circuit: 'refused', pausesHost: true },
  /** The same, where the limit is known in advance and so our own. */
  spent: { circuit: 'unclear', pausesHost: true },
  failed: { circuit: 'failed' },
} as const satisfies Record<string, Effect>;

export type Meaning = keyof typeof effects;

/** What is particular to a service. */
export type ServiceRules = {
  /** Its public name. */
  readonly serviceName: string;
  /** For all calls that state nothing else. */
  readonly request: Pick<UpstreamRequest, 'timeoutMs' | 'maxBytes' | 'headers' | 'idempotent'>;
  /** By status; `failed` for those that are missing. */
  readonly meanings: Readonly<Partial<Record<number | '4xx', Meaning>>>;
  /** Where the status alone does not tell. */
  readonly meaningOf?: (response: UpstreamResponse) => Meaning | undefined;
  /** How long a response with the meaning `refused`, `limited` or `spent` says to wait; 0: unknown. */
  readonly backOffMsOf?: (response: UpstreamResponse) => number;
  /** Null: none. */
  readonly breaker?: Omit<Parameters<typeof createCircuitBreaker>[0], 'nowMs'> | null;
  /** Sentences other than the default ones. */
  readonly refused?: string;
  readonly busy?: (seconds: number) => string;
};

type ServiceParts = {
  /** Name in metrics and logs. */
  readonly name: string;
  readonly client: Pick<UpstreamClient, 'request'>;
  readonly clock: Clock;
  /** Our own limit of calls, which several services may share; without it there is none. */
  readonly rateLimit?: RateLimit | undefined;
};

/** Of calls to one host, which its clients share fairly. */
export type RateLimit = { readonly bucket: TokenBucket; readonly maxWaitMs: number };

/** How many calls a host gets, and the longest that one waits for its token. */
export type RateLimitPace = Pace & Pick<RateLimit, 'maxWaitMs'>;

type ServiceCall<T> = Partial<UpstreamRequest> & {
  readonly path: string;
  /** For whom a token is taken; without it, one was taken with `reserve`. */
  readonly clients?: readonly string[] | undefined;
  /** Reads a response that was found; what it throws is a failure of the service. */
  readonly read: (bytes: Uint8Array, headers: UpstreamResponse['headers']) => T | null;
  /** An invalid request is about something that the service cannot know: there is none. */
  readonly isGuess?: boolean;
};

export type ServiceClient = ReturnType<typeof createServiceClient>;

/** Which service failed, and how; a cause for the log. */
export class UpstreamFailure extends Error {
  readonly service: string;
  readonly kind: string | undefined;
  readonly meaning: Meaning | undefined;

  /** @param how a short reason, or the error */
  constructor(service: string, how: string | Error, meaning?: Meaning) {
    super(`${service} failed`, typeof how === 'string' ? undefined : { cause: how });
    this.service = service;
    this.kind = typeof how === 'string' ? how : undefined;
    this.meaning = meaning;
  }
}

/** Whether the service works but refused this request (400, 413 …). */
export function isInvalidRequest(error: unknown): boolean {
  const cause = error instanceof LineupError ? error.cause : null;
  return cause instanceof UpstreamFailure && cause.meaning === 'invalid';
}

type Failed = {
  readonly how: string | Error;
  readonly meaning?: Meaning;
  /** By default until the circuit breaker allows a call. */
  readonly waitMs?: number;
};
type Result<T> = { readonly outcome: Outcome } & ({ readonly value: T | null } | Failed);

/** When a full queue of our own may have room. */
const busyMs = 2000;

const noBreaker: CircuitBreaker = {
  isRefusing: () => false,
  waitMs: () => 0,
  enter: async () => () => {},
};

/** The client of a service of the operator's, which is called politely; failures are LineupErrors. */
export function createServiceClient(rules: ServiceRules, parts: ServiceParts) {
  const { name, clock, rateLimit } = parts;
  const { breaker: breakerRules, serviceName } = rules;
  const breaker =
    breakerRules === null
      ? noBreaker
      : createCircuitBreaker({ nowMs: clock.nowMs, ...breakerRules });
  /** Whether the last response was a refusal: until the next one, that is why calls fail. */
  let isRefused = false;

  function failure({ how, meaning, waitMs = breaker.waitMs() }: Failed): LineupError {
    const seconds = Math.ceil(waitMs / 1000);
    const busy = `Too many requests wait for ${serviceName}; try again shortly.`;
    return unavailable(how, {
      busy: rules.busy?.(seconds) ?? busy,
      failed: (isRefused && rules.refused) || `${serviceName} isn’t answering right now.`,
      cause: new UpstreamFailure(name, how, meaning),
      retryAfterSeconds: seconds > 0 ? seconds : undefined,
    });
  }

  /**
   * A token for the next call. None is needed while the circuit is open: the call will be refused. It
   * rejects with `overloaded` if it does not come.
   */
  function reserve(clients: readonly string[]): BatchReservation | undefined {
    if (rateLimit === undefined || breaker.waitMs() > 0) return undefined;
    const { taken, join } = rateLimit.bucket.reserve(clients, rateLimit.maxWaitMs);
    const given = async (): Promise<void> => {
      const waitMs = await taken;
      if (waitMs > 0) throw failure({ how: 'busy', waitMs });
    };
    return { taken: given(), join };
  }

  return {
    reserve,
    failure: (how: NetError) => failure({ how }),
    /** For caches. */
    guards: {
      isRefusing: breaker.isRefusing,
      timeoutError: () => failure({ how: 'timeout' }),
    },
    /**
     * Calls the service once. Resolves to null for "there is none".
     * @throws {LineupError} `upstream-timeout` or `upstream-failed` (with the seconds to wait, if known) for
     *   any other response, none, or an open circuit; `overloaded` if no token comes for these clients,
     *   or our own queue is full
     */
    call: async <T>({ clients, ...call }: ServiceCall<T>): Promise<T | null> => {
      // Before the breaker: a probe that waited for its token would hold up all others.
      if (clients !== undefined) await reserve(clients)?.taken;
      const report = await breaker.enter();
      if (report === null) throw failure({ how: 'circuit-open' });
      const sent = send(rules, parts, call, (meaning) => {
        isRefused = meaning === 'refused';
      });
      const result = await sent.catch(lost);
      report(result.outcome);
      if ('value' in result) return result.value;
      throw failure(result);
    },
    /**
     * Runs what depends on data of the service; a NetError becomes the service's failure. The circuit
     * breaker does not count it, so that nobody who knows broken data can open the circuit for all.
     */
    attempt: <T>(run: () => T): T => {
      try {
        return run();
      } catch (error) {
        throw error instanceof NetError ? failure({ how: error }) : error;
      }
    },
  };
}

/** Sends a request, and looks up what its response means; rejects without a response that can be read. */
async function send<T>(
  rules: ServiceRules,
  { client, rateLimit }: Pick<ServiceParts, 'client' | 'rateLimit'>,
  call: Omit<ServiceCall<T>, 'clients'>,
  onResponse: (meaning: Meaning) => void,
): Promise<Result<T>> {
  const { read, isGuess = false, ...request } = call;
  const method = request.json === undefined ? 'GET' : 'POST';
  const response = await client.request({ method, ...rules.request, ...request });
  const meaning = meaningOf(rules, response);
  onResponse(meaning);
  const { circuit, pausesHost }: Effect = effects[meaning];
  const waitMs = rules.backOffMsOf?.(response) ?? 0;
  const outcome = { kind: circuit, backOffMs: waitMs };
  if (pausesHost) rateLimit?.bucket.backOff(waitMs);
  if (meaning === 'found') return { outcome, value: read(response.bytes, response.headers) };
  if (meaning === 'none' || (meaning === 'invalid' && isGuess)) return { outcome, value: null };
  const how =
    meaning === 'spent' ? 'busy' : new NetError('http-status', { status: response.status });
  return { outcome, how, meaning, ...(pausesHost && { waitMs }) };
}

function meaningOf(
  { meanings, meaningOf: own }: ServiceRules,
  response: UpstreamResponse,
): Meaning {
  const { status } = response;
  const other = status >= 400 && status < 500 ? meanings['4xx'] : undefined;
  return own?.(response) ?? meanings[status] ?? other ?? 'failed';
}

/** Without a response, or with one that could not be read. */
function lost(error: unknown): Failed & { readonly outcome: Outcome } {
  const how = error instanceof NetError ? error : invalidResponse(error);
  if (how.kind !== 'busy') return { how, outcome: { kind: 'failed' } };
  // A full queue of our own says nothing about the upstream.
  return { how, waitMs: busyMs, outcome: { kind: 'unclear' } };
}

/**
 * The client's error for an upstream without a usable response: `overloaded` if our own queue for it
 * was full, otherwise `upstream-timeout` or `upstream-failed`.
 * @param how it failed; of an error only the kind counts
 * @param sentences other than those of the catalogue; the cause is for the log
 */
export function unavailable(
  how: string | Error,
  sentences: ErrorOptions & { readonly busy?: string; readonly failed?: string },
): LineupError {
  const { busy, failed, ...options } = sentences;
  const kind = how instanceof NetError ? how.kind : how;
  if (kind === 'busy')
    return new LineupError('overloaded', busy, { retryAfterSeconds: 2, ...options });
  return new LineupError(
    kind === 'timeout' ? 'upstream-timeout' : 'upstream-failed',
    failed,
    options,
  );
}
