import {
  mayBeDrawn,
  type AnimationOptions,
  stepFor,
  type FrameAt,
  shownFrames,
} from '../options/animation.ts';
import { shownTexelsPerUnit, type FramedFigure } from '../figure/figure.ts';
import { reducedScale } from '../skin/reduce.ts';
import { compileMs, isFlat, limitDetail, withDetail, type TexturedFigure } from './detail.ts';
import { planKeyOf } from './draw-figure.ts';
import type { TaskResult } from '../options/jobs.ts';

type AnimationDetail = {
  /** Limits the detail of each figure; see `limitDetail`. */
  readonly limited: (framed: FramedFigure) => FramedFigure;
  /** How long the expensive plans of a frame take to compile, if figures share them as `animationKeyOf` says. */
  readonly plansMs: number;
};

/**
 * Reduces the sheets of an animation's job until its plans can be compiled for as few frames as it may have:
 * thirty plans of one raised figure from a sheet of 256 px would take 16 s.
 * @param figures of any frame: all have the same size
 */
export function limitAnimation(
  figures: readonly TexturedFigure[],
  animation: AnimationOptions,
  pixels: number,
): AnimationDetail {
  const ofFrame = limitDetail(figures);
  const dear = figures
    .filter(isExpensive)
    .map(({ framed, textures }) => ({ framed: ofFrame(framed), textures }));
  // One that does not move is drawn once.
  const moving = dear.filter(({ framed }) => framed.figure.motion);
  const plans = [...new Map(moving.map((one) => [animationKeyOf(one), one])).values()];
  let texelsPerUnit = Math.max(1, ...plans.map(({ framed }) => shownTexelsPerUnit(framed)));
  const plansMs = (): number => compileMs(plans, texelsPerUnit);
  while (texelsPerUnit > 1 && !mayBeDrawn(animation, { pixels, plansMs: plansMs() }))
    texelsPerUnit /= 2;
  return { limited: (framed) => withDetail(ofFrame(framed), texelsPerUnit), plansMs: plansMs() };
}

/** Whether a plan takes so long to compile, and so much memory, that an animation needs to have few of them. */
export function isExpensive({ framed, textures }: TexturedFigure): boolean {
  if (isFlat(framed)) return false;
  const { texelsPerUnit } = textures.skin;
  return (
    framed.figure.overlay === 'raised' ||
    reducedScale(texelsPerUnit, shownTexelsPerUnit(framed)) > 1
  );
}

/** Equal for figures of an animation that go through the same plans, perhaps at other times. */
export function animationKeyOf({ framed, textures }: TexturedFigure): string {
  const { motion = null } = framed.figure;
  const figure = { ...framed.figure, motion: motion && { ...motion, phase: 0 } };
  return planKeyOf({ ...framed, figure }, textures);
}

/**
 * The moment of an requested frame, once the size of the picture and its plans are known. An animation with too many
 * pixels or plans has fewer frames; one that would have too few, or not this one, is refused.
 * @param sizedBy the option that decides how many pixels there are
 */
export function animationMomentOf(
  animation: AnimationOptions,
  cost: Parameters<typeof stepFor>[1],
  sizedBy: 'height' | 'size',
): TaskResult<FrameAt> {
  const step = stepFor(animation, cost);
  if (step === null) {
    const problem = `${cost.pixels} px are more than each frame of this motion may have`;
    return { ok: false, tooLarge: { option: sizedBy, problem } };
  }
  const frame = animation.frame ?? 0;
  const kept = shownFrames(animation, step);
  if (frame >= kept) {
    const problem = `must be at most ${kept - 1}: the film has ${kept} frames`;
    return { ok: false, tooLarge: { option: 'frame', problem } };
  }
  return { ok: true, value: { step, frame } };
}
