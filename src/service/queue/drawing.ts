import { systemClock, type Clock } from '../../common/async/clock.ts';
import { drawFilm, wholeAnimation, createFramePairs } from '../../engine/workers/animation.ts';
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

  const drawOne = async <Name extends TaskName>(
    run: Run,
    [name, job, client]: readonly [Name, JobOf<Name>, client: string | undefined],
  ) => {
    const facts = { client, kind: `${name} ${formatOf(job)}`, ...weightOf(name, job) };
    // Plans are looked up when the job is next: others may have compiled them meanwhile.
    return resultOf(await run(facts, () => pool.run(name, job)));
  };

  const drawInTurn: Draw<TaskName> = async (name, job, client) => {
    const animation = wholeAnimation(job);
    if (animation === null) return drawOne(queue.run, [name, job, client]);
    const kind = `film ${name} ${animation.animation.format}`;
    const facts = { client, kind, size: animationMs(animation), ...weightOf(name, job) };
    return queue.runAnimation(facts, (run, hold) =>
      drawFilm(
        animation,
        async (task, step, heldBytes) => {
          hold(heldBytes);
          return drawOne(run, [task, step, client]);
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
   */
  const draw: Draw<TaskName> = (name, job, client) => {
    const drawing = drawInTurn(name, job, client);
    pending.add(drawing);
    return drawing.finally(() => pending.delete(drawing));
  };

  return {
    draw,
    /** Orders in progress and waiting, and memory of the plans. */
    load: () => ({
      running: queue.running(),
      waiting: queue.waiting(),
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
