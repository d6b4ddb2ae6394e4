import type { RgbaImage } from '../image/canvas.ts';
import type { FittedText } from './fit.ts';
import type { FontRegistry } from './font-registry.ts';
import { bevelPx, outlinePx, setTextStyle } from './text-style.ts';

/** Colours of text and outline, in CSS notation. */
export type TextColours = { readonly fill: string; readonly outline: string };

/** White on near-black, readable on any background. */
const labelColours: TextColours = { fill: '#ffffff', outline: '#12151c' };

/**
 * Draws a fitted label: white letters with a dark outline; emoji in their own colours, with the bevel
 * only.
 * @returns a picture of `label.widthPx` × `label.heightPx`, to be placed at (`leftPx`, `topPx`) of its
 *   column in the band
 */
export function drawLabel(
  fonts: FontRegistry,
  label: FittedText,
  colours: TextColours = labelColours,
): RgbaImage {
  const { canvas, context } = fonts;
  // The canvas is reused and only grows: a new one costs several times the text.
  if (canvas.width < label.widthPx) canvas.width = label.widthPx;
  if (canvas.height < label.heightPx) canvas.height = label.heightPx;
  context.clearRect(0, 0, label.widthPx, label.heightPx);
  setTextStyle(fonts, label);
  context.lineJoin = 'round';
  context.lineWidth = 2 * outlinePx(label.fontPx);
  context.strokeText(label.text, label.originXPx, label.originYPx + bevelPx(label.fontPx));
  context.strokeText(label.text, label.originXPx, label.originYPx);
  // A stroked emoji is the emoji itself; in one colour it becomes a shadow, as for letters.
  context.globalCompositeOperation = 'source-in';
  context.fillStyle = colours.outline;
  context.fillRect(0, 0, label.widthPx, label.heightPx);
  context.globalCompositeOperation = 'source-over';
  context.fillStyle = colours.fill;
  context.fillText(label.text, label.originXPx, label.originYPx);
  const { data } = context.getImageData(0, 0, label.widthPx, label.heightPx);
  return { widthPx: label.widthPx, heightPx: label.heightPx, data };
}
