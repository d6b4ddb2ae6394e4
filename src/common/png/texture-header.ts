import { problemOf, readPngHeader } from './png.ts';

// Which sizes of textures are accepted, by their headers: no pixel is decoded.

/** Widest accepted sheet; its pixels take 4 MiB. */
const widestPx = 1024;

/**
 * Texels per unit of a sheet of this size, or `null` if it is not supported: 64×64 or the old 64×32, or
 * either of them enlarged by a power of two up to 1024 px wide.
 */
export function sheetScale(widthPx: number, heightPx: number): number | null {
  const scale = widthPx / 64;
  const isPowerOfTwo = Number.isInteger(Math.log2(scale)) && scale >= 1;
  const isSheet = heightPx === widthPx || heightPx * 2 === widthPx;
  return isPowerOfTwo && widthPx <= widestPx && isSheet ? scale : null;
}

/** Sizes of cape sheets in units: the game's own, and two others, which are cropped to it. */
const sizes = [
  [64, 32],
  [22, 17],
  [46, 22],
] as const;

/** Finest accepted cape; its pixels take 2 MiB. */
const finestTexelsPerUnit = 16;

/** Texels per unit of a cape sheet: a known size, or a whole multiple up to 16; else `null`. */
export function capeScale(widthPx: number, heightPx: number): number | null {
  const scales = sizes.flatMap(([width, height]) => {
    const scale = widthPx / width;
    return Number.isInteger(scale) && heightPx === height * scale ? [scale] : [];
  });
  const scale = scales[0] ?? 0;
  return scale >= 1 && scale <= finestTexelsPerUnit ? scale : null;
}

/** Longest side of a finished picture: 4 MiB of pixels while it is read. */
const maxPictureSidePx = 1024;

/** A sheet, or the end of a sentence that says what is wrong, such as "is not a PNG". */
export type SheetRead<Sheet> =
  | { readonly ok: true; readonly value: Sheet }
  | { readonly ok: false; readonly problem: string };

/** The texels per unit of a skin by its header, or why it is unusable. Pixels are not decoded. */
export function readSkinHeader(png: Uint8Array): SheetRead<number> {
  return readTextureHeader(png, 'skin');
}

export function readCapeHeader(png: Uint8Array): SheetRead<number> {
  return readTextureHeader(png, 'cape');
}

type TextureRow = {
  /** Texels per unit of a sheet of this size; `null` if it is invalid. */
  readonly scaleOf: (widthPx: number, heightPx: number) => number | null;
  readonly expected: string;
};

const kinds = {
  skin: {
    scaleOf: sheetScale,
    expected: 'a skin is 64×64 or 64×32, or that times a power of two up to 1024 px wide',
  },
  cape: {
    scaleOf: capeScale,
    expected: 'a cape is 64×32, 22×17 or 46×22, or that times a whole number up to 16',
  },
  picture: {
    scaleOf: (widthPx, heightPx) =>
      Math.min(widthPx, heightPx) > 0 && Math.max(widthPx, heightPx) <= maxPictureSidePx ? 1 : null,
    expected: `its sides may have ${maxPictureSidePx} px at most`,
  },
} as const satisfies Record<string, TextureRow>;

export type TextureKind = keyof typeof kinds;

export function readTextureHeader(png: Uint8Array, kind: TextureKind): SheetRead<number> {
  try {
    const { widthPx, heightPx } = readPngHeader(png);
    const { scaleOf, expected } = kinds[kind];
    const value = scaleOf(widthPx, heightPx);
    if (value !== null) return { ok: true, value };
    return { ok: false, problem: `is ${widthPx}×${heightPx} px; ${expected}` };
  } catch (error) {
    return { ok: false, problem: problemOf(error) };
  }
}
