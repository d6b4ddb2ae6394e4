import { systemClock, type Clock, abortable } from './clock.ts';
import { createFairQueue, type Waiting } from './fair-queue.ts';

export type Pace = {
  readonly ratePerSecond: number;
  /** Tokens in a full bucket; at least 1. */
  readonly burst: number;
};

type TakeOptions = {
  /** While the call waits, an abort ends that: it rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
};

export type TokenBucket = ReturnType<typeof createTokenBucket>;

export type OpenBucket = ReturnType<typeof bucketOpener>;

export const bucketOpener =
  (parts: { readonly clock?: Clock }) =>
  (pace: Pace): TokenBucket =>
    createTokenBucket({ ...pace, ...parts });

type Call = {
  /** Its position in the line of each client for whom it is made. */
  readonly parts: Map<string, Waiting<Call>>;
  untilMs: number;
  readonly resolve: (waitMs: number) => void;
};

/**
 * A token bucket for calls to one upstream, shared fairly by clients: `burst` calls at once, then
 * `ratePerSecond`.
 *
 * No more calls wait than can get a token in time, so however many clients there are, all of this stays
 * small: beyond that, the newest call of the longest line is refused, never that of a newcomer.
 */
export function createTokenBucket(options: Pace & { readonly clock?: Clock }) {
  const { clock = systemClock } = options;
  const { nowMs } = clock;
  const tokens = createTokens(options, nowMs);
  const waiting = createCallQueue();
  let cancelTimer: (() => void) | undefined;

  /** Milliseconds until the client may have a token: its other calls go first. */
  const waitMsOf = (client: string): number => tokens.waitMs(waiting.sizeOf(client));

  function refuse(call: Call): void {
    waiting.remove(call);
    call.resolve(Math.max(1, Math.min(...[...call.parts.keys()].map(waitMsOf))));
  }

  function giveToken(): void {
    const call = waiting.next();
    tokens.take();
    call.resolve(0);
  }

  /** Refuses calls that no token comes for in time. */
  function refuseLate(): void {
    const { calls } = waiting;
    for (const call of calls) if (call.untilMs < tokens.atMs()) refuse(call);
    const lastMs = Math.max(...[...calls].map(({ untilMs }) => untilMs));
    while (calls.size > 0 && tokens.atMs(calls.size - 1) > lastMs) {
      const call = waiting.shortenLongest();
      if (call !== undefined) refuse(call);
    }
  }

  /** Gives out the tokens there are: first, because a late timer is nobody's fault. */
  function giveOut(): void {
    cancelTimer?.();
    cancelTimer = undefined;
    while (waiting.calls.size > 0 && tokens.waitMs() === 0) giveToken();
    refuseLate();
    if (waiting.calls.size > 0) cancelTimer = clock.startTimer(tokens.waitMs(), giveOut);
  }

  /**
   * Takes a token, waiting for it at most `maxWaitMs`. While several clients wait, they take turns. A call
   * for several clients is made in the turn of whichever comes first, and each is charged an equal part.
   */
  function reserve(clients: readonly string[], maxWaitMs: number, { signal }: TakeOptions = {}) {
    const soonestMs = Math.min(...clients.map(waitMsOf));
    if (soonestMs > maxWaitMs) return { taken: Promise.resolve(soonestMs), join: () => {} };
    const { promise, resolve } = Promise.withResolvers<number>();
    const call: Call = { parts: new Map(), untilMs: nowMs() + maxWaitMs, resolve };
    for (const client of clients) waiting.join(call, client);
    giveOut();
    const settled = signal === undefined ? promise : abortable(promise, signal);
    return {
      /** 0 if a token was taken, otherwise the milliseconds until one may be available. */
      taken: settled.finally(() => waiting.remove(call) && giveOut()),
      /** The call is now also for this client. */
      join: (client: string): void => {
        if (!waiting.calls.has(call)) return;
        call.untilMs = nowMs() + maxWaitMs;
        waiting.join(call, client);
      },
    };
  }

  return {
    reserve,
    take: (client: string, maxWaitMs: number, takeOptions?: TakeOptions): Promise<number> =>
      reserve([client], maxWaitMs, takeOptions).taken,
    /** Stops giving out tokens for `forMs` after a 429. Calls that can wait for that long go on waiting. */
    backOff: (forMs: number): void => {
      tokens.backOff(forMs);
      giveOut();
    },
  };
}

function createCallQueue() {
  const queue = createFairQueue<Call>();
  const calls = new Set<Call>();

  function remove(call: Call): boolean {
    for (const waiting of call.parts.values()) queue.remove(waiting);
    return calls.delete(call);
  }

  return {
    calls,
    sizeOf: (client: string): number => queue.size(client),
    join: (call: Call, client: string): void => {
      calls.add(call);
      if (!call.parts.has(client)) call.parts.set(client, queue.add(client, call));
    },
    remove,
    /** Removes and returns the next call, and charges all of its clients. */
    next: (): Call => {
      const { client: first, job: call, end } = queue.next()!;
      const part = 1 / call.parts.size;
      remove(call);
      end(part);
      for (const client of call.parts.keys()) if (client !== first) queue.charge(client, part);
      return call;
    },
    /** Takes the newest call from the longest line. Returns it if that is its only line. */
    shortenLongest: (): Call | undefined => {
      const { client, job: call } = queue.pickVictim()!;
      if (call.parts.size === 1) return call;
      queue.remove(call.parts.get(client)!);
      call.parts.delete(client);
      return undefined;
    },
  };
}

/** The tokens are only the time at which all would be there again (generic cell rate algorithm). */
function createTokens({ ratePerSecond, burst }: Pace, nowMs: () => number) {
  const intervalMs = 1000 / ratePerSecond;
  let fullAtMs = Number.NEGATIVE_INFINITY;
  const atMs = (others = 0): number => fullAtMs + (others - burst + 1) * intervalMs;
  return {
    /** When there is the token after as many others. */
    atMs,
    waitMs: (others = 0): number => Math.max(atMs() - nowMs(), 0) + others * intervalMs,
    take: (): void => {
      fullAtMs = Math.max(fullAtMs, nowMs()) + intervalMs;
    },
    /** None is left afterwards: no burst at a service that has just answered 429. */
    backOff: (forMs: number): void => {
      fullAtMs = Math.max(fullAtMs, nowMs() + forMs + (burst - 1) * intervalMs);
    },
  };
}
