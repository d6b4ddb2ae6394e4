import type { FontRegistry } from './font-registry.ts';
import type { ItemizedText } from './itemize.ts';

/** Text at a size: what is measured and drawn in one go. */
export type TextStyle = Pick<ItemizedText, 'families' | 'direction'> & {
  readonly text: string;
  readonly fontPx: number;
};

/** How far the glyphs reach from the origin (left end of the baseline) in each direction, in px. */
export type TextBounds = {
  readonly leftPx: number;
  readonly rightPx: number;
  readonly ascentPx: number;
  readonly descentPx: number;
};

/** Semi-bold and a little: strokes stay open in Chinese and hold their own against the outline. */
const fontWeight = 650;

/** How far the outline reaches around the glyphs: a little under a stem, and never a hairline. */
export function outlinePx(fontPx: number): number {
  return Math.max(1.7, fontPx * 0.09);
}

/** How far the outline is drawn out downwards, which gives the letters a bevel to stand on. */
export function bevelPx(fontPx: number): number {
  return fontPx * 0.05;
}

/** Sets all that the look of text depends on; a canvas forgets it when it changes size. */
export function setTextStyle(fonts: FontRegistry, textStyle: TextStyle): void {
  const { context } = fonts;
  context.font = `${fontWeight} ${textStyle.fontPx}px ${textStyle.families}`;
  context.direction = textStyle.direction;
  // Else `start` would be the right end of Hebrew, and the language that of the machine.
  context.textAlign = 'left';
  context.lang = 'en';
}

/** How far the glyphs of a text bounds; the outline is not in it. */
export function measureText(fonts: FontRegistry, textStyle: TextStyle): TextBounds {
  setTextStyle(fonts, textStyle);
  const metrics = fonts.context.measureText(textStyle.text);
  return {
    leftPx: metrics.actualBoundingBoxLeft,
    rightPx: metrics.actualBoundingBoxRight,
    ascentPx: metrics.actualBoundingBoxAscent,
    descentPx: metrics.actualBoundingBoxDescent,
  };
}
