import { asWords, createImage, type RgbaImage } from '../image/canvas.ts';
import type { FontRegistry } from './font-registry.ts';
import { cleanLabel, directionOf, splitGraphemes } from './text.ts';
import { ellipsis } from './itemize.ts';

/** Text in the project's pixel font as a bitmap (1 is opaque), drawn in whole pixels. */
export type PixelText = {
  readonly columns: number;
  readonly rows: number;
  /** `columns * rows`, row by row. */
  readonly bitmap: Uint8Array;
};

/** Rows above the baseline, for capitals with accents, and below it. */
const [ascentRows, descentRows] = [14, 3] as const;
const capitalRows = 10;

/** The font has 56 pixels in three ems: at this size each is one canvas pixel. */
const fontPx = 56 / 3;

/** More characters than fit into any picture; bounds the memory. */
const maxCharacters = 160;

/** A text in the pixel font before it is drawn, and the same for `…`. */
export type PixelLine = {
  /** Of fonts that have all its characters. */
  readonly families: string;
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
    const font = fonts.findFont(codepointsOf(character), ['display']);
    if (font === undefined) return null;
    aliases.add(font.alias);
  }
  const families = [...aliases].map((alias) => `"${alias}"`).join(', ');
  setFont(fonts, families);
  // Advances are a little less than whole pixels; added up, letters of a long text would touch.
  const measured = (letter: string): Letter => ({
    letter,
    columns: Math.round(fonts.context.measureText(letter).width),
  });
  const line = { families, letters: letters.map(measured), ellipsis: [measured(ellipsis)] };
  return columnsOf(line.letters) === 0 ? null : line;
}

function codepointsOf(character: string): number[] {
  return Array.from(character, (one) => one.codePointAt(0) ?? 0);
}

function columnsOf(letters: readonly Letter[]): number {
  return letters.reduce((sum, { columns }) => sum + columns, 0);
}

/** The first letters of a text, with `…` unless these are all. */
export function cutPixelLine(line: PixelLine, count: number): PixelLine {
  if (count === line.letters.length) return line;
  const shown = line.letters.slice(0, count);
  const end = 1 + shown.findLastIndex(({ letter }) => letter.trim() !== '');
  return { ...line, letters: [...shown.slice(0, end), ...line.ellipsis] };
}

function setFont({ context }: FontRegistry, families: string): void {
  context.font = `400 ${fontPx}px ${families}`;
  context.direction = 'ltr';
  context.textAlign = 'left';
  context.lang = 'en';
}

/** Draws a measured text as a bitmap. */
export function rasterise(fonts: FontRegistry, { families, letters }: PixelLine): PixelText {
  const { canvas, context } = fonts;
  const columns = columnsOf(letters);
  const rows = ascentRows + descentRows;
  if (canvas.width < columns) canvas.width = columns;
  if (canvas.height < rows) canvas.height = rows;
  context.clearRect(0, 0, columns, rows);
  setFont(fonts, families);
  context.fillStyle = '#ffffff';
  let left = 0;
  for (const { letter, columns: wide } of letters) {
    context.fillText(letter, left, ascentRows);
    left += wide;
  }
  const { data } = context.getImageData(0, 0, columns, rows);
  const bitmap = new Uint8Array(columns * rows);
  for (let i = 0; i < bitmap.length; i++) bitmap[i] = data[i * 4 + 3]! > 127 ? 1 : 0;
  // Space for accents only if there are any.
  const first = Math.max(
    0,
    Math.min(ascentRows - capitalRows, Math.floor(bitmap.indexOf(1) / columns)),
  );
  return { columns, rows: rows - first, bitmap: bitmap.subarray(first * columns) };
}

/** Colours of text and of the rim that separates it from the background, as pixels. */
export type PixelColours = { readonly fill: number; readonly rim: number };

/** Rows that a rim adds at the left, right and top; at the bottom it adds one more. */
const rimRows = 1;

/** Width of a text that is not drawn yet, including the rim. */
export function pixelLineWidth({ letters }: PixelLine, pixelPx: number): number {
  return (columnsOf(letters) + 2 * rimRows) * pixelPx;
}

/** Size of a drawn text, including the rim. */
export function pixelTextSize({ columns, rows }: PixelText, pixelPx: number): [number, number] {
  return [(columns + 2 * rimRows) * pixelPx, (rows + 2 * rimRows + 1) * pixelPx];
}

/** Draws a text with `pixelPx` pixels for each of the font's; see `pixelTextSize`. */
export function drawPixelText(
  text: PixelText,
  pixelPx: number,
  { fill, rim }: PixelColours,
): RgbaImage {
  const { columns, rows, bitmap } = text;
  const [widthPx, heightPx] = pixelTextSize(text, pixelPx);
  const image = createImage(widthPx, heightPx);
  const words = asWords(image);
  const has = (x: number, y: number): boolean =>
    x >= 0 && y >= 0 && x < columns && y < rows && bitmap[y * columns + x] === 1;
  const isRim = (x: number, y: number): boolean => {
    for (let dy = -2; dy <= 1; dy++) {
      for (let dx = -1; dx <= 1; dx++) if (has(x + dx, y + dy)) return true;
    }
    return false;
  };
  for (let y = -rimRows; y < rows + rimRows + 1; y++) {
    for (let x = -rimRows; x < columns + rimRows; x++) {
      const word = has(x, y) ? fill : isRim(x, y) ? rim : 0;
      if (word === 0) continue;
      const left = (x + rimRows) * pixelPx;
      for (let row = 0; row < pixelPx; row++) {
        const from = ((y + rimRows) * pixelPx + row) * widthPx + left;
        words.fill(word, from, from + pixelPx);
      }
    }
  }
  return image;
}
