import { asWords, createImage, type RgbaImage } from '../image/canvas.ts';
import { drawRuns, setRunStyle, type FontRegistry, type RunStyle } from './font-registry.ts';
import { ellipsis } from './itemize.ts';
import { cleanLabel, directionOf, splitGraphemes } from './text.ts';

// Titles, which are drawn of squares with hard edges: in the project's pixel font, or in another one
// that has a pixel for each square.

/** Rows above the baseline that capitals have, and those with a tilde. */
const [capitalRows, ascentRows] = [10, 15] as const;

/** Rows below the baseline that most letters have, and those with a comma below. */
const [descentRows, maxDescentRows] = [3, 5] as const;

/** The font has 56 pixels in three ems: at this size each is one canvas pixel. */
const fontPx = 56 / 3;

/** More characters than fit into any picture; bounds the memory. */
const maxCharacters = 160;

/** A text in the pixel font before it is drawn, and the same for `…`. */
export type PixelLine = {
  /** Of fonts that have all its characters. */
  readonly style: RunStyle;
  readonly letters: readonly Letter[];
  readonly ellipsis: readonly Letter[];
};

type Letter = { readonly letter: string; readonly columns: number };

/** Measures a text in the pixel font; `null` if it lacks a character, and for right-to-left text. */
export function measurePixelText(fonts: FontRegistry, text: string): PixelLine | null {
  const letters = splitGraphemes(cleanLabel(text).normalize('NFC')).slice(0, maxCharacters);
  if (letters.length === 0 || directionOf(letters.join('')) === 'rtl') return null;
  const aliases = new Set<string>();
  for (const character of new Set([...letters, ellipsis])) {
    const codepoints = Array.from(character, (one) => one.codePointAt(0) ?? 0);
    const font = fonts.findFont(codepoints, ['display']);
    if (font === undefined) return null;
    aliases.add(font.alias);
  }
  const families = [...aliases].map((alias) => `"${alias}"`).join(', ');
  const style: RunStyle = { font: `400 ${fontPx}px ${families}`, direction: 'ltr', spacingPx: 0 };
  setRunStyle(fonts.context, style);
  // Advances are a little less than whole pixels; added up, letters of a long text would touch.
  const measured = (letter: string): Letter => {
    const columns = Math.round(fonts.context.measureText(letter).width);
    return { letter, columns: isRound(letter) ? columns + 1 : columns };
  };
  const line = { style, letters: letters.map(measured), ellipsis: [measured(ellipsis)] };
  return line.letters.some(({ columns }) => columns > 0) ? line : null;
}

/** The first letters of a text, with `…` unless these are all. */
export function cutPixelLine(line: PixelLine, count: number): PixelLine {
  if (count === line.letters.length) return line;
  const shown = line.letters.slice(0, count);
  const end = 1 + shown.findLastIndex(({ letter }) => letter.trim() !== '');
  return { ...line, letters: [...shown.slice(0, end), ...line.ellipsis] };
}

/** Squares that the rim of a text takes at its left, right and top; at the bottom it takes one more. */
const rim = 1;

/** How many squares wide a text is, including its rim. */
export function columnsOf({ letters }: PixelLine): number {
  return letters.reduce((sum, { columns }) => sum + columns, 2 * rim);
}

/** Draws a measured text with a pixel for each square, with room for its rim. */
export function drawPixelLetters(fonts: FontRegistry, line: PixelLine): RgbaImage {
  const baseline = rim + ascentRows;
  const size = { widthPx: columnsOf(line), heightPx: baseline + maxDescentRows + 2 * rim };
  const image = drawRuns(fonts, line.style, size, (context) => {
    context.fillStyle = '#ffffff';
    let left = rim;
    for (const { letter, columns } of line.letters) {
      context.fillText(letter, left, baseline);
      left += columns;
    }
  });
  roundLetters(image, line.letters, baseline);
  // Space for accents only if there are any.
  const words = asWords(image);
  const rowOf = (at: number): number => Math.floor(at / image.widthPx);
  const first = Math.min(baseline - capitalRows, Math.max(rim, rowOf(words.findIndex(isOpaque))));
  const last = Math.max(baseline + descentRows - 1, rowOf(words.findLastIndex(isOpaque)));
  const [top, bottom] = [first - rim, last + 1 + 2 * rim].map((row) => row * image.widthPx * 4);
  return { ...image, heightPx: last - first + 1 + 3 * rim, data: image.data.subarray(top, bottom) };
}

