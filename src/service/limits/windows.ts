import { setImmediate as nextIteration } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { MaybePromise } from '../../common/async/clock.ts';

/** State of a window after tokens were taken or refused. */
export type Taking = {
  readonly isTaken: boolean;
  /** Tokens taken from the window so far. */
  readonly taken: number;
  /** Time on the clock of the windows. */
  readonly endsAtMs: number;
};

/** An atomic counter shared by several instances; `undefined` soon if it is down or slow. */
export type SharedCounter = (taking: {
  readonly key: string;
  /** Takes as many of these tokens as fit; −1 returns one. */
  readonly tokens: number;
  readonly max: number;
  readonly windowMs: number;
  /** Initial state for a window that the shared counter does not know. */
  readonly known: { readonly taken: number; readonly leftMs: number } | undefined;
}) => Promise<
  { readonly granted: number; readonly taken: number; readonly leftMs: number } | undefined
>;

/**
 * Takes all of `tokens` or none. 0 only reads and starts no window: for a key without one it returns
 * the window that would start now. −1 returns a token to a running window.
 */
type Take = (key: string, tokens: number, max: number) => MaybePromise<Taking>;

export type WindowsOptions = {
  /** Milliseconds since 1970, of a clock that never steps back. */
  readonly nowMs: () => number;
  readonly windowMs: number;
  /** Counter for all instances; without it this process counts alone. */
  readonly shared?: SharedCounter | undefined;
  /** Windows kept at a time, some 150 bytes each; the least recently used are dropped first. */
  readonly maxWindows?: number;
};

type State = { taken: number; readonly endsAtMs: number };

/** 200,000 clients take 30 MB. */
const defaultMaxWindows = 200_000;
/** Longer than reported ends of one window differ, shorter than two windows of a client. */
const sameWindowMs = 1000;

/**
 * Fixed windows: each starts with the first token taken from it and ends `windowMs` later. A shared
 * counter has precedence, and the process keeps a copy: if the counter fails, the process continues
 * from its copy, and if the counter returns empty (a restarted Redis), it receives the copy.
 */
export function createWindows(options: WindowsOptions): { readonly take: Take } {
  const { nowMs, windowMs, shared, maxWindows = defaultMaxWindows } = options;
  // With `max`, the LRU cache would allocate all of its memory at once.
  const states = new LRUCache<string, State>({ maxSize: maxWindows, sizeCalculation: () => 1 });

  function find(key: string): State | undefined {
    const state = states.get(key);
    return state !== undefined && state.endsAtMs > nowMs() ? state : undefined;
  }

  function takeHere(key: string, tokens: number, max: number): Taking {
    const running = find(key);
    const state = running ?? { taken: 0, endsAtMs: Math.ceil(nowMs() + windowMs) };
    const isTaken = state.taken + tokens <= max;
    if (isTaken) state.taken = Math.max(0, state.taken + tokens);
    if (isTaken && tokens > 0 && running === undefined) states.set(key, state);
    return { taken: state.taken, endsAtMs: state.endsAtMs, isTaken };
  }

  if (shared === undefined) return { take: takeHere };
  const request: TakeShared = async (key, tokens, max) => {
    const before = find(key);
    const known = before && {
      taken: before.taken,
      leftMs: Math.max(1, Math.ceil(before.endsAtMs - nowMs())),
    };
    const response = await shared({ key, tokens, max, windowMs, known });
    if (response === undefined) return undefined;
    const { granted, taken } = response;
    const endsAtMs = endOf(before, nowMs() + Math.min(response.leftMs, windowMs));
    if (taken > 0) states.set(key, { taken, endsAtMs });
    return { granted, taken, endsAtMs };
  };
  const join = createBatches(request);
  return {
    take: async (key, tokens, max) => {
      const { position, response } =
        tokens === 1 ? join(key, max) : { position: tokens, response: request(key, tokens, max) };
      const known = await response;
      if (known === undefined) return takeHere(key, tokens, max);
      const { granted, endsAtMs } = known;
      // Tokens of later requests in the same batch are not counted yet.
      const taken = known.taken - granted + Math.min(position, granted);
      return { isTaken: position <= granted && taken <= max, taken, endsAtMs };
    },
  };
}

type TakeShared = (
  key: string,
  tokens: number,
  max: number,
) => Promise<
  { readonly granted: number; readonly taken: number; readonly endsAtMs: number } | undefined
>;

/**
 * Combines tokens of one window that are taken in one iteration of the event loop into one call: separate
 * calls would cost as much as everything else about a cached picture.
 */
function createBatches(request: TakeShared) {
  const open = new Map<string, { tokens: number; readonly response: ReturnType<TakeShared> }>();

  async function responseOf(key: string, max: number): ReturnType<TakeShared> {
    await nextIteration();
    const tokens = open.get(key)?.tokens ?? 0;
    open.delete(key);
    return request(key, tokens, max);
  }

  /** @returns the request's position in the batch, from 1, and the tokens granted to the batch */
  return (key: string, max: number) => {
    const batch = open.get(key) ?? { tokens: 0, response: responseOf(key, max) };
    open.set(key, batch);
    batch.tokens += 1;
    return { position: batch.tokens, response: batch.response };
  };
}

/** The end of a window, by the earliest report of the shared counter: it is the most accurate. */
function endOf(before: State | undefined, heardMs: number): number {
  const isSame = before !== undefined && Math.abs(heardMs - before.endsAtMs) < sameWindowMs;
  return isSame ? Math.min(before.endsAtMs, heardMs) : heardMs;
}
