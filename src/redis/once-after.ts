import type { Clock } from '../async/clock.ts';

/** Calls `run` after a delay, once however often it is requested in the meantime. */
export function onceAfter(clock: Clock, delayMs: number, run: () => void): () => void {
  let isDue = false;
  return () => {
    if (isDue) return;
    isDue = true;
    clock.startTimer(delayMs, () => {
      isDue = false;
      run();
    });
  };
}
