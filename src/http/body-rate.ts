import type { Clock } from '../async/clock.ts';

export type BodyRate = {
  /** Counts bytes that have arrived. */
  readonly count: (bytes: number) => void;
  /** From now on the client is not waited for: its bytes are not read. */
  readonly pause: () => void;
  readonly resume: () => void;
  readonly stop: () => void;
};

export type BodyRateOptions = {
  readonly clock: Clock;
  /** After this time … */
  readonly graceMs: number;
  /** … a body needs so many bytes a second, on average since then. */
  readonly bytesPerSecond: number;
  /** Called once. */
  readonly onSlow: () => void;
};

/** Watches how fast a body arrives, counting only the time in which the client is waited for. */
export function watchBodyRate(options: BodyRateOptions): BodyRate {
  const { clock, graceMs, bytesPerSecond, onSlow } = options;
  let startedMs = clock.nowMs();
  let pausedMs: number | null = null;
  let bytes = 0;
  let isOver = false;
  let cancelTimer = startTimer();

  /** Each byte moves the time by which the next one is due. */
  function msLeft(): number {
    return startedMs + graceMs + (bytes * 1000) / bytesPerSecond - clock.nowMs();
  }

  function startTimer(): () => void {
    // Timers run before what has arrived in the meantime is read.
    return clock.startTimer(Math.max(0, Math.ceil(msLeft())), () => setImmediate(check));
  }

  function check(): void {
    if (isOver || pausedMs !== null) return;
    if (msLeft() > 0) cancelTimer = startTimer();
    else {
      isOver = true;
      onSlow();
    }
  }

  return {
    count: (more) => {
      bytes += more;
    },
    pause: () => {
      pausedMs ??= clock.nowMs();
      cancelTimer();
    },
    resume: () => {
      if (pausedMs === null || isOver) return;
      startedMs += clock.nowMs() - pausedMs;
      pausedMs = null;
      cancelTimer = startTimer();
    },
    stop: () => {
      isOver = true;
      cancelTimer();
    },
  };
}
