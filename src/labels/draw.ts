import type { RgbaImage } from '../render/image/canvas.ts';
import type { FittedText } from './fit.ts';
import type { FontRegistry } from './font-registry.ts';
import { bevelPx, outlinePx, setTextStyle } from './text-style.ts';

/** Of letters and their outline, in CSS notation. */
export type TextColours = { readonly fill: string; readonly outline: string };

/** White on near-black: together they can be read on any ground. */
const labelColours: TextColours = { fill: '#ffffff', outline: '#12151c' };

/**
 * Draws a fitted label: white letters in a dark outline; emoji in their own colours, with the
 * bevel only.
 *
 * @returns a picture of `label.widthPx` × `label.heightPx`, to be laid at (`leftPx`, `topPx`) of its
 *   column in the band
 */
export function drawLabel(
  fonts: FontRegistry,
  label: FittedText,
  colours: TextColours = labelColours,
): RgbaImage {
  const { canvas, context } = fonts;
  // Grown and kept: a new canvas costs several times what the text on it does.
  if (canvas.width < label.widthPx) canvas.width = label.widthPx;
  if (canvas.height < label.heightPx) canvas.height = label.heightPx;
  context.clearRect(0, 0, label.widthPx, label.heightPx);
  setTextStyle(fonts, label);
  context.lineJoin = 'round';
  context.lineWidth = 2 * outlinePx(label.fontPx);
  context.strokeText(label.text, label.originXPx, label.originYPx + bevelPx(label.fontPx));
  context.strokeText(label.text, label.originXPx, label.originYPx);
  // A stroked emoji is the emoji itself. In one colour it becomes its own shadow, as for a letter.
  context.globalCompositeOperation = 'source-in';
  context.fillStyle = colours.outline;
  context.fillRect(0, 0, label.widthPx, label.heightPx);
  context.globalCompositeOperation = 'source-over';
  context.fillStyle = colours.fill;
  context.fillText(label.text, label.originXPx, label.originYPx);
  const { data } = context.getImageData(0, 0, label.widthPx, label.heightPx);
  return { widthPx: label.widthPx, heightPx: label.heightPx, data };
}
