import { clientName, type Client } from './client.ts';
import type { ProcessWindow, Taking, WindowState } from './process-window.ts';

/** Here at once, or a little later from a shared store. */
export type Soon<T> = T | Promise<T>;

export type Window = {
  /** Places in a window. */
  readonly max: number;
  /** As `ProcessWindow.take`; never rejects. */
  readonly take: (client: Client, places: number) => Soon<Taking>;
};

/** One taking from a counter that several instances share. */
export type SharedTaking = {
  readonly key: string;
  readonly places: number;
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
  { readonly isTaken: boolean; readonly taken: number; readonly leftMs: number } | undefined
>;

/** Further apart than one end is heard twice, and closer than two windows of a client end. */
const sameWindowMs = 1000;

type WindowOptions = {
  /** Tells the windows of one shared counter apart. */
  readonly name: string;
  readonly nowMs: () => number;
  readonly max: number;
  readonly windowMs: number;
  readonly own: ProcessWindow;
  readonly shared?: SharedCounter | undefined;
};

/**
 * The windows of all clients. With a shared counter that one counts, and the process keeps up with
 * it: when the counter fails, the process goes on from there, and when it returns with nothing (a
 * restarted Redis), it is told what the window had come to.
 */
export function createWindow(options: WindowOptions): Window {
  const { name, nowMs, max, windowMs, own, shared } = options;
  if (shared === undefined) return { max, take: own.take };

  function knownOf(state: WindowState | undefined): SharedTaking['known'] {
    return (
      state && { taken: state.taken, leftMs: Math.max(1, Math.ceil(state.endsAtMs - nowMs())) }
    );
  }

  return {
    max,
    take: async (client, places) => {
      const key = `${name}:${clientName(client)}`;
      const before = own.find(client);
      const known = knownOf(before);
      const answer = await shared({ key, places, max, windowMs, known });
      if (answer === undefined) return own.take(client, places);
      const { isTaken, taken } = answer;
      const endsAtMs = endOf(before, nowMs() + Math.min(answer.leftMs, windowMs));
      if (taken > 0) own.put(client, { taken, endsAtMs });
      return { isTaken, taken, endsAtMs };
    },
  };
}

/**
 * When the window ends, as the same time again and again. What the shared counter says is always a
 * little late, by as much as its answer took; the earliest that was heard is the nearest to the truth.
 */
function endOf(before: WindowState | undefined, heardMs: number): number {
  const isSame = before !== undefined && Math.abs(heardMs - before.endsAtMs) < sameWindowMs;
  return isSame ? Math.min(before.endsAtMs, heardMs) : heardMs;
}
