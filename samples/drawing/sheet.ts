import type { Rgba } from './colour.ts';

/** A skin sheet in memory: RGBA, not premultiplied, four bytes a texel, row by row from the top. */
export type Sheet = {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly data: Uint8Array;
};

/** An empty sheet, every texel fully transparent black. */
export function createSheet(widthPx: number, heightPx: number): Sheet {
  return { widthPx, heightPx, data: new Uint8Array(widthPx * heightPx * 4) };
}

/** Replaces one texel; nothing blends, since the sheet itself carries the alpha. */
export function putTexel(sheet: Sheet, u: number, v: number, colour: Rgba): void {
  if (u < 0 || v < 0 || u >= sheet.widthPx || v >= sheet.heightPx) {
    throw new RangeError(`texel ${u},${v} lies outside the sheet`);
  }
  sheet.data.set(colour, (v * sheet.widthPx + u) * 4);
}

/** The texel at (u, v). */
export function getTexel(sheet: Sheet, u: number, v: number): Rgba {
  const at = (v * sheet.widthPx + u) * 4;
  const channel = (index: number): number => sheet.data[at + index] ?? 0;
  return [channel(0), channel(1), channel(2), channel(3)];
}

/** The upper part of a sheet; the oldest layout is exactly the upper half of today's. */
export function topRows(sheet: Sheet, heightPx: number): Sheet {
  return {
    widthPx: sheet.widthPx,
    heightPx,
    data: sheet.data.slice(0, sheet.widthPx * heightPx * 4),
  };
}
