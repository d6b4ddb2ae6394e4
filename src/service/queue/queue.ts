import { setImmediate as endOfIteration } from 'node:timers/promises';
import type { Clock } from '../../common/async/clock.ts';
import { createFairPool, type Holding } from '../../common/async/fair-pool.ts';
import {
  createFairQueue,
  createMeans,
  type FairQueue,
  type Turn,
  type Waiting,
} from '../../common/async/fair-queue.ts';
import { LineupError } from '../../common/errors/lineup-error.ts';

/** What the queue has to know of a job. */
export type QueuedJob = {
  /** Key of the client who requested it; jobs without one share a queue. */
  readonly client: string | undefined;
  /** Orders of a kind are assumed to take the same time until it is measured. */
  readonly kind: string;
  /** Its files, which stay in memory while it waits. */
  readonly bytes: number;
  /** See `isLarge`. */
  readonly isLarge: boolean;
};

/** What the queue has to know of an animation; those of a kind take time in proportion to `size`, in any unit. */
type QueuedAnimation = QueuedJob & { readonly size: number };

/** A result, and the processor time that it took. */
type Measured<T> = { readonly result: T; readonly usedMs: number };

/** Runs a task once its client is next. */
export type Run = <T>(job: QueuedJob, task: () => Promise<Measured<T>>) => Promise<T>;

/** A scene of five takes some 30 ms: the last one in a full queue is drawn after a second. */
const maxWaitingPerWorker = 32;
/** Of jobs that wait, and of frames that are drawn until their animation is complete. */
const maxHeldBytes = 64 * 1024 * 1024;
/** Longer than this nobody waits for a picture; for a large one, or for the first frame of an animation, longer. */
const maxWaitMs = 4_000;
const maxLargeWaitMs = 15_000;
/** From the request of an animation to its end. */
export const maxAnimationMs = 30_000;
/** More animations at a time would only end later; what is drawn of them takes memory. */
const animationsPerWorker = 2;
/** Counts for a job until one of its kind was measured. */
const firstEstimateMs = 50;

type Job = QueuedJob & {
  /** Of a step of an animation: the number of animations that were begun before it. */
  readonly animation: number | undefined;
  readonly start: (turn: Turn<Job>) => void;
  readonly refuse: () => void;
};

type QueuedStep = QueuedJob & { readonly animation?: number };
/** A job with how long it may wait; a step of an animation has all the time it needs. */
type Waiter = QueuedStep & { readonly waitMs: number };

/**
 * The jobs of all clients, in a fair queue by processor time. Animations wait in a fair queue of their own, so that
 * some are finished instead of all begun. Large ones, of either, leave a place to small ones, which do not wait
 * for them.
 * @param workers so many tasks run at a time
 */
export function createQueue(workers: number, clock: Clock) {
  const { jobs, animations, inTurn } = createLines(workers * maxWaitingPerWorker, clock);
  const maxLarge = Math.max(1, workers - 1);
  const running = createSlots(jobs, workers, maxLarge);
  const maxAnimations = animationsPerWorker * workers;
  const begun = createSlots(animations, maxAnimations, maxAnimations - 1);

  /**
   * Runs a task once its client is next.
   * @throws {LineupError} `overloaded` if there is no room for it, or it has waited too long
   */
  function run<T>(job: QueuedStep, task: () => Promise<Measured<T>>): Promise<T> {
    const { isLarge, animation } = job;
    const waitMs = isLarge ? maxLargeWaitMs : maxWaitMs;
    return inTurn(running, { ...job, waitMs }, async (turn) => {
      try {
        const { result, usedMs } = await task();
        turn.end(usedMs);
        return result;
      } finally {
        running.leave(isLarge);
        // The next step of an animation is there once the end of this one is known.
        if (animation !== undefined) void endOfIteration().then(running.fill);
        else running.fill();
      }
    });
  }

  /** By how much an animation takes longer than alone: clients that wait have as much of the workers. */
  const slowness = (isLarge: boolean): number =>
    Math.max(1, Math.max(begun.used(), jobs.clients() + 1) / (isLarge ? maxLarge : workers));
  return {
    run,
    runAnimation: createAnimationRunner({ begun, inTurn, run, slowness, clock }),
    running: running.used,
    waiting: () => jobs.size() + animations.size(),
  };
}

type AnimationParts = {
  readonly begun: ReturnType<typeof createSlots>;
  readonly inTurn: ReturnType<typeof createLines>['inTurn'];
  readonly run: <T>(job: QueuedStep, task: () => Promise<Measured<T>>) => Promise<T>;
  readonly slowness: (isLarge: boolean) => number;
  readonly clock: Clock;
};

