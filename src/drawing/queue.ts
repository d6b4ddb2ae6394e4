import { LineupError } from '../errors/lineup-error.ts';
import { shareOfQueue } from './cost.ts';

export type Queue = {
  /**
   * Runs a task that costs so many milliseconds of a core.
   * @throws {LineupError} `overloaded`, at once, when there is no room for it
   */
  readonly run: <T>(costMs: number, task: () => Promise<T>) => Promise<T>;
  /** How many tasks are in progress or wait. */
  readonly tasks: () => number;
};

/** Bounds what is in progress and waits by what it costs. @param most milliseconds that there is room for */
export function createQueue(most: number): Queue {
  let inProgress = 0;
  let tasks = 0;
  return {
    run: async (costMs, task) => {
      // One that costs more than all that there is room for is drawn when nothing else is.
      const room = Math.max(most * shareOfQueue(costMs), costMs);
      if (inProgress + costMs > room) {
        throw new LineupError('overloaded', undefined, { retryAfterSeconds: 2 });
      }
      inProgress += costMs;
      tasks += 1;
      try {
        return await task();
      } finally {
        inProgress -= costMs;
        tasks -= 1;
      }
    },
    tasks: () => tasks,
  };
}
