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
  order: 0.5,
  /** Of a million texels: unpacked, made opaque, reduced, coloured. */
  texels: 31,
  /** Of a million bytes of a PNG that is read. */
  bytes: 13,
  /** Of a plan that is compiled; of a million pixels of its surfaces, and of the borders of texels in them. */
  plan: { plan: 3, covered: 4, border: 520 },
  shadow: { order: 9, area: 138 },
  /** Of a million pixels of a figure that is drawn with its plan, and of the borders of texels in it. */
  figure: { area: 1.5, border: 9.2 },
  /** Of a million pixels of a figure with a line around it. */
  outline: 209,
  /** What raising the overlay of a whole figure adds to its plan: also for each texel of a unit, squared. */
  raised: { plan: 33, cells: 5.5, border: 142, texelBorder: 1230, figure: 4 },
  /**
   * Of a picture, of a million pixels of it, of those that are not transparent, of these where they are
   * few, of the borders of texels in them, and of such borders between texels that are nothing alike.
   */
  codec: {
    png: { picture: 0.2, area: 8, ink: 2, few: 0, border: 35, noise: 48 },
    fastPng: { picture: 0.2, area: 2, ink: 1, few: 0, border: 9, noise: 10 },
    flatWebp: { picture: 0.1, area: 5, ink: 40, few: 0, border: 0, noise: 10 },
    webp: { picture: 0.1, area: 4, ink: 247, few: 3300, border: 0, noise: 0 },
    avif: { picture: 0.6, area: 46, ink: 103, few: 600, border: 200, noise: 0 },
  },
  /** Of a million pixels of a row: figures and names put beside each other. */
  row: 6,
  /** Of a scene, and of a million pixels: of its place, or where it has none. */
  scene: { scene: 6.5, place: 30, ground: 4 },
  /** Of a text beside figures; letters beyond ASCII may each be in a font of their own. */
  label: { text: 0.2, letter: 0.077, rareLetter: 0.09 },
  /**
   * Of a card, its pixels (of a unit, squared), what is written on it, its banner (a pixel of a unit),
   * and its icon (as often as it costs to read it).
   */
  card: {
    card: 2.5,
    pixels: 1.9,
    run: 0.42,
    letter: 0.03,
    rareLetter: 0.12,
    banner: 12,
    icon: 1.7,
  },
  initials: 0.6,
  /** Of a million pixels of a picture that is brought to its size, before and after. */
  resize: 27,
} as const;

/** The coders of pictures: of PNG there are two, see `encodePng`; WebP packs whole texels in a tenth of the time. */
type Codec = keyof typeof costsMs.codec;

/** What there is to see in a pixel of a picture. */
export type Texture = {
  /** How many borders of texels lie along its side; one at most. */
  readonly detail: number;
  /** The same, but of texels that are nothing alike. */
  readonly noise: number;
};

export type Encoded = {
  readonly format: Format;
  /** Of the picture, in millions of pixels. */
  readonly area: number;
  /** The same of what is not transparent; all, where left out. */
  readonly ink?: number;
  readonly texture: Texture;
  /** Whether it is so large that a coder of PNG which is fast is taken. */
  readonly isLarge: boolean;
  /** Whether texels are whole pixels and more, as in the flat types; no, where left out. */
  readonly isFlat?: boolean;
};

/** So many million pixels are few: of those, fewer have been there before, and each takes longer to pack. */
const fewInk = 0.02;

export function encodeCost(picture: Encoded): number {
  const { area, ink = area, texture } = picture;
  const codec = codecOf(picture);
  const cost = costsMs.codec[codec];
  const borders = ink * (cost.border * texture.detail + cost.noise * texture.noise);
  const few = ink / (1 + ink / fewInk);
  return cost.picture + area * cost.area + ink * cost.ink + few * cost.few + borders;
}

function codecOf({ format, isLarge, isFlat = false }: Encoded): Codec {
  if (format === 'png' && isLarge) return 'fastPng';
  return format === 'webp' && isFlat ? 'flatWebp' : format;
}

/** What the header says; a file that is none is refused by the worker at once. */
export function texelsPerUnit({ png }: SheetBytes): number {
  const header = readSkinHeader(png);
  return header.ok ? header.value : 1;
}

/** @returns milliseconds that reading a sheet takes */
export function sheetCost(sheet: SheetBytes): number {
  return readCost((64 * texelsPerUnit(sheet)) ** 2, sheet.png);
}

/** Half as high as a skin. */
export function capeCost(cape: SheetBytes): number {
  const header = readCapeHeader(cape.png);
  return header.ok ? readCost((64 * header.value) ** 2 / 2, cape.png) : 0;
}

function readCost(texels: number, png: Uint8Array): number {
  return (texels * costsMs.texels + png.byteLength * costsMs.bytes) / 1e6;
}

/** Of what is drawn from a PNG. @param detail borders of its texels along the side of a pixel */
export function textureOf(png: Uint8Array, detail: number): Texture {
  const shown = Math.min(1, detail);
  return { detail: shown, noise: shown * noiseOf(png) };
}

export function meanTexture(textures: readonly Texture[]): Texture {
  const count = Math.max(1, textures.length);
  return {
    detail: sum(textures, ({ detail }) => detail) / count,
    noise: sum(textures, ({ noise }) => noise) / count,
  };
}

/** How little texels have in common: near 0 for one colour, 1 where no two channels are alike, by how well they are packed. */
function noiseOf(png: Uint8Array): number {
  const [widthPx, heightPx] = sidesOf(png);
  return Math.min(1, png.byteLength / (4 * Math.max(1, widthPx * heightPx)));
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
  return readCost(widthPx * heightPx, png) + (own + area) * costsMs.resize;
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
