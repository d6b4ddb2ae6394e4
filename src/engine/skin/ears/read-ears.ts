import { asWords, createImage, type RgbaImage } from '../../image/canvas.ts';
import type { EarsShape, LegMode } from './shape.ts';
import { clearRect, copyRect, makeOpaque, wordsIn, clearFaint, type Rect } from '../rects.ts';
import { readAlfalfa, createBitReader, type Alfalfa } from './alfalfa.ts';
import { readFeatures, type EarsFeatures } from './read-features.ts';
import { decodePng } from '../../image/decode-png.ts';
import { readPngHeader, UnusableImageError } from '../../../common/png/png.ts';

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

function prepare(
  image: RgbaImage,
  { isEmissive: _isEmissive, swapsTail, ...said }: EarsFeatures,
  { alfalfa, palette }: { readonly alfalfa: Alfalfa; readonly palette: ReadonlySet<number> },
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

// A sheet of 64×64 texels for everything that is not drawn from the skin itself. Moved legs are where they
// are on a skin, which leaves the places below free.

// The wing, 20×16, is in its corner.

/** The cape as on a sheet of the game, of which it takes this much. */
const capeRect: Rect = { x: 40, y: 0, width: 22, height: 17 };

/** Moves legs to the sheet, and unpacks the pictures that the data contain. @param skin is changed */
function earsSheet(
  skin: RgbaImage,
  legs: LegMode,
  alfalfa: Alfalfa,
): { readonly parts: RgbaImage; readonly hasWing: boolean; readonly hasCape: boolean } {
  const parts = createImage(64, 64);
  for (const rect of movedRects[legs]) {
    copyRect(skin, rect, parts, rect);
    clearRect(skin, rect);
    if (rect.isBase) makeOpaque(parts, rect);
  }
  const wing = pictureIn(alfalfa.wing, wingSizes);
  if (wing !== null) {
    // The mod's first wings were 12×12.
    const y = wing.heightPx === 12 ? 2 : 0;
    copyRect(wing, { x: 0, y: 0, width: wing.widthPx, height: wing.heightPx }, parts, { x: 0, y });
  }
  const cape = pictureIn(alfalfa.cape, [[20, 16]]);
  if (cape !== null) {
    for (const { to, ...from } of capeFaces) {
      copyRect(cape, from, parts, { x: capeRect.x + to[0], y: to[1] });
    }
  }
  return { parts, hasWing: wing !== null, hasCape: cape !== null };
}

const wingSizes = [
  [20, 16],
  [12, 12],
] as const;

/** Both sides of a cape are side by side; its edges repeat the outermost texels of them. */
const capeFaces: readonly (Rect & { readonly to: readonly [x: number, y: number] })[] = [
  { x: 0, y: 0, width: 10, height: 16, to: [1, 1] },
  { x: 10, y: 0, width: 10, height: 16, to: [12, 1] },
  { x: 0, y: 0, width: 1, height: 16, to: [0, 1] },
  { x: 9, y: 0, width: 1, height: 16, to: [11, 1] },
  { x: 0, y: 0, width: 10, height: 1, to: [1, 0] },
  { x: 10, y: 15, width: 10, height: 1, to: [11, 0] },
];

type MovedRect = Rect & { readonly isBase: boolean };

const base = { isBase: true } as const;
const overlay = { isBase: false } as const;

/** The texels of legs that are drawn in another shape: all of them, or those of their lower halves. */
const movedRects = {
  plantigrade: [],
  partial: [
    { x: 24, y: 48, width: 4, height: 4, ...base },
    { x: 16, y: 58, width: 16, height: 6, ...base },
    { x: 8, y: 16, width: 4, height: 4, ...base },
    { x: 0, y: 26, width: 16, height: 6, ...base },
    { x: 8, y: 32, width: 4, height: 4, ...overlay },
    { x: 0, y: 42, width: 16, height: 6, ...overlay },
    { x: 8, y: 48, width: 4, height: 4, ...overlay },
    { x: 0, y: 58, width: 16, height: 6, ...overlay },
  ],
  full: [
    { x: 20, y: 48, width: 8, height: 4, ...base },
    { x: 16, y: 52, width: 16, height: 12, ...base },
    { x: 4, y: 16, width: 8, height: 4, ...base },
    { x: 0, y: 20, width: 16, height: 12, ...base },
    { x: 4, y: 32, width: 8, height: 4, ...overlay },
    { x: 0, y: 36, width: 16, height: 12, ...overlay },
    { x: 4, y: 48, width: 8, height: 4, ...overlay },
    { x: 0, y: 52, width: 16, height: 12, ...overlay },
  ],
} as const satisfies Record<LegMode, readonly MovedRect[]>;

/** A picture in the data, at most 1.3 kB of PNG. Its size is checked before it is decoded. */
function pictureIn(
  png: Uint8Array | undefined,
  sizes: readonly (readonly [width: number, height: number])[],
): RgbaImage | null {
  if (png === undefined) return null;
  try {
    const { widthPx, heightPx } = readPngHeader(png);
    const isKnown = sizes.some(([width, height]) => width === widthPx && height === heightPx);
    return isKnown ? decodePng(png) : null;
  } catch (error) {
    if (error instanceof UnusableImageError) return null;
    throw error;
  }
}
