import type { BatchReservation } from './batcher.ts';
import { systemClock, type Clock } from './clock.ts';
import { abortable } from './deadline.ts';
import { createFairLedger, type FairLedger } from './fair-ledger.ts';
import { createFairQueue, type Waiting } from './fair-queue.ts';

/** How many calls an upstream gets. */
export type Pace = {
  readonly ratePerSecond: number;
  /** Tokens in a full bucket; at least 1. */
  readonly burst: number;
};

type TokenBucketOptions = Pace & {
  /** The network of a client; see `createFairLedger`. */
  readonly networkOf: (client: string) => string;
  readonly clock?: Clock;
};

type TakeOptions = {
  /** Calls of one look-up, which are made together; 1 by default. The next token comes later by as many. */
  readonly tokens?: number;
  /** While the call waits, an abort ends that: it rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
};

/** A position in the queue for a token, which others may join while it waits. */
export type Reservation = {
  /** 0 if a token was taken, otherwise the milliseconds until one may be available. */
  readonly taken: Promise<number>;
  /** The call is now also for this client: if it took fewer tokens, its share is used. */
  readonly join: (client: string) => void;
};

export type TokenBucket = {
  /**
   * Takes a token for a client, waiting for it at most `maxWaitMs`. While several clients wait, the next
   * token is that of the one that took the fewest lately. A call for several clients counts as one
   * of the client that took the fewest, and each is charged an equal part.
   */
  readonly reserve: (
    clients: readonly string[],
    maxWaitMs: number,
    options?: TakeOptions,
  ) => Reservation;
  /** Like `reserve`, for one client; resolves like `Reservation.taken`. */
  readonly take: (client: string, maxWaitMs: number, options?: TakeOptions) => Promise<number>;
  /** Stops giving out tokens for `forMs` after a 429. Calls that can wait for that long go on waiting. */
  readonly backOff: (forMs: number) => void;
};

/** Opens a bucket with the clock and the networks of the service. */
export type OpenBucket = (pace: Pace) => TokenBucket;

export const bucketOpener =
  (parts: Omit<TokenBucketOptions, keyof Pace>): OpenBucket =>
  (pace) =>
    createTokenBucket({ ...pace, ...parts });

/** More than those who took one of 30 tokens a second in the last two minutes. */
const maxClients = 5000;

type Call = {
  readonly clients: Set<string>;
  readonly tokens: number;
  untilMs: number;
  readonly resolve: (waitMs: number) => void;
};

/**
 * A token bucket for calls to one upstream, shared fairly by clients: `burst` calls at once, then
 * `ratePerSecond`.
 *
 * No more calls wait than can get a token in time, so however many clients there are, all of this stays
 * small: beyond that, the newest call of the longest queue is refused, never that of a newcomer.
 */
export function createTokenBucket(options: TokenBucketOptions): TokenBucket {
  const { networkOf, clock = systemClock } = options;
  const { nowMs } = clock;
  const tokens = createTokens(options, nowMs);
  const ledger = createFairLedger({ nowMs, networkOf, maxClients });
  const calls = createFairQueue<Call>(ledger);
  let cancelTimer: (() => void) | undefined;

  function giveToken(call: Call): void {
    tokens.take(call.tokens);
    for (const client of call.clients) ledger.charge(client, call.tokens / call.clients.size);
    call.resolve(0);
  }

  function refuse(call: Waiting<Call>): void {
    calls.remove(call);
    call.job.resolve(Math.max(1, tokens.waitMs(calls.size(call.client))));
  }

  /** Refuses calls that no token comes for in time. */
  function refuseLate(): void {
    for (const call of calls.all()) if (call.job.untilMs < tokens.atMs()) refuse(call);
    const lastMs = Math.max(...calls.all().map(({ job }) => job.untilMs));
    while (calls.size() > 0 && tokens.atMs(calls.size() - 1) > lastMs) {
      refuse(calls.newestOfLongest()!);
    }
  }

  /** Gives out the tokens there are: first, because a late timer is nobody's fault. */
  function giveOut(): void {
    cancelTimer?.();
    cancelTimer = undefined;
    while (calls.size() > 0 && tokens.waitMs() === 0) giveToken(calls.next()!.job);
    refuseLate();
    if (calls.size() > 0) cancelTimer = clock.startTimer(tokens.waitMs(), giveOut);
  }

  const reserve: TokenBucket['reserve'] = (clients, maxWaitMs, takeOptions = {}) => {
    const client = leastOf(clients, ledger);
    // Its other calls go first.
    const soonestMs = tokens.waitMs(calls.size(client));
    if (soonestMs > maxWaitMs) return { taken: Promise.resolve(soonestMs), join: () => {} };
    const { promise, resolve } = Promise.withResolvers<number>();
    const untilMs = nowMs() + maxWaitMs;
    const job = { clients: new Set(clients), tokens: takeOptions.tokens ?? 1, untilMs, resolve };
    let call = calls.add(client, job);
    giveOut();
    const leaveQueue = () => calls.remove(call) && giveOut();
    const join = (joiner: string): void => {
      job.clients.add(joiner);
      job.untilMs = nowMs() + maxWaitMs;
      const isBefore = ledger.usedBy(joiner) < ledger.usedBy(call.client);
      if (isBefore && calls.remove(call)) call = calls.add(joiner, job);
    };
    return { taken: unlessAborted(promise, takeOptions.signal).finally(leaveQueue), join };
  };

  return {
    reserve,
    take: (client, maxWaitMs, takeOptions) => reserve([client], maxWaitMs, takeOptions).taken,
    backOff: (forMs) => {
      tokens.backOff(forMs);
      giveOut();
    },
  };
}

/** A reservation that rejects if no token comes in time. */
export function reservationOrError(
  reservation: Reservation,
  errorOf: (waitMs: number) => Error,
): BatchReservation {
  const taken = async (): Promise<void> => {
    const waitMs = await reservation.taken;
    if (waitMs > 0) throw errorOf(waitMs);
  };
  return { taken: taken(), join: reservation.join };
}

function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  return signal === undefined ? promise : abortable(promise, signal);
}

/** The client that used least, as which a call for several waits. */
function leastOf(clients: readonly string[], { usedBy }: FairLedger): string {
  const byUse = clients.map((client) => ({ client, used: usedBy(client) }));
  return byUse.reduce((least, one) => (one.used < least.used ? one : least)).client;
}

/** The tokens are only the time at which all would be there again (generic cell rate algorithm). */
function createTokens({ ratePerSecond, burst }: Pace, nowMs: () => number) {
  const intervalMs = 1000 / ratePerSecond;
  let fullAtMs = Number.NEGATIVE_INFINITY;
  const atMs = (others = 0): number => fullAtMs + (others - burst + 1) * intervalMs;
  return {
    /** When there is the token after as many others. */
    atMs,
    /** Milliseconds until then. */
    waitMs: (others = 0): number => Math.max(atMs() - nowMs(), 0) + others * intervalMs,
    take: (count: number): void => {
      fullAtMs = Math.max(fullAtMs, nowMs()) + count * intervalMs;
    },
    /** None is left afterwards: no burst at a service that has just answered 429. */
    backOff: (forMs: number): void => {
      fullAtMs = Math.max(fullAtMs, nowMs() + forMs + (burst - 1) * intervalMs);
    },
  };
}
