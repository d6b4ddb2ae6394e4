import { systemClock, type Clock } from '../../common/async/clock.ts';
import { drawFilm, wholeFilm } from '../../engine/workers/animation.ts';
import { createPool, type PoolOptions } from '../../engine/workers/pool.ts';
import { resultOf, type Draw, type OrderOf, type TaskName } from '../../engine/workers/tasks.ts';
import { bytesOf, animationSize, formatOf, isLarge } from './order-facts.ts';
import { createQueue, type Run } from './queue.ts';

export type Drawing = Awaited<ReturnType<typeof createDrawing>>;

export type DrawingOptions = PoolOptions & { readonly clock?: Clock };

/** Opens what draws: a worker for each core, which clients share in a fair queue. */
export async function createDrawing({ clock = systemClock, ...options }: DrawingOptions = {}) {
  const pool = await createPool(options);
  const queue = createQueue(pool.threads, clock);
  const pending = new Set<Promise<unknown>>();

  const drawOne = async <Name extends TaskName>(
    run: Run,
    [name, order, client]: readonly [Name, OrderOf<Name>, client: string | undefined],
  ) => {
    const facts = { client, kind: `${name} ${formatOf(order)}`, ...weightOf(name, order) };
    // Plans are looked up when the order is next: others may have compiled them meanwhile.
    return resultOf(await run(facts, () => pool.run(name, order)));
  };

  const drawInTurn: Draw<TaskName> = async (name, order, client) => {
    const animation = wholeFilm(order);
    if (animation === null) return drawOne(queue.run, [name, order, client]);
    const kind = `film ${name} ${animation.animation.format}`;
    const facts = { client, kind, size: animationSize(animation), ...weightOf(name, order) };
    return queue.runAnimation(facts, (run, hold) =>
      drawFilm(animation, async (task, step, heldBytes) => {
        hold(heldBytes);
        return drawOne(run, [task, step, client]);
      }),
    );
  };

  /**
   * Draws what is ordered once the client is next; see `createQueue`. Orders without a client share a queue.
   * @throws {UnusableSheetsError} that lists all unusable sheets
   * @throws {TooLargeError} if the picture would have too many pixels
   * @throws {LineupError} `overloaded`
   */
  const draw: Draw<TaskName> = (name, order, client) => {
    const drawing = drawInTurn(name, order, client);
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
    /** Finishes all orders, then stops the workers. */
    close: async (): Promise<void> => {
      while (pending.size > 0) await Promise.allSettled(pending);
      await pool.close();
    },
  };
}

function weightOf<Name extends TaskName>(name: Name, order: OrderOf<Name>) {
  return { bytes: bytesOf(order), isLarge: isLarge(name, order) };
}