/** Whether it is an `O`, with accents or without, which the font draws like a zero. */
function isRound(letter: string): boolean {
  return letter.normalize('NFD').startsWith('O');
}

/** Makes round letters wider by a pixel, and takes one more off their corners. */
function roundLetters(image: RgbaImage, letters: readonly Letter[], baseline: number): void {
  const words = asWords(image);
  let left = rim;
  for (const { letter, columns } of letters) {
    const middle = columns >> 1;
    for (let row = 1; isRound(letter) && row <= capitalRows; row++) {
      const start = (baseline - row) * image.widthPx + left;
      const pixels = words.subarray(start, start + columns);
      pixels.copyWithin(middle, middle - 1);
      if (row > 2 && row < capitalRows - 1) continue;
      for (const at of [pixels.findIndex(isOpaque), pixels.findLastIndex(isOpaque)]) pixels[at] = 0;
    }
    left += columns;
  }
}

/** The squares that a text is made of. */
export type Squares = {
  /** Side of each, in px. */
  readonly sidePx: number;
  /** Width of the rim in squares; below the letters twice that. */
  readonly rim: number;
};

/** Colours of text and of the rim that separates it from the background, as pixels. */
export type PixelColours = { readonly fill: number; readonly rim: number };

/**
 * Draws letters of squares with a rim, which is twice as wide below. Emoji keep their colours.
 * @param letters white, with a pixel for each square and room for the rim
 */
export function drawSquares(
  letters: RgbaImage,
  { sidePx, rim: rimSquares }: Squares,
  colours: PixelColours,
): RgbaImage {
  const { widthPx: columns, heightPx: rows } = letters;
  const colourAt = asWords(letters);
  const rims = withoutSlits(dilated(letters, rimSquares), letters, rimSquares);
  const image = createImage(columns * sidePx, rows * sidePx);
  const words = asWords(image);
  for (let at = 0; at < colourAt.length; at++) {
    const letter = colourAt[at]!;
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

/** 1 where a pixel is opaque within some pixels to the sides and below, or twice that above. */
function dilated(letters: RgbaImage, pixels: number): Uint8Array {
  const { widthPx: columns, heightPx: rows } = letters;
  const words = asWords(letters);
  const across = new Uint8Array(words.length);
  const all = new Uint8Array(words.length);
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) {
      if (!isOpaque(words[y * columns + x]!)) continue;
      const from = y * columns + Math.max(0, x - pixels);
      across.fill(1, from, y * columns + Math.min(columns, x + pixels + 1));
    }
  }
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) {
      if (across[y * columns + x] === 0) continue;
      const bottom = Math.min(rows - 1, y + 2 * pixels);
      for (let row = Math.max(0, y - pixels); row <= bottom; row++) all[row * columns + x] = 1;
    }
  }
  return all;
}

/**
 * Fills gaps of at most `pixels` in width: between the strokes of a letter the background is to be seen
 * well or not at all.
 */
function withoutSlits(
  rims: Uint8Array,
  { widthPx: columns, heightPx: rows }: Pick<RgbaImage, 'widthPx' | 'heightPx'>,
  pixels: number,
): Uint8Array {
  // What remains free are the squares, one pixel wider, in which there is no rim; beside the picture is none.
  const filled = new Uint8Array(rims.length).fill(1);
  for (let y = -pixels; y < rows; y++) {
    const [top, bottom] = [Math.max(0, y), Math.min(rows, y + pixels + 1)];
    for (let x = -pixels; x < columns; x++) {
      const [left, right] = [Math.max(0, x), Math.min(columns, x + pixels + 1)];
      let isFree = true;
      for (let row = top; row < bottom && isFree; row++) {
        isFree = !rims.subarray(row * columns + left, row * columns + right).includes(1);
      }
      if (!isFree) continue;
      for (let row = top; row < bottom; row++) {
        filled.fill(0, row * columns + left, row * columns + right);
      }
    }
  }
  return filled;
}
