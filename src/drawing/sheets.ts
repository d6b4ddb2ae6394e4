import { decodePng } from '../render/image/decode-png.ts';
import { readPngHeader, UnusableImageError } from '../render/image/png-chunks.ts';
import { capeScale, prepareCape, type CapeSheet } from '../render/sheet/cape.ts';
import { prepareSheet, sheetScale, type SkinSheet } from '../render/sheet/sheet.ts';
import type { RgbaImage } from '../render/image/canvas.ts';
import type { TaskResult } from './order.ts';

/**
 * Decodes and prepares a skin sheet. The size is checked in the header, before a decoder sees a
 * byte: no sheet costs more than the 4 MiB of pixels of a 1024 px wide one.
 */
export function readSheet(png: Uint8Array): TaskResult<SkinSheet> {
  return readPng(png, {
    isFit: (widthPx, heightPx) => sheetScale(widthPx, heightPx) !== null,
    expected: 'a skin is 64×64 or 64×32, or that times a power of two up to 1024 px wide',
    prepare: prepareSheet,
  });
}

/** The same for a cape, which costs at most half of that. */
export function readCape(png: Uint8Array): TaskResult<CapeSheet> {
  return readPng(png, {
    isFit: (widthPx, heightPx) => capeScale(widthPx, heightPx) !== null,
    expected: 'a cape is 64×32, 22×17 or 46×22, or that times a whole number up to 16',
    prepare: prepareCape,
  });
}

type SheetKind<Sheet> = {
  readonly isFit: (widthPx: number, heightPx: number) => boolean;
  readonly expected: string;
  readonly prepare: (decoded: RgbaImage) => Sheet;
};

function readPng<Sheet>(png: Uint8Array, kind: SheetKind<Sheet>): TaskResult<Sheet> {
  try {
    const { widthPx, heightPx } = readPngHeader(png);
    if (!kind.isFit(widthPx, heightPx)) {
      return { ok: false, problem: `is ${widthPx}×${heightPx} px; ${kind.expected}` };
    }
    return { ok: true, value: kind.prepare(decodePng(png)) };
  } catch (error) {
    if (error instanceof UnusableImageError) return { ok: false, problem: error.message };
    throw error;
  }
}
