import { shownTexelsPerUnit, type FramedFigure } from '../figure/figure.ts';
import { renderTypes } from '../figure/render-types.ts';
import { reducedScale } from '../skin/reduce.ts';
import { planKeyOf, type TextureSet } from './draw-figure.ts';

/** A figure of a job, on its picture, with its sheets. */
export type TexturedFigure = { readonly framed: FramedFigure; readonly textures: TextureSet };

/** The finest sheets, 1024 px wide. */
const finestTexelsPerUnit = 16;

/** How long the plans of one picture may take to compile, of its 4 s in all. */
const maxCompileMs = 2000;

/**
 * Processor time of compiling a plan, for each pixel of the side of a square as large as its picture:
 * most surfaces are texels, whose number is given, and only their borders grow with the picture.
 * Measured for all types and crops: raised overlays take 0.2–0.3, 0.5–0.9 and 1.6–3.0 ms at one, two and
 * four texels per unit; flat ones 0.1 ms at one and 0.7–1.1 ms at sixteen; a cape or wings half of that.
 * The most that Ears can add is measured with everything on that there is: a star of a tail in four
 * segments, wings, a cape and legs of another shape.
 */
const msPerSidePx = {
  raised: (texelsPerUnit: number): number => 0.3 * texelsPerUnit ** 1.5,
  flat: (texelsPerUnit: number): number => 0.1 * texelsPerUnit ** 0.8,
  cape: (texelsPerUnit: number): number => 0.05 * texelsPerUnit ** 0.8,
  ears: 0.3,
} as const;

/**
 * Reduces the sheets of a job to texels that take about two seconds at most to compile: ten raised
 * figures from sheets of 256 px would take 15 s otherwise. Only many figures from different sides, or
 * very large ones, with sheets of more than 64 px are affected.
 * @returns limits the detail of each of these figures
 */
export function limitDetail(
  figures: readonly TexturedFigure[],
): (framed: FramedFigure) => FramedFigure {
  const plans = new Map(figures.map((one) => [planKeyOf(one.framed, one.textures), one]));
  const posed = [...plans.values()].filter(({ framed }) => !isFlat(framed));
  let texelsPerUnit = finestTexelsPerUnit;
  while (texelsPerUnit > 1 && compileMs(posed, texelsPerUnit) > maxCompileMs) texelsPerUnit /= 2;
  return (framed) => withDetail(framed, texelsPerUnit);
}

/** A figure with sheets of so many texels at most. */
export function withDetail(framed: FramedFigure, maxTexelsPerUnit: number): FramedFigure {
  return isFlat(framed) || framed.stage.maxTexelsPerUnit <= maxTexelsPerUnit
    ? framed
    : { ...framed, stage: { ...framed.stage, maxTexelsPerUnit } };
}

/** Flat types have few surfaces: their plans take a tenth of a second at most. */
export function isFlat({ figure }: FramedFigure): boolean {
  return renderTypes[figure.renderType].kind === 'flat';
}

/** How long these plans take to compile. */
export function compileMs(figures: readonly TexturedFigure[], maxTexelsPerUnit: number): number {
  return figures.reduce((sum, { framed, textures: { skin, cape } }) => {
    const max = Math.min(shownTexelsPerUnit(framed), maxTexelsPerUnit);
    const { widthPx, heightPx } = framed.frame;
    const ofSkin = msPerSidePx[framed.figure.overlay === 'raised' ? 'raised' : 'flat'];
    const skinMs = ofSkin(reducedScale(skin.texelsPerUnit, max));
    const capeMs = cape === null ? 0 : msPerSidePx.cape(reducedScale(cape.texelsPerUnit, max));
    const earsMs = framed.figure.ears ? msPerSidePx.ears : 0;
    return sum + Math.sqrt(widthPx * heightPx) * (skinMs + capeMs + earsMs);
  }, 0);
}
