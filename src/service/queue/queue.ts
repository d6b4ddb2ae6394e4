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

/** What the queue has to know of an order. */
export type QueuedOrder = {
  /** Key of the client who requested it; orders without one share a queue. */
  readonly client: string | undefined;
  /** Orders of a kind are assumed to take the same time until it is measured. */
  readonly kind: string;
  /** Its files, which stay in memory while it waits. */
  readonly bytes: number;
  /** See `isLarge`. */
  readonly isLarge: boolean;
};

/** What the queue has to know of a film; those of a kind take time in proportion to `size`, in any unit. */
type QueuedFilm = QueuedOrder & { readonly size: number };

/** A result, and the processor time that it took. */
type Measured<T> = { readonly result: T; readonly usedMs: number };

/** Runs a task once its client is next. */
export type Run = <T>(order: QueuedOrder, task: () => Promise<Measured<T>>) => Promise<T>;

/** A scene of five takes some 30 ms: the last one in a full queue is drawn after a second. */
const maxWaitingPerWorker = 32;
/** Of orders that wait, and of frames that are drawn until their film is complete. */
const maxHeldBytes = 64 * 1024 * 1024;
/** Longer than this nobody waits for a picture; for a large one, or for the first frame of a film, longer. */
const maxWaitMs = 4_000;
const maxLargeWaitMs = 15_000;
/** From the request of a film to its end. */
export const maxFilmMs = 30_000;
/** More films at a time would only end later; what is drawn of them takes memory. */
const filmsPerWorker = 2;
/** Counts for an order until one of its kind was measured. */
const firstEstimateMs = 50;

type Job = QueuedOrder & {
  /** Of a step of a film: the number of films that were begun before it. */
  readonly film: number | undefined;
  readonly start: (turn: Turn<Job>) => void;
  readonly refuse: () => void;
};

type Order = QueuedOrder & { readonly film?: number };
/** An order with how long it may wait; a step of a film has all the time it needs. */
type Waiter = Order & { readonly waitMs: number };

/**
 * The orders of all clients, in a fair queue by processor time. Films wait in a fair queue of their own, so that
 * some are finished instead of all begun. Large ones, of either, leave a place to small ones, which do not wait
 * for them.
 * @param workers so many tasks run at a time
 */
export function createQueue(workers: number, clock: Clock) {
  const { orders, films, inTurn } = createLines(workers * maxWaitingPerWorker, clock);
  const mostLarge = Math.max(1, workers - 1);
  const running = createSlots(orders, workers, mostLarge);
  const maxFilms = filmsPerWorker * workers;
  const begun = createSlots(films, maxFilms, maxFilms - 1);

  /**
   * Runs a task once its client is next.
   * @throws {LineupError} `overloaded` if there is no room for it, or it has waited too long
   */
  function run<T>(order: Order, task: () => Promise<Measured<T>>): Promise<T> {
    const { isLarge, film } = order;
    const waitMs = isLarge ? maxLargeWaitMs : maxWaitMs;
    return inTurn(running, { ...order, waitMs }, async (turn) => {
      try {
        const { result, usedMs } = await task();
        turn.end(usedMs);
        return result;
      } finally {
        running.leave(isLarge);
        // The next step of a film is there once the end of this one is known.
        if (film !== undefined) void endOfIteration().then(running.fill);
        else running.fill();
      }
    });
  }

  /** By how much a film takes longer than alone: clients that wait have as much of the workers. */
  const slowness = (isLarge: boolean): number =>
    Math.max(1, Math.max(begun.used(), orders.clients() + 1) / (isLarge ? mostLarge : workers));
  return {
    run,
    runFilm: createFilmRunner({ begun, inTurn, run, slowness, clock }),
    running: running.used,
    waiting: () => orders.size() + films.size(),
  };
}

type FilmParts = {
  readonly begun: ReturnType<typeof createSlots>;
  readonly inTurn: ReturnType<typeof createLines>['inTurn'];
  readonly run: <T>(order: Order, task: () => Promise<Measured<T>>) => Promise<T>;
  readonly slowness: (isLarge: boolean) => number;
  readonly clock: Clock;
};

