import type { RgbaImage } from '../image/canvas.ts';
import { scaled, wordsIn, type Rect } from './rects.ts';

/** The texels of both arms on a 64 px wide sheet that only four units wide arms have. */
const spareRects: readonly Rect[] = [
  { x: 50, y: 16, width: 2, height: 4 },
  { x: 54, y: 20, width: 2, height: 12 },
  { x: 42, y: 48, width: 2, height: 4 },
  { x: 46, y: 52, width: 2, height: 12 },
];

const black = 0xff_00_00_00;
const white = 0xff_ff_ff_ff;

/**
 * The model whose arms a sheet has, by the rule of the usual viewers: slim if any texel that slim arms
 * spare is not opaque, or if all of them are black, or all white.
 * @param decoded a sheet as in its file; the old format knows one model only
 * @param hidesData whether its alpha may contain data: then only what is fully clear is spared
 */
export function modelOfArms(decoded: RgbaImage, hidesData = false): Model {
  if (decoded.heightPx < decoded.widthPx) return 'classic';
  const scale = decoded.widthPx / 64;
  const areas = spareRects.map((rect) => wordsIn(decoded, scaled(rect, scale)));
  const all = (colour: number): boolean =>
    areas.every((area) => area.every((texel) => texel === colour));
  const lowestOpaque = hidesData ? 1 : 255;
  const isAnyClear = areas.some((area) => area.some((texel) => texel >>> 24 < lowestOpaque));
  return isAnyClear || all(black) || all(white) ? 'slim' : 'classic';
}

/** Slim figures have arms three units wide, classic ("steve") ones four. */
export type Model = 'classic' | 'slim';
