import { LineupError } from '../errors/lineup-error.ts';
import { shareOfQueue } from './cost.ts';

export type Queue = {
  /**
   * Runs a task with this cost in milliseconds of a core.
   * @throws {LineupError} `overloaded` at once if there is no room
   */
  readonly run: <T>(costMs: number, task: () => Promise<T>) => Promise<T>;
  /** Number of tasks in progress and waiting. */
  readonly tasks: () => number;
};

/** Limits the total cost of tasks in progress and waiting. @param most limit in milliseconds */
export function createQueue(most: number): Queue {
  let inProgress = 0;
  let tasks = 0;
  return {
    run: async (costMs, task) => {
      const room = most * shareOfQueue(costMs);
      // An order that alone exceeds its share is drawn when nothing else is, and takes no more than that.
      const takenMs = Math.min(costMs, room);
      if (inProgress + takenMs > room) {
        throw new LineupError('overloaded', undefined, { retryAfterSeconds: 2 });
      }
      inProgress += takenMs;
      tasks += 1;
      try {
        return await task();
      } finally {
        inProgress -= takenMs;
        tasks -= 1;
      }
    },
    tasks: () => tasks,
  };
}
