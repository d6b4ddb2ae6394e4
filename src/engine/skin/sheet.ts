import { createImage, blit, type RgbaImage } from '../image/canvas.ts';
import { modelOfArms, type Model } from './arms.ts';
import { readEars, type EarsSheet } from './ears/read-ears.ts';
import {
  clearRect,
  copyRect,
  makeOpaque,
  mirrorRect,
  scaled,
  wordsIn,
  clearFaint,
  type Rect,
} from './rects.ts';
import {
  sheetScale,
  capeScale,
  readTextureHeader,
  type SheetRead,
  type TextureKind,
} from '../../common/png/texture-header.ts';
import { mendPng, problemOf, stripPng } from '../../common/png/png.ts';
import { decodePng } from '../image/decode-png.ts';
import { trimmed, resize } from '../image/resize.ts';
import { free } from '../image/scratch.ts';

/** A skin sheet as the game uses it: square, with an opaque base layer. */
export type SkinSheet = {
  readonly image: RgbaImage;
  /** 1 for a 64 px wide sheet, 2 for 128 px … 16 for 1024 px. */
  readonly texelsPerUnit: number;
  /** The model whose arms it has. Default: classic. */
  readonly model?: Model;
  /** The same with its Ears data; `null` if it has none. */
  readonly ears?: EarsSheet | null;
};

/**
 * Prepares a decoded sheet as the game does: converts the old format, makes the base layer opaque
 * (transparent texels show their own colour), and clears what it would not draw of the overlay.
 * @param decoded a picture for which `sheetScale` returns a scale; it is not changed
 */
export function prepareSheet(decoded: RgbaImage): SkinSheet {
  const texelsPerUnit = sheetScale(decoded.widthPx, decoded.heightPx);
  if (texelsPerUnit === null) throw new RangeError('not the size of a skin sheet');
  const image = createImage(decoded.widthPx, decoded.widthPx);
  image.data.set(decoded.data);
  if (decoded.heightPx < decoded.widthPx) {
    addLeftLimbs(image, texelsPerUnit);
    clearFalseOverlay(image, texelsPerUnit);
  }
  for (const rect of baseRects) makeOpaque(image, scaled(rect, texelsPerUnit));
  clearFaint(image);
  const ears = readEars(decoded);
  return { image, texelsPerUnit, model: modelOfArms(decoded, ears !== null), ears };
}

/**
 * The areas of the base layer (as defined by the game): the head's rows left of its overlay, the body
 * and right limbs, and the left limbs at the bottom.
 */
const baseRects: readonly Rect[] = [
  { x: 0, y: 0, width: 32, height: 16 },
  { x: 0, y: 16, width: 64, height: 16 },
  { x: 16, y: 48, width: 32, height: 16 },
];

/** The hat area, in the old format the only overlay. */
const hatRect: Rect = { x: 32, y: 0, width: 32, height: 16 };

const overlayRects: readonly Rect[] = [
  hatRect,
  { x: 0, y: 32, width: 64, height: 16 },
  { x: 0, y: 48, width: 16, height: 16 },
  { x: 48, y: 48, width: 16, height: 16 },
];

/** The second layer alone, without the free corners from which the Ears mod draws. */
const overlayFaces: readonly Rect[] = [
  { x: 40, y: 0, width: 16, height: 8 },
  { x: 32, y: 8, width: 32, height: 8 },
  { x: 4, y: 32, width: 8, height: 4 },
  { x: 20, y: 32, width: 16, height: 4 },
  { x: 44, y: 32, width: 8, height: 4 },
  { x: 0, y: 36, width: 56, height: 12 },
  { x: 4, y: 48, width: 8, height: 4 },
  { x: 52, y: 48, width: 8, height: 4 },
  { x: 0, y: 52, width: 16, height: 12 },
  { x: 48, y: 52, width: 16, height: 12 },
];

/** A sheet as the game uses it, with everything that the Ears mod needs. */
export function processedSheet({ image, ears }: SkinSheet): RgbaImage {
  return ears?.processed ?? image;
}

/** The same with only the base layer. The original is not changed. */
export function bareSheet(sheet: SkinSheet): RgbaImage {
  const image = processedSheet(sheet);
  const bare = { ...image, data: image.data.slice() };
  const rects = sheet.ears ? overlayFaces : overlayRects;
  for (const rect of rects) clearRect(bare, scaled(rect, sheet.texelsPerUnit));
  return bare;
}

/**
 * The old format has no left limbs: they are the right ones mirrored, face by face. A limb takes 16×16
 * texels: top and bottom (4×4 each) above the four sides (4×12 each: outer, front, inner, back).
 */
function addLeftLimbs(image: RgbaImage, texelsPerUnit: number): void {
  const limbs = [
    { fromX: 0, toX: 16 },
    { fromX: 40, toX: 32 },
  ];
  const faces = [
    { x: 4, y: 0, width: 4, height: 4, toX: 4 },
    { x: 8, y: 0, width: 4, height: 4, toX: 8 },
    { x: 0, y: 4, width: 4, height: 12, toX: 8 },
    { x: 4, y: 4, width: 4, height: 12, toX: 4 },
    { x: 8, y: 4, width: 4, height: 12, toX: 0 },
    { x: 12, y: 4, width: 4, height: 12, toX: 12 },
  ];
  for (const limb of limbs) {
    for (const face of faces) {
      const from = { ...face, x: limb.fromX + face.x, y: 16 + face.y };
      const to = { x: limb.toX + face.toX, y: 48 + face.y };
      copyRect(image, scaled(from, texelsPerUnit), image, {
        x: to.x * texelsPerUnit,
        y: to.y * texelsPerUnit,
      });
      mirrorRect(image, scaled({ ...face, ...to }, texelsPerUnit));
    }
  }
}

