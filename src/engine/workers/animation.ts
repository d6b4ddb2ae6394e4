import { frameDelayMs, shownFrames, type AnimationOptions } from '../options/animation.ts';
import type { FigureJob, SceneJob } from '../options/jobs.ts';
import type { Palette } from '../image/animation/palette.ts';
import type { DrawnFrame, Sprite } from './draw-animations.ts';
import type { PackedImage } from './packed-image.ts';
import type { JobOf, ResultOf, TaskName } from './tasks.ts';

/**
 * Runs a task when it is its turn.
 * @param heldBytes of what is finished of the animation, which is in memory while it waits
 */
type Run = <Name extends Extract<TaskName, `${'figure' | 'scene'}Frame` | `animation${string}`>>(
  name: Name,
  job: JobOf<Name>,
  heldBytes: number,
) => Promise<ResultOf<Name>>;

export type WholeAnimation = (FigureJob | SceneJob) & { readonly animation: AnimationOptions };

/** The job if it is for an animation, otherwise `null`. */
export function wholeAnimation(job: JobOf<TaskName>): WholeAnimation | null {
  if (!('animation' in job) || !job.animation || job.animation.frame !== null) return null;
  const { animation } = job;
  return 'figures' in job ? { ...job, animation } : { ...job, animation };
}

/**
 * Draws and encodes an animation frame by frame: each is a job of its own, so that others get their turn in
 * between. All frames of a GIF are drawn before the first is encoded, because they share its colours.
 */
export function drawFilm(
  job: WholeAnimation,
  run: Run,
  lendFrames: LendFrames,
): Promise<Uint8Array> {
  return job.animation.format === 'gif'
    ? drawFrames(job, run, null)
    : lendFrames((pair) => drawFrames(job, run, pair));
}

async function drawFrames(
  job: WholeAnimation,
  run: Run,
  pair: FramePair | null,
): Promise<Uint8Array> {
  const { animation } = job;
  const { format } = animation;
  const encoded: Uint8Array[] = [];
  const drawn: PackedImage[] = [];
  const sprites: Sprite[] = [];
  const heldBytes = (): number =>
    [...drawn, ...sprites.map(({ packed }) => packed)]
      .flatMap(({ bytes }) => (bytes instanceof Uint8Array ? bytes : []))
      .concat(encoded)
      .reduce((sum, one) => sum + one.byteLength, 0);
  let knownStep = 1;
  const draw = async (frame: number): Promise<DrawnFrame> => {
    const memory = pair && pair[frame % 2]!;
    const at = { animation: { ...animation, frame }, memory };
    if (!('figures' in job)) {
      return run('figureFrame', { ...job, ...at, step: knownStep }, heldBytes());
    }
    const one = await run('sceneFrame', { ...job, ...at, sprites }, heldBytes());
    sprites.push(...one.sprites);
    return one;
  };
  const { step, xmp, packed: first } = await draw(0);
  knownStep = step;
  const count = shownFrames(animation, step);
  drawn.push(first);
  let palette: Palette | null = null;
  if (format === 'gif') {
    while (drawn.length < count) drawn.push((await draw(drawn.length)).packed);
    palette = await run('animationPalette', { frames: drawn }, heldBytes());
  }
  let previous: PackedImage | null = null;
  for (let index = 0; index < count; index++) {
    const packed: PackedImage = drawn[index] ?? (await draw(index)).packed;
    const delayMs = frameDelayMs(animation, step, index);
    const frame = { format, index, packed, previous, delayMs, palette };
    encoded.push(await run('animationFrame', frame, heldBytes()));
    // A GIF with transparent pixels shows each frame alone.
    previous = palette === null || palette.isOpaque ? packed : null;
  }
  const { widthPx, heightPx } = first;
  return run(
    'animationFile',
    { format, widthPx, heightPx, frames: encoded, palette, xmp },
    heldBytes(),
  );
}

/**
 * Counts the frames of an animation.
 * @param note is told how many are drawn, and of how many, once that is known
 * @returns is told the result of each of its tasks
 */
export function followFrames(
  animation: AnimationOptions,
  note: ((done: number, of: number) => void) | undefined,
): (result: unknown) => void {
  let done = 0;
  return (result) => {
    if (typeof result !== 'object' || result === null || !('step' in result)) return;
    done += 1;
    note?.(done, shownFrames(animation, Number(result.step)));
  };
}

/** Room for a frame of a link preview (1200×630). */
const frameBytes = 4 * 1024 * 1024;
/** For as many animations at a time as two workers draw; frames of others are packed. */
const maxPairs = 4;

/** Memory for two frames of an animation that take turns: the one that is drawn, and the one before. */
export type FramePair = readonly [SharedArrayBuffer, SharedArrayBuffer];

/** Lends the memory while it is used, `null` if none is left. */
type LendFrames = <T>(use: (pair: FramePair | null) => Promise<T>) => Promise<T>;

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
