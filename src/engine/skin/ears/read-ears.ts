import { asWords, createImage, type RgbaImage } from '../../image/canvas.ts';
import type { EarsShape, LegMode } from './shape.ts';
import { clearRect, copyRect, makeOpaque, wordsIn, type Rect, clearFaint } from '../rects.ts';
import { readAlfalfa, type Alfalfa, createBitReader } from './alfalfa.ts';
import { capeRect, earsSheet, configRect, type EarsFeatures } from './parts.ts';
import { readVersion0, type ConfigTexel } from './read-v0.ts';
import { readVersion1 } from './read-v1.ts';

/** A 64×64 skin sheet as the Ears mod uses it. */
export type EarsSheet = {
  /** With what the mod erases, moves and exchanges; the areas that it draws from keep their alpha. */
  readonly image: RgbaImage;
  readonly shape: EarsShape;
  /** As in its file, with an opaque base layer as far as that hides no data. */
  readonly processed: RgbaImage;
  /** Wings, cape and moved legs on a sheet of 64×64 texels; `null` if there are none. */
  readonly parts: RgbaImage | null;
  /** 1 for each texel that glows: those of `image`, then those of `parts`; `null` if none does. */
  readonly glow: Uint8Array | null;
};

/** Red, green and blue of the first texel of the configuration, by version. */
const magic = { 0: 0x3f_23_d8, 1: 0xea_25_01 } as const;

/**
 * Reads the Ears data of a skin. A skin without them costs a comparison; data that make no sense are
 * those of a plain skin.
 * @param decoded a skin of any size, as in its file; it is not changed
 */
export function readEars(decoded: RgbaImage): EarsSheet | null {
  const features = readFeatures(decoded);
  if (features === null) return null;
  const hidden = readAlfalfa(decoded);
  const alfalfa = hidden ?? {};
  const image = copyOf(decoded);
  for (const rect of eraseRects(alfalfa.erase)) clearRect(image, rect);
  const palette = paletteOf(decoded, features);
  const processed = copyOf(decoded);
  const opaque = hidden === null ? opaqueRects.plantigrade : [faceRect];
  for (const rect of opaque) makeOpaque(processed, rect);
  return { ...prepare(image, features, { alfalfa, palette }), processed };
}

/** The only part of the base layer whose alpha never contains data. */
const faceRect: Rect = { x: 8, y: 8, width: 8, height: 8 };

function copyOf(image: RgbaImage): RgbaImage {
  return { ...image, data: image.data.slice() };
}

/** What the data of a sheet say; `null` if it has none. Only 64×64 sheets can. */
export function readFeatures({ widthPx, heightPx, data }: RgbaImage): EarsFeatures | null {
  if (widthPx !== 64 || heightPx !== 64) return null;
  const first = (configRect.y * widthPx + configRect.x) * 4;
  const colour = (data[first]! << 16) | (data[first + 1]! << 8) | data[first + 2]!;
  if (colour !== magic[0] && colour !== magic[1]) return null;
  const texels = Array.from({ length: 16 }, (_, index): ConfigTexel => {
    const [x, y] = [configRect.x + (index & 3), configRect.y + (index >> 2)];
    const at = (y * widthPx + x) * 4;
    return [data[at]!, data[at + 1]!, data[at + 2]!, data[at + 3]!];
  });
  if (colour === magic[0]) return readVersion0(texels);
  return readVersion1(Uint8Array.from(texels.slice(1).flatMap((texel) => texel.slice(0, 3))));
}

type Unpacked = { readonly alfalfa: Alfalfa; readonly palette: ReadonlySet<number> };

function prepare(
  image: RgbaImage,
  { isEmissive: _isEmissive, swapsTail, ...said }: EarsFeatures,
  { alfalfa, palette }: Unpacked,
): Omit<EarsSheet, 'processed'> {
  const { parts, hasWing, hasCape } = earsSheet(image, said.legs, alfalfa);
  const shape: EarsShape = {
    ...said,
    wings: hasWing ? said.wings : null,
    cape: said.cape && hasCape,
  };
  if (swapsTail && shape.tail !== null) swapTail(image);
  for (const rect of opaqueRects[shape.legs]) makeOpaque(image, rect);
  for (const drawn of [image, parts]) clearFaint(drawn);
  const isUsed = shape.wings !== null || shape.cape || shape.legs !== 'plantigrade';
  const used = isUsed ? parts : null;
  return { image, shape, parts: used, glow: glowOf(image, used, palette) };
}

