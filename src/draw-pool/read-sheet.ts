import { mendPng, readPngHeader, stripPng, UnusableImageError } from '../png/png.ts';
import type { RgbaImage } from '../render/image/canvas.ts';
import { decodePng } from '../render/image/decode-png.ts';
import { trimmed } from '../render/image/trimmed.ts';
import { free } from '../render/image/free.ts';
import { capeScale, prepareCape, type CapeSheet } from '../render/sheet/cape.ts';
import { prepareSheet, sheetScale, type SkinSheet } from '../render/sheet/sheet.ts';

/** A sheet, or the end of a sentence that says what is wrong, such as "is not a PNG". */
export type SheetRead<Sheet> =
  | { readonly ok: true; readonly value: Sheet }
  | { readonly ok: false; readonly problem: string };

/** The texels per unit of a skin by its header, or why it is unusable. Pixels are not decoded. */
export function readSkinHeader(png: Uint8Array): SheetRead<number> {
  return readHeader(png, skin);
}

export function readCapeHeader(png: Uint8Array): SheetRead<number> {
  return readHeader(png, cape);
}

/** Decodes a skin of at most 4 MiB of pixels (1024 px wide), by the size in its header. */
export function readSheet(png: Uint8Array): SheetRead<SkinSheet> {
  return readPng(png, skin);
}

/** The same for a cape, which takes at most half of that. */
export function readCape(png: Uint8Array): SheetRead<CapeSheet> {
  return readPng(png, cape);
}

/** Longest side of a finished picture: 4 MiB of pixels while it is read. */
const mostPictureSidePx = 1024;

/** Decodes a finished picture of a figure and removes its transparent border. */
export function readPicture(png: Uint8Array): SheetRead<RgbaImage> {
  return readPng(png, picture);
}

type SheetKind<Sheet> = {
  /** Texels per unit of a sheet of this size; `null` if it is invalid. */
  readonly scaleOf: (widthPx: number, heightPx: number) => number | null;
  readonly expected: string;
  /** Sheets are saved by all sorts of tools; pictures are made by one service. */
  readonly strip: (png: Uint8Array) => Buffer;
  readonly prepare: (decoded: RgbaImage) => Sheet;
};

const skin: SheetKind<SkinSheet> = {
  scaleOf: sheetScale,
  expected: 'a skin is 64×64 or 64×32, or that times a power of two up to 1024 px wide',
  strip: mendPng,
  prepare: prepareSheet,
};

const cape: SheetKind<CapeSheet> = {
  scaleOf: capeScale,
  expected: 'a cape is 64×32, 22×17 or 46×22, or that times a whole number up to 16',
  strip: mendPng,
  prepare: prepareCape,
};

const picture: SheetKind<RgbaImage> = {
  scaleOf: (widthPx, heightPx) =>
    Math.min(widthPx, heightPx) > 0 && Math.max(widthPx, heightPx) <= mostPictureSidePx ? 1 : null,
  expected: `its sides may have ${mostPictureSidePx} px at most`,
  strip: stripPng,
  prepare: trimmed,
};

function readPng<Sheet>(png: Uint8Array, kind: SheetKind<Sheet>): SheetRead<Sheet> {
  const header = readHeader(png, kind);
  if (!header.ok) return header;
  try {
    const decoded = decodePng(png, kind.strip);
    const value = kind.prepare(decoded);
    // A picture without a border is returned as it is.
    if (value !== decoded) free(decoded.data);
    return { ok: true, value };
  } catch (error) {
    return { ok: false, problem: problemOf(error) };
  }
}

function readHeader(png: Uint8Array, { scaleOf, expected }: SheetKind<unknown>): SheetRead<number> {
  try {
    const { widthPx, heightPx } = readPngHeader(png);
    const value = scaleOf(widthPx, heightPx);
    if (value !== null) return { ok: true, value };
    return { ok: false, problem: `is ${widthPx}×${heightPx} px; ${expected}` };
  } catch (error) {
    return { ok: false, problem: problemOf(error) };
  }
}

function problemOf(error: unknown): string {
  if (error instanceof UnusableImageError) return error.message;
  throw error;
}
