import { readCapeHeader, readSkinHeader } from './read-sheet.ts';
import type { Format } from '../render/image/encode.ts';
import { readPngHeader, UnusableImageError } from '../png/png.ts';
import type { SheetBytes } from './order.ts';

/**
 * Costs of the parts of orders, in milliseconds of one core of the machine of `bench/`. Only their ratios
 * matter: a picture that takes a hundred times as long as another has to count a hundred times as much, or
 * a few of them would delay everybody for longer than the queue allows. Measured by `bench/weights.ts`.
 */
export const costsMs = {
  order: 0.25,
  /** A million texels of a sheet: decompress, make opaque, reduce, colour. */
  texels: 39,
  /** A million texels of a cape, also to draw. */
  capeTexels: 56,
  /** A million bytes of a PNG to decode. */
  bytes: 8.8,
  /** A compiled plan; a million pixels of its surfaces; a million texel borders in them. */
  plan: { plan: 2.2, covered: 4.5, border: 440 },
  shadow: { order: 5, area: 77 },
  /** A million pixels of a figure drawn with its plan; a million texel borders in it. */
  figure: { area: 1.8, border: 11 },
  /** A million pixels of a figure with an outline. */
  outline: 190,
  /** Raising the overlay of a whole figure, added to its plan; also per texel of a unit, squared. */
  raised: { plan: 44, cells: 5.5, border: 100, texelBorder: 920, figure: 4 },
  /**
   * Encoding: a picture; a million pixels of it; of its opaque pixels, also if there are few; of texel
   * borders; and of borders between unrelated texels.
   */
  codec: {
    png: { picture: 0.62, area: 7.8, ink: 2.4, few: 0, border: 25, noise: 180 },
    fastPng: { picture: 0.25, area: 3, ink: 1, few: 0, border: 11, noise: 12 },
    flatWebp: { picture: 0.12, area: 6.1, ink: 5, few: 0, border: 0, noise: 12 },
    webp: { picture: 0.1, area: 23, ink: 140, few: 1200, border: 0, noise: 150 },
    avif: { picture: 1.8, area: 59, ink: 94, few: 100, border: 270, noise: 350 },
  },
  /** A million pixels of a row, for composing figures and labels. */
  row: 8.9,
  /** A scene; a million art pixels of a painted place; a million pixels of any scene. */
  scene: { scene: 4.5, art: 420, area: 3 },
  /** A text in a picture and its characters; non-ASCII characters may each need another font. */
  label: { text: 0.23, letter: 0.085, rareLetter: 0.09 },
  /**
   * A card: fixed, per pixel of a unit (squared), its text, its banner (per pixel of a unit), and what
   * noise adds to banner and icon.
   */
  card: {
    card: 3.2,
    pixels: 1.3,
    run: 0.3,
    letter: 0.03,
    rareLetter: 0.13,
    banner: 13,
    noisyBanner: 41,
    noisyIcon: 4,
  },
  initials: 0.67,
  /** A million pixels of a picture that is resized, before and after. */
  resize: 11,
} as const;

/** The encoders. PNG has two, see `encodePng`; WebP encodes whole texels in a tenth of the time. */
type Codec = keyof typeof costsMs.codec;

/** How detailed a picture is. */
export type Texture = {
  /** Texel borders along the side of a pixel; at most 1. */
  readonly detail: number;
  /** The same for borders between unrelated texels. */
  readonly noise: number;
};

export type Encoded = {
  readonly format: Format;
  /** In millions of pixels. */
  readonly area: number;
  /** The part that is not transparent, in millions of pixels; all by default. */
  readonly ink?: number;
  readonly texture: Texture;
  /** Whether it is large enough for the fast PNG encoder. */
  readonly isLarge: boolean;
  /**
   * Whether the picture shows no more colours than a 64×64 sheet has, in whole pixels or larger, as in
   * the flat types; false by default.
   */
  readonly isFlat?: boolean;
};

/** Up to this many million opaque pixels there is less repetition, and each takes longer to encode. */
const fewInk = 0.1;

export function encodeCost(picture: Encoded): number {
  const { area, ink = area, texture } = picture;
  const codec = codecOf(picture);
  const cost = costsMs.codec[codec];
  const borders = ink * (cost.border * texture.detail + cost.noise * texture.noise);
  const few = ink / (1 + ink / fewInk);
  return cost.picture + area * cost.area + ink * cost.ink + few * cost.few + borders;
}

function codecOf({ format, texture, isLarge, isFlat = false }: Encoded): Codec {
  if (format === 'png' && isLarge) return 'fastPng';
  const isPlain = isFlat && texture.noise < plainNoise * texture.detail;
  return format === 'webp' && isPlain ? 'flatWebp' : format;
}

/** Sheets of players stay below this; with more, even few texels have more than 256 colours. */
const plainNoise = 0.1;

/** From the header; the worker refuses an invalid file at once. */
export function texelsPerUnit({ png }: SheetBytes): number {
  const header = readSkinHeader(png);
  return header.ok ? header.value : 1;
}

/** @returns milliseconds to read a sheet */
export function sheetCost(sheet: SheetBytes): number {
  return readCost((64 * texelsPerUnit(sheet)) ** 2, sheet.png);
}

/** A cape has half the height of a skin. */
export function capeCost(cape: SheetBytes): number {
  const header = readCapeHeader(cape.png);
  return header.ok ? readCost((64 * header.value) ** 2 / 2, cape.png, costsMs.capeTexels) : 0;
}

function readCost(texels: number, png: Uint8Array, each: number = costsMs.texels): number {
  return (texels * each + png.byteLength * costsMs.bytes) / 1e6;
}

/** The detail of what is drawn from a PNG. @param detail texel borders along the side of a pixel */
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

/**
 * How unrelated the texels of a PNG are, estimated by how well it is compressed: near 0 for one colour,
 * 1 if no two channels are alike.
 */
export function noiseOf(png: Uint8Array): number {
  const [widthPx, heightPx] = sidesOf(png);
  return Math.min(1, png.byteLength / (4 * Math.max(1, widthPx * heightPx))) ** 2;
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

/** Cost of a finished picture: decode and resize. @param area after resizing, in millions of pixels */
export function pictureCost(png: Uint8Array, area: number): number {
  const [widthPx, heightPx] = sidesOf(png);
  const own = (widthPx * heightPx) / 1e6;
  return readCost(widthPx * heightPx, png) + (own + area) * costsMs.resize;
}

/** From the header; zero for an invalid file, which the worker ignores. */
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