function createAnimationRunner({ begun, inTurn, run, slowness, clock }: AnimationParts) {
  const frames = createFairPool({ total: maxHeldBytes });
  /** Processor time of animations by their size. */
  const times = createMeans(0, 1 / 4);
  let animations = 0;

  /**
   * Draws an animation once it is its client's turn to begin one.
   * @param draw gets what runs its steps, which go before what else its client waits for, and what notes the
   *   bytes of what is drawn
   * @throws {LineupError} `overloaded` as `run`; also if it could not end in time, or others need the memory of
   *   what it has drawn
   */
  return <T>(
    animation: QueuedAnimation,
    draw: (run: Run, hold: (bytes: number) => void) => Promise<T>,
  ): Promise<T> => {
    const endsMs = clock.nowMs() + maxAnimationMs;
    const timeMs = times.of(animation.kind) * animation.size;
    const waitMs = Math.min(maxLargeWaitMs, Math.max(0, maxAnimationMs - timeMs));
    return inTurn(begun, { ...animation, waitMs }, async (turn) => {
      const holding = frames.open(animation.client ?? '', () => {});
      let usedMs = 0;
      try {
        const slower = slowness(animation.isLarge);
        if (slower > 1 && clock.nowMs() + timeMs * slower > endsMs) throw overloaded();
        const number = animations++;
        const runStep: Run = (job, task) =>
          run({ ...job, animation: number }, async () => {
            const measured = await task();
            usedMs += measured.usedMs;
            return measured;
          });
        const result = await draw(runStep, (bytes) => {
          if (!holding.set(bytes)) throw overloaded();
        });
        times.add(animation.kind, usedMs / animation.size);
        return result;
      } finally {
        holding.release();
        turn.end(usedMs);
        begun.leave(animation.isLarge);
        begun.fill();
      }
    });
  };
}

/** Slots that are given to those whose turn it is, as they become free. */
function createSlots(queue: FairQueue<Job>, max: number, maxLarge: number) {
  let used = 0;
  let large = 0;
  return {
    queue,
    used: () => used,
    fill: (): void => {
      while (used < max) {
        const turn = queue.next(({ isLarge }) => !isLarge || large < maxLarge);
        if (turn === undefined) return;
        used += 1;
        large += Number(turn.job.isLarge);
        turn.job.start(turn);
      }
    },
    leave: (isLarge: boolean): void => {
      used -= 1;
      large -= Number(isLarge);
    },
  };
}

/** Those who wait for a worker, and the animations that wait to be begun; both together are bounded. */
function createLines(maxWaiting: number, clock: Clock) {
  const options = { kindOf: ({ kind }: Job): string => kind, firstCost: firstEstimateMs };
  const [jobs, animations] = [createFairQueue(options), createFairQueue(options)];
  const sheets = createFairPool({ total: maxHeldBytes });
  let steps = 0;

  /** What has to go while there is too much: the newest of the longest line, never a step of an animation. */
  function refuseSurplus(added: Job): void {
    while (jobs.size() - steps + animations.size() > maxWaiting) {
      const queue = animations.size() > jobs.size() - steps ? animations : jobs;
      const last = queue.pickVictim(
        ({ animation, isLarge }) => Number(animation === undefined) + Number(isLarge),
      );
      // All lines have one job then.
      (last === undefined || last.job.animation !== undefined ? added : last.job).refuse();
    }
  }

  /** Does the work in a slot, in its client's turn. */
  function inTurn<T>(
    { queue, fill }: ReturnType<typeof createSlots>,
    { waitMs, animation, ...step }: Waiter,
    work: (turn: Turn<Job>) => Promise<T>,
  ): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const { client = '', bytes } = step;
    const isStep = animation !== undefined;
    let isWaiting = true;
    let holding: Holding | undefined;
    let cancelTimer: (() => void) | undefined;
    const leave = (): void => {
      isWaiting = false;
      holding?.release();
      cancelTimer?.();
      steps -= Number(isStep);
    };
    const start = (turn: Turn<Job>): void => {
      leave();
      resolve(work(turn));
    };
    const refuse = (): void => {
      if (!queue.remove(waiting)) return;
      leave();
      reject(overloaded());
    };
    const job = { ...step, animation, start, refuse };
    steps += Number(isStep);
    // Steps go first, those of the oldest animation before others: one after the other is finished.
    const goesBefore = (other: Job): boolean =>
      isStep && (other.animation === undefined || other.animation > animation);
    const waiting: Waiting<Job> = queue.add(client, job, goesBefore);
    fill();
    // Nobody is refused while a worker is free; an animation that was begun is finished.
    if (!isWaiting || isStep) return promise;
    cancelTimer = clock.startTimer(waitMs, refuse);
    holding = sheets.open(client, refuse);
    holding.set(bytes);
    refuseSurplus(job);
    return promise;
  }

  return { jobs, animations, inTurn };
}

function overloaded(): LineupError {
  return new LineupError('overloaded', undefined, { retryAfterSeconds: 2 });
}
