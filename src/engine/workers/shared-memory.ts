import type { SharedPlan } from './plan-store.ts';
import type { TaskName, TaskReply } from './tasks.ts';

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
  const sprites = value !== null && typeof value === 'object' && 'sprites' in value;
  const spriteBytes = sprites ? sumOf(value.sprites, ({ packed }) => packed.bytes.byteLength) : 0;
  return sumOf(compiled, (plan: SharedPlan) => plan.bytes) + spriteBytes;
}

function sumOf<One>(all: readonly One[], bytesOf: (one: One) => number): number {
  return all.reduce((sum, one) => sum + bytesOf(one), 0);
}

/** Does nothing if the process was started without `--expose-gc`. */
export function collectGarbage(): void {
  void globalThis.gc?.({ type: 'major', execution: 'async' });
}

/** Room for a frame of a link preview (1200×630). */
const frameBytes = 4 * 1024 * 1024;
/** For as many animations at a time as two workers draw; frames of others are packed. */
const maxPairs = 4;

/** Memory for two frames of an animation that take turns: the one that is drawn, and the one before. */
export type FramePair = readonly [SharedArrayBuffer, SharedArrayBuffer];

/** Lends the memory while it is used, `null` if none is left. */
export type LendFrames = <T>(use: (pair: FramePair | null) => Promise<T>) => Promise<T>;

/**
 * Memory that all threads share. Later animations use it again: what is not kept would be free only when all
 * threads have collected their garbage.
 */
export function createFramePairs(): LendFrames {
  const free: FramePair[] = [];
  let lent = 0;
  return async (use) => {
    if (lent >= maxPairs) return use(null);
    lent += 1;
    const pair = free.pop() ?? [
      new SharedArrayBuffer(frameBytes),
      new SharedArrayBuffer(frameBytes),
    ];
    try {
      const result = await use(pair);
      // Of one that failed a worker may be drawing a frame yet, and nobody else's may be drawn over it.
      free.push(pair);
      return result;
    } finally {
      lent -= 1;
    }
  };
}