/** The base layer without its unused corners, from which Ears are drawn; moved legs are not on it. */
const alwaysOpaque: readonly Rect[] = [
  { x: 8, y: 0, width: 16, height: 8 },
  { x: 0, y: 8, width: 32, height: 8 },
  { x: 20, y: 16, width: 16, height: 4 },
  { x: 44, y: 16, width: 8, height: 4 },
  { x: 16, y: 20, width: 40, height: 12 },
  { x: 36, y: 48, width: 8, height: 4 },
  { x: 32, y: 52, width: 16, height: 12 },
];

const opaqueRects = {
  plantigrade: [
    ...alwaysOpaque,
    { x: 4, y: 16, width: 8, height: 4 },
    { x: 0, y: 20, width: 16, height: 12 },
    { x: 20, y: 48, width: 8, height: 4 },
    { x: 16, y: 52, width: 16, height: 12 },
  ],
  partial: [
    ...alwaysOpaque,
    { x: 4, y: 16, width: 4, height: 4 },
    { x: 0, y: 20, width: 16, height: 6 },
    { x: 20, y: 48, width: 4, height: 4 },
    { x: 16, y: 52, width: 16, height: 6 },
  ],
  full: [
    ...alwaysOpaque,
    // The mod leaves the tops of the thighs here, unused.
    { x: 4, y: 16, width: 4, height: 4 },
    { x: 20, y: 48, width: 4, height: 4 },
  ],
} as const satisfies Record<LegMode, readonly Rect[]>;

const tailRect: Rect = { x: 56, y: 16, width: 8, height: 12 };
const jacketBack: Rect = { x: 32, y: 36, width: 8, height: 12 };

/** Exchanges the tail and the back of the jacket, which is upside down as a tail. */
function swapTail(image: RgbaImage): void {
  const tail = createImage(tailRect.width, tailRect.height);
  copyRect(image, tailRect, tail, { x: 0, y: 0 });
  for (let row = 0; row < jacketBack.height; row++) {
    const from = { ...jacketBack, y: jacketBack.y + row, height: 1 };
    copyRect(image, from, image, { x: tailRect.x, y: tailRect.y + tailRect.height - 1 - row });
  }
  copyRect(tail, { ...tailRect, x: 0, y: 0 }, image, jacketBack);
}

const paletteRect: Rect = { x: 52, y: 32, width: 4, height: 4 };
const rgbMask = 0xff_ff_ff;

/** The colours that glow, at most 16, as the low three bytes of a word. */
function paletteOf(sheet: RgbaImage, { isEmissive }: EarsFeatures): ReadonlySet<number> {
  if (!isEmissive) return new Set();
  const visible = wordsIn(sheet, paletteRect).filter((word) => word >>> 24 !== 0);
  return new Set(Array.from(visible, (word) => word & rgbMask));
}

function glowOf(
  image: RgbaImage,
  parts: RgbaImage | null,
  palette: ReadonlySet<number>,
): Uint8Array | null {
  if (palette.size === 0) return null;
  const glows = (word: number): boolean => word >>> 24 !== 0 && palette.has(word & rgbMask);
  const ofImage = Uint8Array.from(asWords(image), (word) => Number(glows(word)));
  if (parts === null) return ofImage;
  const ofParts = Uint8Array.from(asWords(parts), (word, index) => {
    const [x, y] = [index % parts.widthPx, Math.floor(index / parts.widthPx)];
    const isCape = x >= capeRect.x && y < capeRect.height;
    return Number(glows(word) && !isCape);
  });
  const all = new Uint8Array(ofImage.length + ofParts.length);
  all.set(ofImage);
  all.set(ofParts, ofImage.length);
  return all;
}

const bitsOfRect = 22;

/** The rectangles that hidden data erase, within the sheet: at most one for each 22 bits. */
function eraseRects(bytes: Uint8Array | undefined): Rect[] {
  if (bytes === undefined) return [];
  const rects: Rect[] = [];
  const bits = createBitReader(bytes);
  while (bits.left() >= bitsOfRect) {
    const [x, y] = [bits.read(6), bits.read(6)];
    const [width, height] = [bits.read(5) + 1, bits.read(5) + 1];
    rects.push({ x, y, width: Math.min(width, 64 - x), height: Math.min(height, 64 - y) });
  }
  return rects;
}
