import { asWords, createImage, type RgbaImage } from '../render/image/canvas.ts';
import type { FontRegistry } from './font-registry.ts';
import { cleanLabel, directionOf, splitGraphemes } from './text.ts';
import { ellipsis } from './itemize.ts';

/**
 * Text in the house's pixel font, as the pixels of the font: 1 is ink. Drawn with any whole number of
 * pixels for each of them, its edges are sharp.
 */
export type PixelText = {
  readonly columns: number;
  readonly rows: number;
  /** `columns * rows`, row by row. */
  readonly ink: Uint8Array;
};

/** Rows above the baseline, for capitals with accents, and below it. */
const [ascentRows, descentRows] = [14, 3] as const;
const capitalRows = 10;

/** The font has 56 pixels to three ems: at this size each of them is one of the canvas. */
const fontPx = 56 / 3;

/** More characters than fit any picture; what costs memory is bounded by it. */
const mostCharacters = 160;

/** A text in the pixel font; `null` where it lacks a character, and where text runs to the left. */
export function setPixelText(fonts: FontRegistry, text: string): PixelText | null {
  const clean = splitGraphemes(cleanLabel(text).normalize('NFC')).slice(0, mostCharacters).join('');
  if (clean === '' || directionOf(clean) === 'rtl') return null;
  const aliases = new Set<string>();
  for (const character of new Set(splitGraphemes(clean + ellipsis))) {
    const font = fonts.findFont(codepointsOf(character), ['display']);
    if (font === undefined) return null;
    aliases.add(font.alias);
  }
  return rasterise(fonts, clean, [...aliases].map((alias) => `"${alias}"`).join(', '));
}

function codepointsOf(character: string): number[] {
  return Array.from(character, (one) => one.codePointAt(0) ?? 0);
}

/** The start of a text and `…`, as much as fits; `null` where nothing does. */
export function cutPixelText(
  fonts: FontRegistry,
  text: string,
  mostColumns: number,
): PixelText | null {
  const whole = setPixelText(fonts, text);
  if (whole === null || whole.columns <= mostColumns) return whole;
  const graphemes = splitGraphemes(cleanLabel(text).normalize('NFC'));
  let [low, high] = [0, graphemes.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const cut = setPixelText(fonts, graphemes.slice(0, middle).join('').trimEnd() + ellipsis);
    if (cut !== null && cut.columns <= mostColumns) low = middle;
    else high = middle - 1;
  }
  return low === 0
    ? null
    : setPixelText(fonts, graphemes.slice(0, low).join('').trimEnd() + ellipsis);
}

function rasterise(fonts: FontRegistry, text: string, families: string): PixelText | null {
  const { canvas, context } = fonts;
  const setFont = (): void => {
    context.font = `400 ${fontPx}px ${families}`;
    context.direction = 'ltr';
    context.textAlign = 'left';
    context.lang = 'en';
  };
  setFont();
  const columns = Math.ceil(context.measureText(text).width);
  const rows = ascentRows + descentRows;
  if (columns === 0) return null;
  if (canvas.width < columns) canvas.width = columns;
  if (canvas.height < rows) canvas.height = rows;
  context.clearRect(0, 0, columns, rows);
  setFont();
  context.fillStyle = '#ffffff';
  context.fillText(text, 0, ascentRows);
  const { data } = context.getImageData(0, 0, columns, rows);
  const ink = new Uint8Array(columns * rows);
  for (let i = 0; i < ink.length; i++) ink[i] = data[i * 4 + 3]! > 127 ? 1 : 0;
  // Room for accents only where there are any.
  const first = Math.max(
    0,
    Math.min(ascentRows - capitalRows, Math.floor(ink.indexOf(1) / columns)),
  );
  return { columns, rows: rows - first, ink: ink.subarray(first * columns) };
}

/** Ink, and a rim around it that parts it from whatever is behind; words of a picture. */
export type PixelInk = { readonly fill: number; readonly rim: number };

/** What a rim adds at the left, right and top; below there is a row more of it. */
const rimRows = 1;

/** Size of a drawn text, rim included. */
export function pixelTextSize({ columns, rows }: PixelText, pixelPx: number): [number, number] {
  return [(columns + 2 * rimRows) * pixelPx, (rows + 2 * rimRows + 1) * pixelPx];
}

/** Draws a text with so many pixels for each of the font's; see `pixelTextSize`. */
export function drawPixelText(
  text: PixelText,
  pixelPx: number,
  { fill, rim }: PixelInk,
): RgbaImage {
  const { columns, rows, ink } = text;
  const [widthPx, heightPx] = pixelTextSize(text, pixelPx);
  const image = createImage(widthPx, heightPx);
  const words = asWords(image);
  const has = (x: number, y: number): boolean =>
    x >= 0 && y >= 0 && x < columns && y < rows && ink[y * columns + x] === 1;
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
