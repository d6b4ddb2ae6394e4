import { type SKRSContext2D, createCanvas } from '@napi-rs/canvas';
import type { PixelBox } from './card-ground.ts';
import { cleanLabel, splitGraphemes } from '../text/text.ts';
import type { FontRegistry } from '../text/font-registry.ts';
import type { RgbaImage } from '../image/canvas.ts';
import { lay, drawLine } from './card-parts.ts';

export const maxBars = 5;

/** Head and shoulders. */
export function personPath(context: SKRSContext2D, { leftPx, topPx, sizePx }: PixelBox): void {
  const unit = sizePx / 12;
  const middlePx = leftPx + 6 * unit;
  context.beginPath();
  context.arc(middlePx, topPx + 3.4 * unit, 2.7 * unit, 0, Math.PI * 2);
  context.closePath();
  context.moveTo(leftPx + 0.9 * unit, topPx + 11.6 * unit);
  context.bezierCurveTo(
    leftPx + 0.9 * unit,
    topPx + 5.6 * unit,
    leftPx + 11.1 * unit,
    topPx + 5.6 * unit,
    leftPx + 11.1 * unit,
    topPx + 11.6 * unit,
  );
  context.closePath();
}

/** A bar of a signal, from the lowest (0) to the highest, on multiples of a sixteenth of the size. */
export function barPath(context: SKRSContext2D, bar: number, bounds: PixelBox): void {
  const { leftPx, topPx, sizePx } = bounds;
  const unit = sizePx / 16;
  const heightPx = (4 + 3 * bar) * unit;
  context.beginPath();
  context.roundRect(leftPx + bar * 4 * unit, topPx + sizePx - heightPx, 3 * unit, heightPx, unit);
}

/** A round seal with eight lobes. */
export function sealPath(context: SKRSContext2D, { leftPx, topPx, sizePx }: PixelBox): void {
  const [middleX, middleY] = [leftPx + sizePx / 2, topPx + sizePx / 2];
  const lobes = 8;
  context.beginPath();
  context.arc(middleX, middleY, sizePx * 0.4, 0, Math.PI * 2);
  context.closePath();
  for (let lobe = 0; lobe < lobes; lobe++) {
    const angle = (lobe / lobes) * Math.PI * 2;
    const [x, y] = [Math.cos(angle) * sizePx * 0.34, Math.sin(angle) * sizePx * 0.34];
    context.moveTo(middleX + x + sizePx * 0.16, middleY + y);
    context.arc(middleX + x, middleY + y, sizePx * 0.16, 0, Math.PI * 2);
    context.closePath();
  }
}

/** A check mark, as a shape to fill. */
export function checkPath(context: SKRSContext2D, bounds: PixelBox): void {
  addPath(context, bounds, [
    [0.26, 0.52],
    [0.34, 0.44],
    [0.45, 0.55],
    [0.67, 0.32],
    [0.75, 0.4],
    [0.45, 0.71],
  ]);
}

/** Two overlapping rings side by side, as shapes to fill. */
export function ringsPath(context: SKRSContext2D, { leftPx, topPx, sizePx }: PixelBox): void {
  context.beginPath();
  for (const x of [0.395, 0.605]) {
    const [middleX, middleY] = [leftPx + x * sizePx, topPx + sizePx / 2];
    context.moveTo(middleX + 0.185 * sizePx, middleY);
    context.arc(middleX, middleY, 0.185 * sizePx, 0, Math.PI * 2);
    context.closePath();
    // In the opposite direction, for a hole.
    context.moveTo(middleX + 0.1 * sizePx, middleY);
    context.arc(middleX, middleY, 0.1 * sizePx, 0, -Math.PI * 2, true);
    context.closePath();
  }
}

/** A polygon; its points are shares of the size. */
export function addPath(
  context: SKRSContext2D,
  { leftPx, topPx, sizePx }: PixelBox,
  points: readonly (readonly [x: number, y: number])[],
): void {
  context.beginPath();
  for (const [x, y] of points) context.lineTo(leftPx + x * sizePx, topPx + y * sizePx);
  context.closePath();
}

/** Backgrounds of initials; white on them has a contrast of at least 5. */
const grounds = ['#3d6fb6', '#7a55c7', '#1f7d68', '#a8514f', '#8a6320', '#53657f'] as const;

const maxLetters = 2;

/** The initials of a name, as Discord shows a server without an icon. */
export function initialsOf(name: string): string {
  const plain = cleanLabel(name.replaceAll(/['’]s\b/g, ''));
  // Joiners hold emoji families and flags together, and are nothing by themselves.
  const words = plain.split(/[^\p{L}\p{N}\p{M}\p{Emoji}\u200d]+/u);
  const shown = words.filter((word) => /[\p{L}\p{N}\p{Emoji}]/u.test(word));
  const letters = shown.map((word) => splitGraphemes(word)[0] ?? '');
  return letters.slice(0, maxLetters).join('') || '?';
}

/** An icon with the initials of a name, on a background chosen by the name. */
export function drawInitials(fonts: FontRegistry, name: string, sizePx: number): RgbaImage {
  const context = createCanvas(sizePx, sizePx).getContext('2d');
  const sum = Array.from(name).reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0);
  context.fillStyle = grounds[sum % grounds.length] ?? grounds[0];
  context.fillRect(0, 0, sizePx, sizePx);
  const font = sizePx * 0.42;
  const line = lay({ fonts, scale: 1 }, initialsOf(name), {
    font,
    min: font * 0.6,
    width: sizePx * 0.86,
    color: '#ffffff',
    weight: 700,
  });
  const origin = { xPx: (sizePx - line.widthPx) / 2, yPx: sizePx / 2 + line.fontPx * 0.355 };
  drawLine(context, line, origin);
  const { data } = context.getImageData(0, 0, sizePx, sizePx);
  return { widthPx: sizePx, heightPx: sizePx, data };
}
