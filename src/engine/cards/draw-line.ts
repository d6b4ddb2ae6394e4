import type { SKRSContext2D } from '@napi-rs/canvas';
import { drawPixels, type PixelBox } from './draw-pixels.ts';
import { setRunStyle } from '../text/font-registry.ts';
import { pictureSizePx, type StyledStretch, type LaidChunk, type LaidLine } from '../text/line.ts';

/** The left end of a line's baseline. */
export type Origin = { readonly xPx: number; readonly yPx: number };

/** Slope of italic text, as a share of its height; about eleven degrees. */
const slant = 0.2;

export function drawLine(context: SKRSContext2D, line: LaidLine, origin: Origin): void {
  for (const chunk of line.chunks) {
    if (chunk.picture !== undefined) {
      if (chunk.picture !== null) drawPixels(context, chunk.picture, boxOf(chunk, line, origin));
      continue;
    }
    drawChunk(context, chunk, origin, () => {
      context.fillStyle = fillOf(context, chunk);
      context.fillText(chunk.text, chunk.leftPx, 0);
      for (const stretch of chunk.stretches) drawDecorations(context, stretch, line.fontPx);
    });
  }
}

/** Height of capitals relative to the font size; inline pictures are centred on them. */
const capitalHeight = 0.71;

/** Position of a chunk's picture, in whole pixels. */
function boxOf({ leftPx }: LaidChunk, { fontPx }: LaidLine, { xPx, yPx }: Origin): PixelBox {
  const sizePx = pictureSizePx(fontPx);
  const topPx = Math.round(yPx - (fontPx * capitalHeight + sizePx) / 2);
  return { leftPx: Math.round(xPx + leftPx), topPx, sizePx };
}

function drawChunk(
  context: SKRSContext2D,
  chunk: LaidChunk,
  { xPx, yPx }: Origin,
  draw: () => void,
): void {
  context.save();
  context.translate(xPx, yPx);
  if (chunk.isItalic) context.transform(1, 0, -slant, 1, 0, 0);
  setRunStyle(context, chunk);
  draw();
  context.restore();
}

/** One colour, or a gradient with hard stops between colours. */
function fillOf(context: SKRSContext2D, { stretches, leftPx, widthPx }: LaidChunk) {
  const [first] = stretches;
  if (first === undefined) return 'transparent';
  if (stretches.length === 1 || widthPx <= 0) return first.style.color;
  const gradient = context.createLinearGradient(leftPx, 0, leftPx + widthPx, 0);
  for (const { style, fromPx, toPx } of stretches) {
    for (const edgePx of [fromPx, toPx]) {
      const share = Math.min(1, Math.max(0, (edgePx - leftPx) / widthPx));
      gradient.addColorStop(share, style.color);
    }
  }
  return gradient;
}

function drawDecorations(context: SKRSContext2D, stretch: StyledStretch, fontPx: number): void {
  context.fillStyle = stretch.style.color;
  for (const bar of barsOf(stretch, fontPx)) {
    context.fillRect(bar.leftPx, bar.topPx, bar.widthPx, bar.heightPx);
  }
}

/** Underline and strikethrough of a stretch; heights from the baseline, relative to the font size. */
function barsOf({ style, fromPx, toPx }: StyledStretch, fontPx: number) {
  const heightPx = Math.max(1, Math.round(fontPx * 0.075));
  const tops = [
    style.underlined === true && Math.round(fontPx * 0.13),
    style.strikethrough === true && -Math.round(fontPx * 0.3),
  ].filter((topPx) => topPx !== false);
  return tops.map((topPx) => ({ leftPx: fromPx, topPx, widthPx: toPx - fromPx, heightPx }));
}
