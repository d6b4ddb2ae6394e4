import { setImmediate as nextTurn } from 'node:timers/promises';

/** The middle value; of an even number of values the mean of the two middle ones. */
export function median(values: readonly number[]): number {
  if (values.length === 0) throw new RangeError('no values');
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return (sorted[Math.ceil(middle) - 1]! + sorted[Math.floor(middle)]!) / 2;
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** The value that this share of all values, from 0 to 1, does not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Slope of the regression line. */
export function slope(points: readonly (readonly [x: number, y: number])[]): number {
  const meanX = sum(points.map(([x]) => x)) / points.length;
  const meanY = sum(points.map(([, y]) => y)) / points.length;
  const covariance = sum(points.map(([x, y]) => (x - meanX) * (y - meanY)));
  return covariance / sum(points.map(([x]) => (x - meanX) ** 2));
}

/** Elapsed time of one run, in ms. */
export async function elapsedMs(task: () => unknown): Promise<number> {
  const startMs = performance.now();
  await task();
  return performance.now() - startMs;
}

/** May return a promise; `round` counts from 0, including warm-up rounds. */
export type Task = (round: number) => unknown;

export type Medians<Name extends string> = (name: Name) => number;

type Rounds = {
  readonly rounds: number;
  readonly warmUpRounds: number;
  /** Which of a task's runs counts, in ms; by default the median. */
  readonly of?: (runsMs: readonly number[]) => number;
};

/**
 * The shortest run: of work that is always the same, as other programs and guests of the machine only
 * add to it.
 */
export function min(runsMs: readonly number[]): number {
  return Math.min(...runsMs);
}

/**
 * Runs all tasks once per round, each round beginning with another task, so that disturbances affect
 * all of them, and none always follows the same other.
 *
 * Measures the processor time of the whole process, including helper threads: for single-threaded work
 * on an idle machine it equals wall-clock time, and on a busy one it is still the cost of the work.
 *
 * Each run has a turn of the event loop to itself, as in the service: native memory is freed between
 * turns, and a loop without any would measure page faults.
 * @returns the median of a task's runs (or what `of` takes of them), in ms
 */
export async function alternate<Name extends string>(
  tasks: Readonly<Record<Name, Task>>,
  { rounds, warmUpRounds, of = median }: Rounds,
): Promise<Medians<Name>> {
  const all = Object.entries<Task>(tasks).map(([name, task]) => ({
    name,
    task,
    runsMs: [] as number[],
  }));
  for (let round = 0; round < warmUpRounds + rounds; round++) {
    for (let step = 0; step < all.length; step++) {
      const { task, runsMs } = all[(round + step) % all.length]!;
      await nextTurn();
      const before = process.cpuUsage();
      const answer = task(round);
      if (answer instanceof Promise) await answer;
      const { user, system } = process.cpuUsage(before);
      if (round >= warmUpRounds) runsMs.push((user + system) / 1000);
    }
  }
  const medians = new Map(all.map(({ name, runsMs }) => [name, of(runsMs)]));
  return (name) => medians.get(name) ?? Number.NaN;
}

/** The shortest of some runs of work that is always the same, in ms. */
export async function shortestMs(task: Task, rounds: number, warmUpRounds = 0): Promise<number> {
  const ms = await alternate({ task }, { rounds, warmUpRounds, of: min });
  return ms('task');
}
