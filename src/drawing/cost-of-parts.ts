import { readCapeHeader, readSkinHeader } from './read-sheet.ts';
import type { Format } from '../render/image/encode.ts';
import { readPngHeader, UnusableImageError } from '../png/png.ts';
import type { SheetBytes } from './order.ts';

/**
 * What the parts of orders cost: milliseconds of one core of the machine of `bench/`. What matters is
 * that a picture that takes a hundred times as long as another counts a hundred times as much, or a few
 * of them would hold up everybody for longer than the queue promises. `bench/weights.ts` measures it.
 */
export const costsMs = {
  order: 1,
  /** Of a million texels: decoded, made opaque, reduced, coloured. */
  texels: 45,
  /** Of a plan that is compiled; of a million pixels of its surfaces, and of the borders of texels in them. */
  plan: { plan: 3, covered: 10, border: 510 },
  shadow: { order: 11, area: 40 },
  /** Of a million pixels of a figure that is drawn with its plan, and of the borders of texels in it. */
  figure: { area: 2.4, border: 9 },
  /** Of a million pixels of a figure with a line around it. */
  outline: 340,
  /** What raising the overlay of a whole figure adds to its plan: also for each texel of a unit, squared. */
  raised: { plan: 70, cells: 6, border: 300, texelBorder: 1600, figure: 4 },
  /** Of a picture, of a million pixels of it, of those that are not transparent, and of the borders of texels in them. */
  codec: {
    png: { picture: 0.2, area: 3, ink: 6, detail: 14 },
    fastPng: { picture: 0.2, area: 3, ink: 1, detail: 5 },
    webp: { picture: 0.3, area: 30, ink: 250, detail: 160 },
    avif: { picture: 1.5, area: 70, ink: 130, detail: 220 },
  },
  /** Of a million pixels of a row: figures and names put beside each other. */
  row: 4,
  /** Of a scene, and of a million pixels: of its place, or where it has none. */
  scene: { scene: 3, place: 36, ground: 6 },
  /** Of a text beside figures; letters beyond ASCII may each be in a font of their own. */
  label: { text: 0.6, letter: 0.05, rareLetter: 0.1 },
  /** Of a card, its pixels (of a unit, squared), what is written on it, and its banner (a pixel of a unit). */
  card: { card: 4, pixels: 3, run: 0.2, letter: 0.05, rareLetter: 0.15, banner: 80 },
  icon: 2,
  /** Of a million pixels of a picture that is brought to its size, before and after. */
  resize: 20,
} as const;

/** The coders of pictures: of PNG there are two, see `encodePng`. */
type Codec = keyof typeof costsMs.codec;

export type Encoded = {
  readonly format: Format;
  /** Of the picture, in millions of pixels. */
  readonly area: number;
  /** The same of what is not transparent; all, where left out. */
  readonly ink?: number;
  /** How many borders of texels lie along the side of a pixel. */
  readonly detail: number;
  /** Whether it is so large that a coder of PNG which is fast is taken. */
  readonly isLarge: boolean;
};

/** Large pictures have more in them that was there before: ten times the pixels take five times as long. */
const repeating = 0.7;

export function encodeCost({ format, area, ink = area, detail, isLarge }: Encoded): number {
  const codec: Codec = format === 'png' && isLarge ? 'fastPng' : format;
  const cost = costsMs.codec[codec];
  const told = ink ** repeating * (cost.ink + cost.detail * Math.min(1, detail));
  return cost.picture + area * cost.area + told;
}

/** What the header says; a file that is none is refused by the worker at once. */
export function texelsPerUnit({ png }: SheetBytes): number {
  const header = readSkinHeader(png);
  return header.ok ? header.value : 1;
}

/** @param texels a unit */
export function sheetCost(texels: number): number {
  return ((64 * texels) ** 2 / 1e6) * costsMs.texels;
}

/** Half as high as a skin. */
export function capeCost({ png }: SheetBytes): number {
  const header = readCapeHeader(png);
  return header.ok ? sheetCost(header.value) / 2 : 0;
}

export function textCost(text: string): number {
  if (text === '') return 0;
  const { text: each, letter, rareLetter } = costsMs.label;
  const rare = rareLetters(text);
  return each + (text.length - rare) * letter + rare * rareLetter;
}

export function rareLetters(text: string): number {
  return text.replaceAll(/[ -~]/g, '').length;
}

/** A picture that somebody else has drawn: read, and brought to its size. @param area of that, in millions of pixels */
export function pictureCost(png: Uint8Array, area: number): number {
  const [widthPx, heightPx] = sidesOf(png);
  const own = (widthPx * heightPx) / 1e6;
  return own * costsMs.texels + (own + area) * costsMs.resize;
}

/** What the header says; of a file that is none, nothing: the worker makes do without it. */
export function sidesOf(png: Uint8Array): readonly [widthPx: number, heightPx: number] {
  try {
    const { widthPx, heightPx } = readPngHeader(png);
    return [widthPx, heightPx];
  } catch (error) {
    if (error instanceof UnusableImageError) return [0, 0];
    throw error;
  }
}

export function sum<T>(items: readonly T[], cost: (item: T) => number): number {
  return items.reduce((total, item) => total + cost(item), 0);
}
