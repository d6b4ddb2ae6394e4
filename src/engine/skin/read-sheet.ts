import { mendPng, problemOf, stripPng } from '../../common/png/png.ts';
import {
  readTextureHeader,
  type SheetRead,
  type TextureKind,
} from '../../common/png/texture-header.ts';
import type { RgbaImage } from '../image/canvas.ts';
import { decodePng } from '../image/decode-png.ts';
import { prepareSheet, type SkinSheet, prepareCape, type CapeSheet } from './sheet.ts';
import { trimmed } from '../image/resize.ts';
import { free } from '../image/scratch.ts';

/** Decodes a skin of at most 4 MiB of pixels (1024 px wide), by the size in its header. */
export function readSheet(png: Uint8Array): SheetRead<SkinSheet> {
  return readPng(png, skin);
}

/** The same for a cape, which takes at most half of that. */
export function readCape(png: Uint8Array): SheetRead<CapeSheet> {
  return readPng(png, cape);
}

/** Decodes a finished picture of a figure and removes its transparent border. */
export function readPicture(png: Uint8Array): SheetRead<RgbaImage> {
  return readPng(png, picture);
}

type SheetKind<Sheet> = {
  readonly header: TextureKind;
  /** Sheets are saved by all sorts of tools; pictures are made by one service. */
  readonly strip: (png: Uint8Array) => Buffer;
  readonly prepare: (decoded: RgbaImage) => Sheet;
};

const skin: SheetKind<SkinSheet> = {
  header: 'skin',
  strip: mendPng,
  prepare: prepareSheet,
};

const cape: SheetKind<CapeSheet> = {
  header: 'cape',
  strip: mendPng,
  prepare: prepareCape,
};

const picture: SheetKind<RgbaImage> = {
  header: 'picture',
  strip: stripPng,
  prepare: trimmed,
};

function readPng<Sheet>(png: Uint8Array, kind: SheetKind<Sheet>): SheetRead<Sheet> {
  const header = readTextureHeader(png, kind.header);
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
