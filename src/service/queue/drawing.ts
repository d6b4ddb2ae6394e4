import { systemClock, type Clock } from '../../common/async/clock.ts';
import {
  createFramePairs,
  drawFilm,
  followFrames,
  wholeAnimation,
} from '../../engine/workers/animation.ts';
import { AbandonedError } from '../../common/errors/lineup-error.ts';
import { createPool, type PoolOptions } from '../../engine/workers/pool.ts';
import { resultOf, type Draw, type JobOf, type TaskName } from '../../engine/workers/tasks.ts';
import { bytesOf, animationMs, formatOf, isLarge } from './job-facts.ts';
import { createQueue, type Run } from './queue.ts';

export type Drawing = Awaited<ReturnType<typeof createDrawing>>;

export type DrawingOptions = PoolOptions & { readonly clock?: Clock };

/** Opens what draws: a worker for each core, which clients share in a fair queue. */
export async function createDrawing({ clock = systemClock, ...options }: DrawingOptions = {}) {
  const pool = await createPool(options);
  const queue = createQueue(pool.threads, clock);
  const lendFrames = createFramePairs();
  const pending = new Set<Promise<unknown>>();
  let abandoned = 0;

  const drawOne = async <Name extends TaskName>(
    run: Run,
    [name, job, client]: readonly [Name, JobOf<Name>, client: string | undefined],
  ) => {
    const facts = { client, kind: `${name} ${formatOf(job)}`, ...weightOf(name, job) };
    // Plans are looked up when the job is next: others may have compiled them meanwhile.
    return resultOf(await run(facts, () => pool.run(name, job)));
  };

  const drawInTurn: Draw<TaskName> = async (name, job, client, watch) => {
    const animation = wholeAnimation(job);
    if (animation === null) return drawOne(queue.run, [name, job, client]);
    const kind = `film ${name} ${animation.animation.format}`;
    const facts = { client, kind, size: animationMs(animation), ...weightOf(name, job) };
    const follow = followFrames(animation.animation, watch?.note);
    return queue.runAnimation(facts, (run, hold) =>
      drawFilm(
        animation,
        async (task, step, heldBytes) => {
          if (watch?.isLeft() === true) {
            abandoned += 1;
            throw new AbandonedError();
          }
          hold(heldBytes);
          const result = await drawOne(run, [task, step, client]);
          follow(result);
          return result;
        },
        lendFrames,
      ),
    );
  };

  /**
   * Draws a job once the client is next; see `createQueue`. Jobs without a client share a queue.
   * @throws {UnusableSheetsError} that lists all unusable sheets
   * @throws {TooLargeError} if the picture would have too many pixels
   * @throws {LineupError} `overloaded`
   * @throws {AbandonedError} if nobody waits for an animation any more
   */
  const draw: Draw<TaskName> = (...order) => {
    const drawing = drawInTurn(...order);
    pending.add(drawing);
    return drawing.finally(() => pending.delete(drawing));
  };

  return {
    draw,
    /** Orders in progress and waiting, animations that nobody waited for, and memory of the plans. */
    load: () => ({
      running: queue.running(),
      waiting: queue.waiting(),
      abandoned,
      planBytes: pool.planBytes(),
    }),
    /** Finishes all jobs, then stops the workers. */
    close: async (): Promise<void> => {
      while (pending.size > 0) await Promise.allSettled(pending);
      await pool.close();
    },
  };
}

function weightOf<Name extends TaskName>(name: Name, job: JobOf<Name>) {
  return { bytes: bytesOf(job), isLarge: isLarge(name, job) };
}