function createFilmRunner({ begun, inTurn, run, slowness, clock }: FilmParts) {
  const frames = createFairPool({ total: maxHeldBytes });
  /** Processor time of films by their size. */
  const times = createMeans(0, 1 / 4);
  let films = 0;

  /**
   * Draws a film once it is its client's turn to begin one.
   * @param draw gets what runs its steps, which go before what else its client waits for, and what notes the
   *   bytes of what is drawn
   * @throws {LineupError} `overloaded` as `run`; also if it could not end in time, or others need the memory of
   *   what it has drawn
   */
  return <T>(
    film: QueuedFilm,
    draw: (run: Run, hold: (bytes: number) => void) => Promise<T>,
  ): Promise<T> => {
    const endsMs = clock.nowMs() + maxFilmMs;
    const timeMs = times.of(film.kind) * film.size;
    const waitMs = Math.min(maxLargeWaitMs, Math.max(0, maxFilmMs - timeMs));
    return inTurn(begun, { ...film, waitMs }, async (turn) => {
      const holding = frames.open(film.client ?? '', () => {});
      let usedMs = 0;
      try {
        const slower = slowness(film.isLarge);
        if (slower > 1 && clock.nowMs() + timeMs * slower > endsMs) throw overloaded();
        const number = films++;
        const runStep: Run = (order, task) =>
          run({ ...order, film: number }, async () => {
            const measured = await task();
            usedMs += measured.usedMs;
            return measured;
          });
        const result = await draw(runStep, (bytes) => {
          if (!holding.set(bytes)) throw overloaded();
        });
        times.add(film.kind, usedMs / film.size);
        return result;
      } finally {
        holding.release();
        turn.end(usedMs);
        begun.leave(film.isLarge);
        begun.fill();
      }
    });
  };
}

/** Slots that are given to those whose turn it is, as they become free. */
function createSlots(queue: FairQueue<Job>, most: number, mostLarge: number) {
  let used = 0;
  let large = 0;
  return {
    queue,
    used: () => used,
    fill: (): void => {
      while (used < most) {
        const turn = queue.next(({ isLarge }) => !isLarge || large < mostLarge);
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

/** Those who wait for a worker, and the films that wait to be begun; both together are bounded. */
function createLines(maxWaiting: number, clock: Clock) {
  const options = { kindOf: ({ kind }: Job): string => kind, firstCost: firstEstimateMs };
  const [orders, films] = [createFairQueue(options), createFairQueue(options)];
  const sheets = createFairPool({ total: maxHeldBytes });
  let steps = 0;

  /** What has to go while there is too much: the newest of the longest line, never a step of a film. */
  function refuseSurplus(added: Job): void {
    while (orders.size() - steps + films.size() > maxWaiting) {
      const queue = films.size() > orders.size() - steps ? films : orders;
      const last = queue.pickVictim(
        ({ film, isLarge }) => Number(film === undefined) + Number(isLarge),
      );
      // All lines have one job then.
      (last === undefined || last.job.film !== undefined ? added : last.job).refuse();
    }
  }

  /** Does the work in a slot, in its client's turn. */
  function inTurn<T>(
    { queue, fill }: ReturnType<typeof createSlots>,
    { waitMs, film, ...order }: Waiter,
    work: (turn: Turn<Job>) => Promise<T>,
  ): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const { client = '', bytes } = order;
    const isStep = film !== undefined;
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
    const job = { ...order, film, start, refuse };
    steps += Number(isStep);
    // Steps go first, those of the oldest film before others: one after the other is finished.
    const goesBefore = (other: Job): boolean =>
      isStep && (other.film === undefined || other.film > film);
    const waiting: Waiting<Job> = queue.add(client, job, goesBefore);
    fill();
    // Nobody is refused while a worker is free; a film that was begun is finished.
    if (!isWaiting || isStep) return promise;
    cancelTimer = clock.startTimer(waitMs, refuse);
    holding = sheets.open(client, refuse);
    holding.set(bytes);
    refuseSurplus(job);
    return promise;
  }

  return { orders, films, inTurn };
}

function overloaded(): LineupError {
  return new LineupError('overloaded', undefined, { retryAfterSeconds: 2 });
}
