import { setImmediate as endOfTurn } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Soon } from '../async/soon.ts';

/** How a window is, once tokens were taken from it or refused. */
export type Taking = {
  readonly isTaken: boolean;
  /** Tokens that are taken from the window by now. */
  readonly taken: number;
  /** On the clock that the windows were made with. */
  readonly endsAtMs: number;
};

/** One taking from a counter that several instances share. */
export type SharedTaking = {
  readonly key: string;
  /** As many of them as fit are taken; −1 returns one. */
  readonly tokens: number;
  readonly max: number;
  readonly windowMs: number;
  /** What the window is to start with where the shared counter knows of none. */
  readonly known: { readonly taken: number; readonly leftMs: number } | undefined;
};

/**
 * A counter shared by several instances, atomic. `undefined` when it is dead or slow, which must
 * come soon; it never rejects.
 */
export type SharedCounter = (
  taking: SharedTaking,
) => Promise<
  { readonly granted: number; readonly taken: number; readonly leftMs: number } | undefined
>;

export type Windows = {
  /**
   * Takes tokens, all or none of them. With 0 it only looks, and starts no window: a key without
   * one is shown the window that would start now. With −1 it returns one to a window that runs.
   */
  readonly take: (key: string, tokens: number, max: number) => Soon<Taking>;
};

type WindowsOptions = {
  /** Milliseconds of a clock that never steps back. */
  readonly nowMs: () => number;
  readonly windowMs: number;
  /** Counts for all instances; without it each counts for itself. */
  readonly shared?: SharedCounter | undefined;
  /** Windows that are kept at a time, some 150 bytes each; the least recently used go first. */
  readonly maxWindows?: number;
};

type State = { taken: number; readonly endsAtMs: number };

/** 200,000 clients: 30 MB when full, whoever comes and from how many addresses. */
const defaultMaxWindows = 200_000;
/** Further apart than one end is heard twice, and closer than two windows of a client end. */
const sameWindowMs = 1000;

/**
 * Fixed windows: one starts with the first token taken from it and ends `windowMs` later. With a
 * shared counter that one counts, and the process keeps up with it: when the counter fails, the
 * process goes on from there, and when it returns with nothing (a restarted Redis), it is told what
 * the window had come to.
 */
export function createWindows(options: WindowsOptions): Windows {
  const { nowMs, windowMs, shared, maxWindows = defaultMaxWindows } = options;
  // With `max` it would take all of its memory at once.
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
  const ask = async (key: string, tokens: number, max: number): Promise<Granted | undefined> => {
    const before = find(key);
    const known = before && {
      taken: before.taken,
      leftMs: Math.max(1, Math.ceil(before.endsAtMs - nowMs())),
    };
    const answer = await shared({ key, tokens, max, windowMs, known });
    if (answer === undefined) return undefined;
    const { granted, taken } = answer;
    const endsAtMs = endOf(before, nowMs() + Math.min(answer.leftMs, windowMs));
    if (taken > 0) states.set(key, { taken, endsAtMs });
    return { granted, taken, endsAtMs };
  };
  const join = createBatches(ask);
  return {
    take: async (key, tokens, max) => {
      const { place, answer } =
        tokens === 1 ? join(key, max) : { place: tokens, answer: ask(key, tokens, max) };
      const known = await answer;
      if (known === undefined) return takeHere(key, tokens, max);
      const { granted, endsAtMs } = known;
      // Those of the same batch who come after this one are not counted yet.
      const taken = known.taken - granted + Math.min(place, granted);
      return { isTaken: place <= granted && taken <= max, taken, endsAtMs };
    },
  };
}

type Granted = { readonly granted: number; readonly taken: number; readonly endsAtMs: number };

type Batch = { tokens: number; readonly answer: Promise<Granted | undefined> };

/**
 * Tokens of one window that are taken in one turn of the event loop are asked for together: a question
 * for each would cost as much as all else that a cached picture takes.
 */
function createBatches(
  ask: (key: string, tokens: number, max: number) => Promise<Granted | undefined>,
) {
  const open = new Map<string, Batch>();

  async function answerOf(key: string, max: number): Promise<Granted | undefined> {
    await endOfTurn();
    const tokens = open.get(key)?.tokens ?? 0;
    open.delete(key);
    return ask(key, tokens, max);
  }

  /** @returns its place in the batch, from 1, and what the batch is granted */
  return (key: string, max: number) => {
    const batch = open.get(key) ?? { tokens: 0, answer: answerOf(key, max) };
    open.set(key, batch);
    batch.tokens += 1;
    return { place: batch.tokens, answer: batch.answer };
  };
}

/**
 * When the window ends, as the same time again and again. What the shared counter says is always a
 * little late, by as much as its answer took; the earliest that was heard is the nearest to the truth.
 */
function endOf(before: State | undefined, heardMs: number): number {
  const isSame = before !== undefined && Math.abs(heardMs - before.endsAtMs) < sameWindowMs;
  return isSame ? Math.min(before.endsAtMs, heardMs) : heardMs;
}
