import type { Quad } from '../model/quads.ts';
import type { AtlasLayout } from './atlas-layout.ts';
import { toScreen, type Lens, type ScreenQuad } from './screen-quads.ts';

/** The cost of compiling a plan, in pixels of all surfaces, including hidden ones. */
export type SurfaceWork = {
  /** The number of surfaces in the picture. */
  readonly surfaces: number;
  readonly coveredPx: number;
  /** Pixels with borders between texels, counted for each border; see `mostBorders`. */
  readonly borderPx: number;
};

/** More borders in a pixel hardly cost more, as it has sixteen samples. */
export const mostBorders = 4;

/**
 * Estimates the cost of compiling: a lying pose fills its picture, one
 * seen from far above hardly any of it.
 */
export function surfaceWork(quads: readonly Quad[], lens: Lens, atlas: AtlasLayout): SurfaceWork {
  const { widthPx, heightPx } = lens.frame;
  let surfaces = 0;
  let coveredPx = 0;
  let borderPx = 0;
  const capeTexel = atlas.cape?.firstTexel ?? Number.POSITIVE_INFINITY;
  const capeTimes = capeBorderTimes(atlas.cape?.texelsPerUnit ?? 1);
  for (const quad of toScreen(quads, lens, () => 0, atlas)) {
    const area = shareInside(quad, widthPx, heightPx) * areaOf(quad);
    surfaces += area > 0 ? 1 : 0;
    coveredPx += area;
    const times = quad.firstTexel >= capeTexel ? capeTimes : 1;
    borderPx += times * area * Math.min(mostBorders, bordersAPixel(quad));
  }
  return { surfaces, coveredPx, borderPx };
}

/**
 * What the borders of a cape count: nothing hides it from behind, and pixels in which the texels of its
 * two sides combine take longest. Measured.
 */
export function capeBorderTimes(texelsPerUnit: number): number {
  return 2 * Math.max(1.2, texelsPerUnit / 9);
}

/** Twice the area by the shoelace formula. */
function areaOf({ outline: [x0, y0, x1, y1, x2, y2, x3, y3] }: ScreenQuad): number {
  return Math.abs((x2! - x0!) * (y3! - y1!) - (x3! - x1!) * (y2! - y0!)) / 2;
}

/** The fraction of a quad in the picture, estimated by its bounding box. */
function shareInside({ outline }: ScreenQuad, widthPx: number, heightPx: number): number {
  return inside(outline, 0, widthPx) * inside(outline, 1, heightPx);
}

function inside(outline: readonly number[], axis: 0 | 1, sizePx: number): number {
  const places = [outline[axis]!, outline[axis + 2]!, outline[axis + 4]!, outline[axis + 6]!];
  const least = Math.min(...places);
  const most = Math.max(...places);
  if (most - least < 1e-9) return 0;
  return Math.max(0, Math.min(sizePx, most) - Math.max(0, least)) / (most - least);
}

/** Length of the lines between texels and around the quad, relative to its area. */
function bordersAPixel(quad: ScreenQuad): number {
  const { outline: o, columns, rows } = quad;
  const side = (from: number, to: number) =>
    Math.hypot(o[to]! - o[from]!, o[to + 1]! - o[from + 1]!);
  const wide = (side(0, 2) + side(6, 4)) / 2;
  const high = (side(2, 4) + side(0, 6)) / 2;
  const length = (columns + 1) * high + (rows + 1) * wide;
  return length / Math.max(areaOf(quad), 1e-9);
}
