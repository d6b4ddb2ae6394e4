import type { SeenWindow, WindowRule } from './shared-store.ts';

/** A fixed window and who has a place in it, or in the ones after it. */
export type WindowState = WindowRule & {
  readonly resetAtMs: number;
  /** May exceed the limit: the rest have places in the windows that follow. */
  readonly used: number;
  /** Until when nothing at all goes through; the window ends no earlier. */
  readonly pausedUntilMs: number;
};

/**
 * The window at this time: places of windows that are over are given back. One that nobody is in
 * starts now.
 */
export function windowAt(
  nowMs: number,
  rule: WindowRule,
  state: WindowState | undefined,
): WindowState {
  const { limit, windowMs } = state ?? rule;
  if (state !== undefined && nowMs < state.resetAtMs) return state;
  const over = state === undefined ? 0 : Math.floor((nowMs - state.resetAtMs) / state.windowMs) + 1;
  const used = Math.max(0, (state?.used ?? 0) - limit * over);
  const startMs = used > 0 ? (state?.resetAtMs ?? nowMs) + (over - 1) * windowMs : nowMs;
  return { limit, windowMs, used, resetAtMs: startMs + windowMs, pausedUntilMs: 0 };
}

/** How far away the next free place is when `behind` others go first. */
export function waitIn(window: WindowState, nowMs: number, behind: number): number {
  const windowsAhead = Math.floor((window.used + behind) / window.limit);
  if (windowsAhead === 0) return 0;
  return window.resetAtMs - nowMs + (windowsAhead - 1) * window.windowMs;
}

/** For how long nothing goes through, also not what has a place. */
export function pausedIn({ pausedUntilMs }: WindowState, nowMs: number): number {
  return Math.max(0, pausedUntilMs - nowMs);
}

/**
 * The window after an answer that tells of it. Places that we know are taken stay so: the answer may
 * not know yet of requests that are on their way. A pause lasts: the answer may be older than it.
 *
 * @param window as `windowAt` gives it
 * @param seen bounded
 */
export function windowLearnt(window: WindowState, seen: SeenWindow, nowMs: number): WindowState {
  // Only the first answer of a window tells its whole length.
  const windowMs =
    seen.used <= 1 ? seen.resetAfterMs : Math.max(window.windowMs, seen.resetAfterMs);
  const isPaused = pausedIn(window, nowMs) > 0;
  return {
    limit: seen.limit,
    windowMs: Math.max(1, windowMs),
    used: Math.max(window.used, isPaused ? seen.limit : seen.used),
    resetAtMs: Math.max(nowMs + seen.resetAfterMs, window.pausedUntilMs),
    pausedUntilMs: window.pausedUntilMs,
  };
}

/** The window with no free place for so long. Who has one already finds out by `pausedIn`. */
export function windowPaused(window: WindowState, forMs: number, nowMs: number): WindowState {
  return {
    ...window,
    used: Math.max(window.used, window.limit),
    resetAtMs: Math.max(window.resetAtMs, nowMs + forMs),
    pausedUntilMs: Math.max(window.pausedUntilMs, nowMs + forMs),
  };
}
