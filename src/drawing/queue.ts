import { LineupError } from '../errors/lineup-error.ts';
import { shareOfQueue } from './weights.ts';

export type Queue = {
  /**
   * Runs a task that counts so much.
   * @throws {LineupError} `overloaded`, at once, when there is no room for it
   */
  readonly run: <T>(weight: number, task: () => Promise<T>) => Promise<T>;
  /** How many tasks are under way or wait. */
  readonly tasks: () => number;
};

/** Bounds what is under way and waits by what it costs. @param most the weight that there is room for */
export function createQueue(most: number): Queue {
  let underWay = 0;
  let tasks = 0;
  return {
    run: async (weight, task) => {
      // One that is heavier than all that there is room for is drawn when nothing else is.
      const room = Math.max(most * shareOfQueue(weight), weight);
      if (underWay + weight > room) {
        throw new LineupError('overloaded', undefined, { retryAfterSeconds: 2 });
      }
      underWay += weight;
      tasks += 1;
      try {
        return await task();
      } finally {
        underWay -= weight;
        tasks -= 1;
      }
    },
    tasks: () => tasks,
  };
}
