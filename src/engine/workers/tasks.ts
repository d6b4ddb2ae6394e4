import { TooLargeError, UnusableSheetsError, type TaskResult } from '../options/jobs.ts';
import type { cardTasks } from './draw-cards.ts';
import type { figureTasks } from './figure-tasks.ts';
import type { groupTasks } from './group-tasks.ts';
import type { SharedPlan } from './plan-store.ts';

type PictureTasks = ReturnType<typeof figureTasks> & ReturnType<typeof groupTasks>;
/** What a task returns, or promises if it is made in steps. */
type Done<T> = TaskResult<T> | Promise<TaskResult<T>>;
type AnyTask = (job: never) => Done<unknown>;

/** What can be drawn, with its job and its result. */
type TasksOf<Table extends Readonly<Record<keyof Table, AnyTask>>> = {
  readonly [Name in keyof Table]: {
    readonly job: Parameters<Table[Name]>[0];
    readonly result: Awaited<ReturnType<Table[Name]>> extends TaskResult<infer Value>
      ? Value
      : never;
  };
};

type Tasks = TasksOf<PictureTasks> & TasksOf<ReturnType<typeof cardTasks>>;

/** The tasks whose jobs may be large; a card never is. */
export type PictureName = keyof PictureTasks;
export type TaskName = keyof Tasks;
export type JobOf<Name extends TaskName> = Tasks[Name]['job'];
export type ResultOf<Name extends TaskName> = Tasks[Name]['result'];

/** Those who wait for an animation. */
export type Watch = {
  /** Whether nobody waits any more: then it is not drawn on. */
  readonly isLeft: () => boolean;
  /** Told after each frame. */
  readonly note: (done: number, of: number) => void;
};

/** @param client for fair scheduling; the package ignores it, and those who watch */
export type Draw<Names extends TaskName> = <Name extends Names>(
  name: Name,
  job: JobOf<Name>,
  client: string | undefined,
  watch?: Watch,
) => Promise<ResultOf<Name>>;

/** Draws pictures. */
export type PictureDrawing = { readonly draw: Draw<PictureName> };

/** A task for a worker; plain data. */
export type TaskMessage<Name extends TaskName> = { readonly name: Name; readonly job: JobOf<Name> };

/** What a worker sends back. */
export type TaskReply<Name extends TaskName> = {
  readonly result: TaskResult<ResultOf<Name>>;
  /** New plans to store. */
  readonly compiled: readonly SharedPlan[];
  /** Processor time of the worker's thread. */
  readonly usedMs: number;
};

/** What was drawn, or the error that says why not. */
export function resultOf<T>(result: TaskResult<T>): T {
  if (result.ok) return result.value;
  if ('problems' in result) throw new UnusableSheetsError(result.problems);
  throw new TooLargeError(result.tooLarge);
}

/** Functions that draw these tasks. */
export type TaskTable<Names extends TaskName> = {
  readonly [Name in Names]: (job: JobOf<Name>) => Done<ResultOf<Name>>;
};

/** A thread collects its garbage after having been given this much shared memory. */
const collectEveryBytes = 32 * 1024 * 1024;

/**
 * V8 counts the memory that a thread has alone, and collects garbage accordingly, but not what threads
 * share: while animations were drawn, 200 MB of plans waited that the store had long evicted.
 * @param collect collects all garbage of this thread, soon
 * @returns is told how many bytes of shared memory the thread has been given
 */
export function createSharedMeter(collect: () => void): (bytes: number) => void {
  let sharedBytes = 0;
  return (bytes) => {
    sharedBytes += bytes;
    if (sharedBytes < collectEveryBytes) return;
    sharedBytes = 0;
    collect();
  };
}

/** The bytes of shared memory in a reply, which the worker has as well as who gets it. */
export function sharedBytesOf({
  compiled,
  result,
}: Pick<TaskReply<TaskName>, 'compiled' | 'result'>): number {
  const value = result.ok ? result.value : null;
  const hasSprites = value !== null && typeof value === 'object' && 'sprites' in value;
  const sprites = hasSprites ? value.sprites.map(({ packed }) => packed.bytes.byteLength) : [];
  return [...compiled.map(({ bytes }) => bytes), ...sprites].reduce((sum, bytes) => sum + bytes, 0);
}

/** Does nothing if the process was started without `--expose-gc`. */
export function collectGarbage(): void {
  void globalThis.gc?.({ type: 'major', execution: 'async' });
}
