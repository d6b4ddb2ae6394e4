import { shownTexelsPerUnit, type FramedFigure } from '../figure/figure.ts';
import { renderTypes } from '../figure/render-types.ts';
import {
  mayBeDrawn,
  shownFrames,
  stepFor,
  type AnimationOptions,
  type FrameAt,
} from '../options/animation.ts';
import { compileMs } from '../options/cost.ts';
import type { TaskResult, TooLarge } from '../options/jobs.ts';
import { reducedScale } from '../skin/sheet.ts';
import { planKeyOf, type TexturedFigure } from './draw-figure.ts';

/** Limits the detail of a figure to what its job allows. */
export type Limit = (framed: FramedFigure) => FramedFigure;

/** The finest sheets, 1024 px wide. */
const finestTexelsPerUnit = 16;

/** How long the plans of one picture may take to compile, of its 4 s in all. */
const maxCompileMs = 2000;

/**
 * Reduces the sheets of a job to texels that take about two seconds at most to compile: ten raised
 * figures from sheets of 256 px would take 15 s otherwise. Only many figures from different sides, or
 * very large ones, with sheets of more than 64 px are affected.
 * @returns limits the detail of each of these figures
 */
export function limitDetail(figures: readonly TexturedFigure[]): Limit {
  const plans = distinct(figures, planKeyOf);
  const posed = plans.filter(({ framed }) => !isFlat(framed));
  const isSoon = (texels: number): boolean => plansMs(posed, texels) <= maxCompileMs;
  return withDetail(finest(finestTexelsPerUnit, isSoon));
}

/**
 * The same for a picture that may be one frame of an animation, whose sheets are reduced until its plans can
 * be compiled for as few frames as it may have: thirty plans of one raised figure from a sheet of 256 px
 * would take 16 s. An animation with too many pixels or plans has fewer frames; one that would have too
 * few, or not the requested one, is refused.
 * @param figures of any frame: all have the same size
 * @param sizedBy the option that decides how many pixels there are
 * @returns `moment` is that of the frame; `null` without an animation
 */
export function limitFrame(
  figures: readonly TexturedFigure[],
  animation: AnimationOptions | null,
  { pixels, sizedBy }: { readonly pixels: number; readonly sizedBy: 'height' | 'size' },
): TaskResult<{ readonly limited: Limit; readonly moment: FrameAt | null }> {
  const limited = limitDetail(figures);
  if (animation === null) return { ok: true, value: { limited, moment: null } };
  // One that does not move is drawn once.
  const moving = figures.filter((one) => isExpensive(one) && one.framed.figure.motion);
  const plans = distinct(
    moving.map(({ framed, textures }) => ({ framed: limited(framed), textures })),
    animationKeyOf,
  );
  const costAt = (texels: number) => ({ pixels, plansMs: plansMs(plans, texels) });
  const texels = finest(finestTexelsPerUnit, (some) => mayBeDrawn(animation, costAt(some)));
  const step = stepFor(animation, costAt(texels));
  if (step === null) {
    return refused(sizedBy, `${pixels} px are more than each frame of this motion may have`);
  }
  const [frame, kept] = [animation.frame ?? 0, shownFrames(animation, step)];
  if (frame >= kept) {
    return refused('frame', `must be at most ${kept - 1}: the film has ${kept} frames`);
  }
  const coarse = withDetail(texels);
  const limitedFrame: Limit = (one) => (one.figure.motion ? coarse(limited(one)) : limited(one));
  return { ok: true, value: { limited: limitedFrame, moment: { step, frame } } };
}

function refused(option: TooLarge['option'], problem: string) {
  return { ok: false, tooLarge: { option, problem } } as const;
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
  return planKeyOf({ framed: { ...framed, figure }, textures });
}

function distinct<T>(all: readonly T[], keyOf: (one: T) => string): readonly T[] {
  return [...new Map(all.map((one) => [keyOf(one), one])).values()];
}

/** The finest of the halves of these texels that do not take too long. */
function finest(texelsPerUnit: number, isSoon: (texels: number) => boolean): number {
  if (texelsPerUnit <= 1 || isSoon(texelsPerUnit)) return texelsPerUnit;
  return finest(texelsPerUnit / 2, isSoon);
}

/** A figure with sheets of so many texels at most. */
function withDetail(maxTexelsPerUnit: number): Limit {
  return (framed) =>
    isFlat(framed) || framed.stage.maxTexelsPerUnit <= maxTexelsPerUnit
      ? framed
      : { ...framed, stage: { ...framed.stage, maxTexelsPerUnit } };
}

/** Flat types have few surfaces: their plans take a tenth of a second at most. */
function isFlat({ figure }: FramedFigure): boolean {
  return renderTypes[figure.renderType].kind === 'flat';
}

/** How long these plans take to compile with sheets of so many texels at most. */
function plansMs(figures: readonly TexturedFigure[], maxTexelsPerUnit: number): number {
  return figures.reduce((sum, { framed, textures: { skin, cape } }) => {
    const max = Math.min(shownTexelsPerUnit(framed), maxTexelsPerUnit);
    const { frame, figure } = framed;
    const ms = compileMs({
      pixels: frame.widthPx * frame.heightPx,
      overlay: figure.overlay,
      skin: reducedScale(skin.texelsPerUnit, max),
      cape: cape && reducedScale(cape.texelsPerUnit, max),
      hasEars: Boolean(figure.ears),
    });
    return sum + ms;
  }, 0);
}
