import type { Clock } from '../../common/async/clock.ts';

type AvailabilityOptions = {
  readonly clock: Clock;
  readonly isConnected: () => boolean;
  /** Whether it is connected, and its replies come in time. */
  readonly isUp: () => boolean;
  /** How long to wait for a reply in ms. */
  readonly timeoutMs: number;
  readonly onChange: ((state: 'up' | 'down', sentence: string) => void) | undefined;
};

/** A connected Redis is reported as unavailable if no reply came in time for this long. */
const silentMs = 5000;

/**
 * Reports when Redis becomes unavailable or available: a lost connection at once, but late replies only
 * if they last, as those of a busy machine do not.
 * @returns a function to be called whenever that may have changed, and every now and then while it is
 * not up
 */
export function reportAvailability(options: AvailabilityOptions): () => void {
  const { clock, isConnected, isUp, timeoutMs, onChange } = options;
  let lastState: 'up' | 'down' | undefined;
  /** Since when no reply has come in time. */
  let silentSinceMs = Number.POSITIVE_INFINITY;

  function report(state: 'up' | 'down', sentence: string): void {
    if (state === lastState) return;
    lastState = state;
    onChange?.(state, sentence);
  }

  return () => {
    silentSinceMs = isUp() ? Number.POSITIVE_INFINITY : Math.min(silentSinceMs, clock.nowMs());
    if (isUp()) report('up', 'Redis answers');
    else if (!isConnected()) report('down', 'Redis is not connected: continuing without it');
    else if (clock.nowMs() - silentSinceMs >= silentMs) {
      const times = `within ${timeoutMs} ms for ${silentMs / 1000} seconds`;
      report('down', `Redis has not answered ${times}: continuing without it`);
    }
  };
}
