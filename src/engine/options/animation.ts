import type { Colour } from '../image/background.ts';
import type { AnimationFormat, Format } from '../image/formats.ts';
import { around } from '../figure/motion.ts';
import { motionRow, type Motion } from '../figure/motions.ts';
import type { Moment } from '../figure/stage/stage.ts';
import { pixelsMs } from './cost.ts';

/** A loop: its frames before any are omitted, and how long each is shown. */
type Animation = { readonly frames: number; readonly delayMs: number };

/** An animation in a job. */
export type AnimationOptions = Animation & {
  /** The frame to draw, of those that are kept; `null` for the whole animation. */
  readonly frame: number | null;
  readonly format: AnimationFormat;
  /** What half-covered pixels of a GIF are mixed with. */
  readonly matte: Colour;
};

/** How the picture is drawn and encoded. */
export type PictureKind = {
  readonly animation: AnimationOptions | null;
  /** Of a picture that does not move, or of a frame. */
  readonly format: Format;
  readonly heightPx: number;
};

/**
 * Limit of frames × pixels of an animation: its frames are drawn and encoded one by one, and kept in memory
 * until the file is complete, with up to 4 bytes for each pixel.
 */
export const maxAnimationPixels = 24_000_000;
/** Fewer frames do not look like a movement. */
const minFrames = 8;

/**
 * Processor time of an animation, estimated for those that need plans which take long to compile: a raised one of
 * 250 px takes 85 ms, and ten players in a scene would need up to 240 of them. For nearly half of it the
 * estimates are too low.
 */
const maxAnimationMs = 4000;

/** An animation as long as the longest of these motions; the others repeat a whole number of times in it. */
export function animationOf(motions: readonly [Motion, ...Motion[]]): Animation {
  const animations = motions.map((motion) => motionRow(motion));
  const { frames, delayMs } = animations.reduce((one, other) =>
    msOf(other) > msOf(one) ? other : one,
  );
  return { frames, delayMs };
}

/** Length of the loop. */
export function msOf({ frames, delayMs }: Animation): number {
  return frames * delayMs;
}

type FrameCost = {
  readonly pixels: number;
  /** Time in which those of its plans are compiled that take long. */
  readonly plansMs: number;
};

/** Every so many frames are kept in such an animation; `null` if too few would remain. */
export function stepFor(animation: Animation, cost: FrameCost): number | null {
  let step = Math.ceil((animation.frames * cost.pixels) / maxAnimationPixels);
  if (shownFrames(animation, step) < Math.min(minFrames, animation.frames)) return null;
  while (!mayBeDrawn(animation, cost, step) && step < maxStep(animation)) step++;
  return step;
}

/** Whether such an animation is drawn in good time. @param step by default for as few frames as it may have */
export function mayBeDrawn(
  animation: Animation,
  { pixels, plansMs }: FrameCost,
  step = maxStep(animation),
): boolean {
  const frameMs = plansMs + pixelsMs(pixels);
  return plansMs === 0 || shownFrames(animation, step) * frameMs <= maxAnimationMs;
}

function maxStep({ frames }: Animation): number {
  return Math.max(1, Math.ceil(frames / (minFrames - 1)) - 1);
}

export function shownFrames({ frames }: Animation, step: number): number {
  return Math.ceil(frames / step);
}

/** How long a kept frame is shown: until the next, so that the loop lasts as long as with all. */
export function frameDelayMs({ frames, delayMs }: Animation, step: number, frame: number): number {
  return delayMs * Math.min(step, frames - frame * step);
}

/** The phase of a loop, 0 … 1, at a kept frame: of what lives in a scene. */
export function animationPhase({ frames }: Animation, step: number, frame: number): number {
  return (frame * step) / frames;
}

/** Length of what lives in a scene. */
const sceneMs = 2400;

/** The phase of what lives in a scene, at a phase of the animation: a whole number of rounds. */
export function scenePhase(animation: Animation, phase: number): number {
  return around(Math.max(1, Math.round(msOf(animation) / sceneMs)) * phase);
}

/** Share of a loop by which each figure of a group is ahead of the one before: no two are in step. */
const ahead = 0.382;

/** A kept frame. */
export type FrameAt = { readonly step: number; readonly frame: number };

/** The moment of a motion at a frame of an animation. @param index of the figure in its group */
export function momentIn(
  animation: Animation,
  motion: Motion,
  { step, frame }: FrameAt,
  index = 0,
): Moment {
  const rounds = Math.max(1, Math.round(msOf(animation) / msOf(motionRow(motion))));
  const drawn = shownFrames(animation, step);
  // By whole frames that are kept, so that all figures of a group share the plans of one loop.
  const shift = Math.round((drawn / rounds) * around(index * ahead));
  const exact = around(rounds * animationPhase(animation, step, (frame + shift) % drawn));
  // Sums of fractions differ in their last bits.
  const phase = around(Math.round(exact * 10_000) / 10_000);
  return typeof motion === 'string'
    ? { motion, phase }
    : { motion, phase, animationFrames: animation.frames };
}
