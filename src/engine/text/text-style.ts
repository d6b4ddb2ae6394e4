import type { FontRegistry } from './font-registry.ts';
import type { ItemizedText } from './itemize.ts';

/** Text at a size, as it is measured and drawn. */
export type TextStyle = Pick<ItemizedText, 'families' | 'direction'> & {
  readonly text: string;
  readonly fontPx: number;
};

/** Extent of the glyphs from the origin (start of the baseline) in each direction, in px. */
export type TextBounds = {
  readonly leftPx: number;
  readonly rightPx: number;
  readonly ascentPx: number;
  readonly descentPx: number;
};

/** Slightly bolder than semi-bold: Chinese strokes stay open, outlines do not dominate. */
const fontWeight = 650;

/** Width of the outline: a little less than a stem, and never a hairline. */
export function outlinePx(fontPx: number): number {
  return Math.max(1.7, fontPx * 0.09);
}

/** How far the outline extends downwards, as a bevel below the letters. */
export function bevelPx(fontPx: number): number {
  return fontPx * 0.05;
}

/** Sets all state that affects text; a canvas resets it when it is resized. */
export function setTextStyle(fonts: FontRegistry, textStyle: TextStyle): void {
  const { context } = fonts;
  context.font = `${fontWeight} ${textStyle.fontPx}px ${textStyle.families}`;
  context.direction = textStyle.direction;
  // Otherwise `start` would be the right end of Hebrew, and the language that of the machine.
  context.textAlign = 'left';
  context.lang = 'en';
}

/** Measures the glyphs of a text, without its outline. */
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