/** Where the game looks for transparency: in the hat, and in what is below it. */
const rightHalf: Rect = { x: 32, y: 0, width: 32, height: 32 };

/**
 * Old sheets were often saved without transparency, with a filled hat area. The game shows the hat only
 * if at least one texel of the right half is more than half transparent, even one that nothing uses.
 */
function clearFalseOverlay(image: RgbaImage, texelsPerUnit: number): void {
  const texels = wordsIn(image, scaled(rightHalf, texelsPerUnit));
  const isFalse = texels.every((texel) => texel >>> 24 >= 128);
  if (isFalse) clearRect(image, scaled(hatRect, texelsPerUnit));
}

/** A cape sheet on the game's grid of 64×32 units, whatever the size of its file. */
export type CapeSheet = {
  readonly image: RgbaImage;
  /** 1 for a 64 px wide sheet, 2 for 128 px … 16 for 1024 px. */
  readonly texelsPerUnit: number;
};

/**
 * Extends a decoded cape sheet to the game's grid. All known sizes begin at its top left corner.
 * @param decoded a picture for which `capeScale` returns a scale; it is not changed
 */
export function prepareCape(decoded: RgbaImage): CapeSheet {
  const texelsPerUnit = capeScale(decoded.widthPx, decoded.heightPx);
  if (texelsPerUnit === null) throw new RangeError('not the size of a cape sheet');
  const image = createImage(64 * texelsPerUnit, 32 * texelsPerUnit);
  blit(image, decoded, 0, 0);
  return { image, texelsPerUnit };
}

/** Decodes a skin of at most 4 MiB of pixels (1024 px wide), by the size in its header. */
export function readSheet(png: Uint8Array): SheetRead<SkinSheet> {
  return readPng(png, 'skin', mendPng, prepareSheet);
}

/** The same for a cape, which takes at most half of that. */
export function readCape(png: Uint8Array): SheetRead<CapeSheet> {
  return readPng(png, 'cape', mendPng, prepareCape);
}

/** Decodes a finished picture of a figure and removes its transparent border. */
export function readPicture(png: Uint8Array): SheetRead<RgbaImage> {
  return readPng(png, 'picture', stripPng, trimmed);
}

/** @param strip for sheets, which are saved by all sorts of tools, or for pictures, which one service makes */
function readPng<Sheet>(
  png: Uint8Array,
  kind: TextureKind,
  strip: (png: Uint8Array) => Buffer,
  prepare: (decoded: RgbaImage) => Sheet,
): SheetRead<Sheet> {
  const header = readTextureHeader(png, kind);
  if (!header.ok) return header;
  try {
    const decoded = decodePng(png, strip);
    const value = prepare(decoded);
    // A picture without a border is returned as it is.
    if (value !== decoded) free(decoded.data);
    return { ok: true, value };
  } catch (error) {
    return { ok: false, problem: problemOf(error) };
  }
}

/** The texels per unit of a reduced sheet. @param maxTexelsPerUnit what can be seen, a power of two */
export function reducedScale(texelsPerUnit: number, maxTexelsPerUnit: number): number {
  return Math.min(texelsPerUnit, maxTexelsPerUnit);
}

/**
 * Reduces a sheet to at most the given texels per unit, a power of two: each texel is the mean of those
 * it replaces, weighted by alpha. Finer texels would be invisible in the picture, and the size of a plan
 * is quadratic in their number.
 */
export function reduceSheet<Sheet extends CapeSheet>(
  sheet: Sheet,
  maxTexelsPerUnit: number,
): Sheet {
  const texelsPerUnit = reducedScale(sheet.texelsPerUnit, maxTexelsPerUnit);
  if (texelsPerUnit === sheet.texelsPerUnit) return sheet;
  let { image } = sheet;
  let scale = sheet.texelsPerUnit;
  for (; scale >= 2 * texelsPerUnit && scale % 2 === 0; scale /= 2) image = halved(image);
  // Capes may have any whole number of texels per unit.
  const shrink = texelsPerUnit / scale;
  image = resize(image, image.widthPx * shrink, image.heightPx * shrink);
  return { ...sheet, image, texelsPerUnit };
}

/** Halves width and height: each pixel is the mean of four. */
function halved({ widthPx, heightPx, data }: RgbaImage): RgbaImage {
  const half = createImage(widthPx / 2, heightPx / 2);
  const into = half.data;
  const below = widthPx * 4;
  let at = 0;
  for (let y = 0; y < heightPx; y += 2) {
    for (let a = y * below, end = a + below; a < end; a += 8, at += 4) {
      const b = a + 4;
      const c = a + below;
      const d = c + 4;
      const alphaA = data[a + 3]!;
      const alphaB = data[b + 3]!;
      const alphaC = data[c + 3]!;
      const alphaD = data[d + 3]!;
      const alphas = alphaA + alphaB + alphaC + alphaD;
      if (alphas === 0) continue;
      // Without a loop, and without lists: each takes as long again.
      const red = data[a]! * alphaA + data[b]! * alphaB + data[c]! * alphaC + data[d]! * alphaD;
      const green =
        data[a + 1]! * alphaA +
        data[b + 1]! * alphaB +
        data[c + 1]! * alphaC +
        data[d + 1]! * alphaD;
      const blue =
        data[a + 2]! * alphaA +
        data[b + 2]! * alphaB +
        data[c + 2]! * alphaC +
        data[d + 2]! * alphaD;
      into[at] = red / alphas;
      into[at + 1] = green / alphas;
      into[at + 2] = blue / alphas;
      into[at + 3] = alphas / 4;
    }
  }
  return half;
}
