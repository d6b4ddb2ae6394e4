import { readCapeHeader, readSkinHeader } from './read-sheet.ts';
import type { Format } from '../render/image/encode.ts';
import { readPngHeader, UnusableImageError } from '../png/png.ts';
import type { SheetBytes } from './order.ts';

/** Costs that only some encoders have: see `codec`. */
const none = { alpha: 0, edge: 0, tile: 0, tileBorder: 0, tiles: 0 } as const;

/**
 * Costs of the parts of orders, in milliseconds of one core of the machine of `bench/`. Only their ratios
 * matter: a picture that takes a hundred times as long as another has to count a hundred times as much, or
 * a few of them would delay everybody for longer than the queue allows. Measured by `bench/weights.ts`.
 */
export const costsMs = {
  /** Taking an order and returning its picture. */
  order: 0.23,
  /** Staging figures with one view, to estimate their cost and to draw them. */
  stage: 1.4,
  /**
   * A PNG to decode; a million of its texels and bytes; and squared, for the memory of large ones that
   * has to be collected.
   */
  png: 0.062,
  texels: 4.4,
  bytes: 12,
  manyBytes: 2.4,
  /** A million texels of a sheet with more than the picture can show. */
  reduced: 31,
  /** A cape, with its part of the plan. */
  cape: 0.81,
  /**
   * A compiled plan, and a surface of it; a million pixels of its picture, of its surfaces, and of texel
   * borders in them.
   */
  plan: { plan: 0.55, surface: 0.017, area: 12, covered: 13, border: 679 },
  /** Casting a shadow; a million pixels of the picture. */
  shadow: { order: 1, area: 7.4 },
  /** A figure drawn with its plan; a million pixels of it; a million texel borders in it. */
  figure: { figure: 0.41, area: 1.6, border: 14 },
  /** A million pixels of a figure with an outline. */
  outline: 166,
  /** Raising an overlay, added to its plan: each surface, also per texel of a unit, squared. */
  raised: { surface: 0.66, cells: 0.092, border: 1270, fineBorder: 50, figure: 3.5 },
  /**
   * Encoding: a picture; a million pixels of it, and if some are transparent; of its opaque pixels; the
   * edges of figures, a thousand pixels high; a million texel borders; borders between unrelated texels;
   * a tile, and more with its borders; comparing all tiles.
   */
  codec: {
    png: { ...none, picture: 0.28, area: 12, ink: 1.7, border: 221, noise: 144 },
    fastPng: { ...none, picture: 0.18, area: 4.6, ink: 0.74, border: 11, noise: 10 },
    flatPng: { ...none, picture: 0.18, area: 7.4, ink: 1.5, border: 13, noise: 74 },
    flatWebp: { ...none, picture: 0.092, area: 18, ink: 30, border: 0, noise: 8.8 },
    flatAvif: {
      ...none,
      picture: 1.1,
      area: 46,
      alpha: 47,
      ink: 42,
      edge: 31,
      border: 226,
      noise: 221,
    },
    webp: {
      picture: 0.74,
      area: 305,
      alpha: 110,
      ink: 6.9,
      edge: 17,
      border: 3.7,
      noise: 79,
      tile: 0.024,
      tileBorder: 0.165,
      tiles: 2.6,
    },
    avif: {
      ...none,
      picture: 1.2,
      area: 74,
      alpha: 64,
      ink: 105,
      edge: 71,
      border: 450,
      noise: 650,
    },
  },
  /** A million pixels of a row, for composing figures and labels. */
  row: 7.5,
  /** A scene; a million art pixels of a painted place; a million pixels of any scene. */
  scene: { scene: 1.1, art: 226, area: 1.7 },
  /** A text in a picture, its letters, and different letters that are not ASCII. */
  label: { text: 0.88, letter: 0.04, rareLetter: 0.18 },
  /**
   * A card: fixed, per pixel of a unit (squared), its text, its banner (the same), and what noise adds
   * to banner and icon.
   */
  card: {
    card: 3,
    pixels: 1.95,
    run: 0.32,
    letter: 0.038,
    rareLetter: 0.19,
    banner: 24,
    noisyBanner: 40,
    icon: 39,
    noisyIcon: 2.9,
  },
  initials: 0.74,
  /**
   * A million pixels of a picture before it is resized, in one direction (about), and in both; and of a
   * figure, whose edges are no longer sharp and take longer to encode.
   */
  resize: { from: 28, across: 13, to: 88, figure: 79 },
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
  /** Figures that it consists of; one by default. */
  readonly figures?: number;
  readonly texture: Texture;
  /** Whether it is large enough for the fast PNG encoder. */
  readonly isLarge: boolean;
  /**
   * Whether the picture shows no more colours than a 64×64 sheet has, in whole pixels or larger, as in
   * the flat types; false by default.
   */
  readonly isFlat?: boolean;
};

/**
 * Lossless WebP has a Huffman code for each tile, of 8 px or twice, four times … as many, so that there
 * are no more tiles than this (`MAX_HUFF_IMAGE_SIZE` of libwebp).
 */
