import type { Clock } from '../../common/async/clock.ts';

export type ByteRate = ReturnType<typeof watchByteRate>;

/** Watches how fast a client sends or reads, counting only the time in which it is waited for. */
export function watchByteRate(options: {
  readonly clock: Clock;
  /** After this time … */
  readonly graceMs: number;
  /** … a client has to send, or to read, so many bytes a second, on average since then. */
  readonly bytesPerSecond: number;
  /** Called once. */
  readonly onSlow: () => void;
}) {
  const { clock, graceMs, bytesPerSecond, onSlow } = options;
  let startedMs = clock.nowMs();
  let pausedMs: number | null = null;
  let bytes = 0;
  let isOver = false;
  let cancelTimer = startTimer();

  /** Milliseconds until the next byte is due. */
  function leftMs(): number {
    return startedMs + graceMs + (bytes * 1000) / bytesPerSecond - clock.nowMs();
  }

  function startTimer(): () => void {
    // Timers run before what has arrived in the meantime is read.
    return clock.startTimer(Math.max(0, Math.ceil(leftMs())), () => setImmediate(check));
  }

  function check(): void {
    if (isOver || pausedMs !== null) return;
    if (leftMs() > 0) cancelTimer = startTimer();
    else {
      isOver = true;
      onSlow();
    }
  }

  return {
    /** Counts bytes that have gone over. */
    count: (more: number): void => {
      bytes += more;
    },
    leftMs,
    /** From now on the client is not waited for: its bytes are not read. */
    pause: (): void => {
      pausedMs ??= clock.nowMs();
      cancelTimer();
    },
    resume: (): void => {
      if (pausedMs === null || isOver) return;
      startedMs += clock.nowMs() - pausedMs;
      pausedMs = null;
      cancelTimer = startTimer();
    },
    stop: (): void => {
      isOver = true;
      cancelTimer();
    },
  };
}
