import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import type { FontRegistry } from '../text/font-registry.ts';
import { cleanLabel, splitGraphemes } from '../text/text.ts';
import type { RgbaImage } from '../image/canvas.ts';
import { lay } from './card-parts.ts';
import { drawLine } from './draw-line.ts';

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
  const canvas = createCanvas(sizePx, sizePx);
  const context = canvas.getContext('2d');
  paintInitials(context, fonts, { name, sizePx });
  const { data } = context.getImageData(0, 0, sizePx, sizePx);
  return { widthPx: sizePx, heightPx: sizePx, data };
}

function paintInitials(
  context: SKRSContext2D,
  fonts: FontRegistry,
  { name, sizePx }: { readonly name: string; readonly sizePx: number },
): void {
  const sum = Array.from(name).reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0);
  context.fillStyle = grounds[sum % grounds.length] ?? grounds[0];
  context.fillRect(0, 0, sizePx, sizePx);
  const letters = initialsOf(name);
  const font = sizePx * 0.42;
  const line = lay({ fonts, scale: 1 }, letters, {
    font,
    least: font * 0.6,
    width: sizePx * 0.86,
    color: '#ffffff',
    weight: 700,
  });
  const origin = { xPx: (sizePx - line.widthPx) / 2, yPx: sizePx / 2 + line.fontPx * 0.355 };
  drawLine(context, line, origin);
}
