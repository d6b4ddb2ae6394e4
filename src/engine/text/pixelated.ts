import { asWords, createImage, type RgbaImage } from '../image/canvas.ts';
import type { FittedText } from './fit.ts';
import type { FontRegistry } from './font-registry.ts';
import type { PixelColours } from './pixel-text.ts';
import { setTextStyle } from './text-style.ts';

/** The squares that a text is made of. */
export type Squares = {
  /** Side of each, in px. */
  readonly sidePx: number;
  /** Width of the rim in squares; below the letters twice that. */
  readonly rim: number;
};

/**
 * Draws a text that the pixel font lacks in the same manner: of squares with hard edges and a rim, which
 * is twice as wide below. Emoji keep their colours.
 * @param text fitted in squares: its margins have room for the rim
 * @returns a picture of `text.widthPx` × `text.heightPx` squares
 */
export function drawPixelated(
  fonts: FontRegistry,
  text: FittedText,
  { sidePx, rim }: Squares,
  colours: PixelColours,
): RgbaImage {
  const { widthPx: columns, heightPx: rows } = text;
  const letters = asWords(drawGlyphs(fonts, text));
  const rims = dilated(letters, { columns, rows }, rim);
  const image = createImage(columns * sidePx, rows * sidePx);
  const words = asWords(image);
  for (let at = 0; at < letters.length; at++) {
    const letter = letters[at]!;
    const word = isOpaque(letter) ? colourOf(letter, colours) : rims[at] === 1 ? colours.rim : 0;
    if (word === 0) continue;
    const [column, row] = [at % columns, Math.floor(at / columns)];
    for (let y = row * sidePx; y < (row + 1) * sidePx; y++) {
      const from = y * image.widthPx + column * sidePx;
      words.fill(word, from, from + sidePx);
    }
  }
  return image;
}

const opaque = 0xff000000;
const white = 0xffffff;

/** Whether more than half of a pixel is covered; alpha is its highest byte. */
function isOpaque(word: number): boolean {
  return word >>> 31 === 1;
}

/** Letters are drawn in white. */
function colourOf(word: number, { fill }: PixelColours): number {
  return (word & white) === white ? fill : (word | opaque) >>> 0;
}

/** Letters in white without outline, emoji in their own colours. */
function drawGlyphs({ canvas, context, ...fonts }: FontRegistry, text: FittedText): RgbaImage {
  const { widthPx, heightPx } = text;
  if (canvas.width < widthPx) canvas.width = widthPx;
  if (canvas.height < heightPx) canvas.height = heightPx;
  context.clearRect(0, 0, widthPx, heightPx);
  setTextStyle({ canvas, context, ...fonts }, text);
  context.fillStyle = '#ffffff';
  context.fillText(text.text, text.originXPx, text.originYPx);
  const { data } = context.getImageData(0, 0, widthPx, heightPx);
  return { widthPx, heightPx, data };
}

/** 1 where a pixel is opaque within `rim` pixels to the sides and below, or twice that above. */
function dilated(
  letters: Uint32Array,
  { columns, rows }: { readonly columns: number; readonly rows: number },
  rim: number,
): Uint8Array {
  const across = new Uint8Array(letters.length);
  const all = new Uint8Array(letters.length);
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) {
      if (!isOpaque(letters[y * columns + x]!)) continue;
      const from = y * columns + Math.max(0, x - rim);
      across.fill(1, from, y * columns + Math.min(columns, x + rim + 1));
    }
  }
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) {
      if (across[y * columns + x] === 0) continue;
      const bottom = Math.min(rows - 1, y + 2 * rim);
      for (let row = Math.max(0, y - rim); row <= bottom; row++) all[row * columns + x] = 1;
    }
  }
  return all;
}