const mostTiles = 2600;
/** Similar tiles share a code. With more than about this many, not all pairs are compared. */
const mostCompared = 60;

/** The number of tiles that are not empty; some are on the edge of what is drawn. */
function tilesOf(area: number, ink: number): number {
  let tilePx = 8;
  while ((area * 1e6) / tilePx ** 2 > mostTiles) tilePx *= 2;
  return (Math.min(area, 1.3 * ink) * 1e6) / tilePx ** 2;
}

export function encodeCost(picture: Encoded): number {
  const { area, ink = area, figures = 1, texture } = picture;
  const codec = codecOf(picture);
  const cost = costsMs.codec[codec];
  const borders = ink * (cost.border * texture.detail + cost.noise * texture.noise);
  const tiles = tilesOf(area, ink);
  const compared = tiles ** 2 / (tiles ** 2 + mostCompared ** 2);
  const each = cost.tile + Math.sqrt(texture.detail) * cost.tileBorder;
  const ofTiles = tiles * each + compared * cost.tiles;
  const alpha = ink < area ? area * cost.alpha : 0;
  const edges = Math.sqrt(ink * figures) * cost.edge;
  return cost.picture + area * cost.area + alpha + ink * cost.ink + edges + ofTiles + borders;
}

function codecOf({ format, texture, isLarge, isFlat = false }: Encoded): Codec {
  if (format === 'png' && isLarge) return 'fastPng';
  const isPlain = isFlat && texture.noise < plainNoise * texture.detail;
  return isPlain ? flatCodecs[format] : format;
}

const flatCodecs = { png: 'flatPng', webp: 'flatWebp', avif: 'flatAvif' } as const;

/** Sheets of players stay below this; with more, even few texels have more than 256 colours. */
const plainNoise = 0.1;

/** From the header; the worker refuses an invalid file at once. */
export function texelsPerUnit({ png }: SheetBytes): number {
  const header = readSkinHeader(png);
  return header.ok ? header.value : 1;
}

/**
 * @param shown texels per unit that the picture can show
 * @returns milliseconds to read a sheet
 */
export function sheetCost(sheet: SheetBytes, shown = Number.POSITIVE_INFINITY): number {
  const scale = texelsPerUnit(sheet);
  return readCost(sheet.png) + reduceCost((64 * scale) ** 2, scale > shown);
}

/** `null` for an invalid cape. */
export function capeTexelsPerUnit({ png }: SheetBytes): number | null {
  const header = readCapeHeader(png);
  return header.ok ? header.value : null;
}

/** The same for a cape; nothing for an invalid one, which the worker refuses. */
export function capeCost(cape: SheetBytes, shown = Number.POSITIVE_INFINITY): number {
  const scale = capeTexelsPerUnit(cape);
  if (scale === null) return 0;
  return costsMs.cape + readCost(cape.png) + reduceCost((64 * scale) ** 2 / 2, scale > shown);
}

function reduceCost(texels: number, isReduced: boolean): number {
  return isReduced ? (texels * costsMs.reduced) / 1e6 : 0;
}

function readCost(png: Uint8Array): number {
  const [widthPx, heightPx] = sidesOf(png);
  const bytes = png.byteLength / 1e6;
  const ofBytes = bytes * costsMs.bytes + bytes ** 2 * costsMs.manyBytes;
  return costsMs.png + (widthPx * heightPx * costsMs.texels) / 1e6 + ofBytes;
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

/**
 * Cost of a short text. Each different letter of a script of many is looked up and drawn for the first
 * time; a repeated letter takes a fifth of that, and marks that join others hardly anything.
 */
export function textCost(text: string): number {
  if (text === '') return 0;
  const { text: each, letter, rareLetter } = costsMs.label;
  const letters = Array.from(text.replaceAll(/[\p{M}\p{Cf}]/gu, ''));
  const rare = new Set(letters.filter((one) => one > '~'));
  return each + letters.length * letter + rare.size * rareLetter;
}

/** Share of a line of text that its letters and their outlines cover. */
export const letterShare = 0.6;

/** The width of a label, with the outline of its letters and its distance from the next. */
export function aboutWidthPx(label: string, fontPx: number): number {
  if (label === '') return 0;
  const rare = rareLetters(label);
  return (0.57 * (label.length - rare) + 0.8 * rare + 0.6) * fontPx;
}

export function rareLetters(text: string): number {
  return text.replaceAll(/[ -~]/g, '').length;
}

/** Cost of a finished picture: decode and resize. @param area after resizing, in millions of pixels */
export function pictureCost(png: Uint8Array, area: number): number {
  const [widthPx, heightPx] = sidesOf(png);
  const own = (widthPx * heightPx) / 1e6;
  return readCost(png) + resizeCost(own, area);
}

/** @param from,to in millions of pixels */
export function resizeCost(from: number, to: number): number {
  const { resize } = costsMs;
  return from * resize.from + Math.sqrt(from * to) * resize.across + to * resize.to;
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
