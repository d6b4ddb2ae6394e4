import type { PartName } from '../boxes.ts';
import type { Solid } from '../solids.ts';
import { between, type Vec3 } from '../vector.ts';
import { flatten, seenFrom, type View } from './view.ts';

/** Ranges of body parts, as shares of the part's height from its top. */
export type Shares = Partial<Record<PartName, readonly [from: number, to: number]>>;

/** What a picture frames. Everything else is drawn, too, if it reaches into the picture. */
export type Region = {
  /** What must be visible from top to bottom. */
  readonly height: Shares;
  /** What must be visible from side to side, between top and bottom. */
  readonly width: Shares;
};

/** The framed rectangle of the picture plane. */
export type Extent = {
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
  readonly top: number;
};

/** The part of the picture plane that points take up; nothing without points. */
export function extentOf(points: readonly Vec3[], view: View): Extent {
  const see = seenFrom(view);
  const flat = points.map((point) => flatten(view, see(point)));
  const [rights, ups] = [flat.map(([right]) => right), flat.map(([, up]) => up)];
  return {
    left: Math.min(...rights),
    right: Math.max(...rights),
    bottom: Math.min(...ups),
    top: Math.max(...ups),
  };
}

export function union(one: Extent, other: Extent): Extent {
  return {
    left: Math.min(one.left, other.left),
    right: Math.max(one.right, other.right),
    bottom: Math.min(one.bottom, other.bottom),
    top: Math.max(one.top, other.top),
  };
}

type Flat = readonly [right: number, up: number];

export function heightOf(
  solids: readonly Solid[],
  region: Region,
  view: View,
): Pick<Extent, 'top' | 'bottom'> {
  const { top, bottom } = extentOf(
    solids.flatMap((solid) => cutOut(solid, region.height)),
    view,
  );
  return { top, bottom };
}

/** Left and right of a region between two heights of the picture plane. */
export function widthOf(
  solids: readonly Solid[],
  region: Region,
  view: View,
  { top, bottom }: Pick<Extent, 'top' | 'bottom'>,
): Pick<Extent, 'left' | 'right'> {
  const see = seenFrom(view);
  const acrosses = solids.flatMap((solid) => {
    const flat = cutOut(solid, region.width).map((corner) => flatten(view, see(corner)));
    if (flat.length === 0) return [];
    return edges.flatMap(([from, to]) => clippedAcross(flat[from]!, flat[to]!, top, bottom));
  });
  return { left: Math.min(...acrosses), right: Math.max(...acrosses) };
}

/** The twelve edges of a solid, as pairs of corner indices that differ in one axis. */
const edges = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((corner) =>
  [1, 2, 4].filter((axis) => (corner & axis) === 0).map((axis) => [corner, corner | axis] as const),
);

/** Left and right end of the part of a line between two heights. */
export function clippedAcross(from: Flat, to: Flat, top: number, bottom: number): number[] {
  if (Math.max(from[1], to[1]) < bottom || Math.min(from[1], to[1]) > top) return [];
  const at = (up: number): number => {
    const clamped = Math.min(top, Math.max(bottom, up));
    const rise = to[1] - from[1];
    return rise === 0 ? from[0] : from[0] + ((clamped - from[1]) / rise) * (to[0] - from[0]);
  };
  return from[1] === to[1] ? [from[0], to[0]] : [at(from[1]), at(to[1])];
}

/** The corners, in the order of `cornerIndex`, of the part of an overlay solid that a region includes. */
function cutOut(solid: Solid, shares: Shares): Vec3[] {
  const range = shares[solid.part];
  if (solid.layer !== 'overlay' || range === undefined) return [];
  const rows = solid.size[1];
  const from = Math.max(range[0] * rows, solid.fromRow);
  const to = Math.min(range[1] * rows, solid.toRow);
  if (to <= from) return [];
  const share = (row: number): number => (row - solid.fromRow) / (solid.toRow - solid.fromRow);
  return solid.corners.map((_, corner) => {
    const [bottom, top] = [solid.corners[corner & ~2]!, solid.corners[corner | 2]!];
    return between(top, bottom, share((corner & 2) === 0 ? to : from));
  });
}

/** The position of the picture plane on the pixels. */
export type Frame = {
  readonly widthPx: number;
  readonly heightPx: number;
  /** Pixels per unit of the picture plane. */
  readonly scale: number;
  /** Pixel position of the picture plane's origin. */
  readonly originX: number;
  readonly originY: number;
};

export type Outline = {
  readonly extent: Extent;
  /** Width that bounds the scale, so that figures of both models have the same. */
  readonly widestUnits: number;
  /** Texels per unit if texels are whole pixels; `null` with perspective or a slanted view. */
  readonly exactTexels: number | null;
};

/** Limit of width relative to height; together with the height it bounds the memory. */
export const widestAspect = 2;

/** Keeps the antialiased edge inside the picture. */
export const rimPx = 1;

/**
 * Scales an outline to a picture height; the width follows, up to `widestAspect` times the height.
 * Texel-exact outlines fill the picture without a margin, as far as whole numbers allow.
 */
export function frameToHeight(outline: Outline, heightPx: number): Frame {
  const { left, right, top, bottom } = outline.extent;
  const texels = outline.exactTexels;
  const [marginPx, onPixels] = texels === null ? [rimPx, Number] : [0, Math.floor];
  const maxPx = heightPx * widestAspect;
  const highestScale = (heightPx - 2 * marginPx) / (top - bottom);
  const fitting = Math.min((maxPx - 2 * marginPx) / outline.widestUnits, highestScale);
  // Without regard to the sheet's resolution, so that the width does not depend on it.
  const unitScale = texels === null || fitting < 1 ? fitting : Math.floor(fitting);
  const scale =
    texels === null || unitScale < texels ? unitScale : unitScale - (unitScale % texels);
  // Rounding errors must not add a column.
  const wholePx = Math.ceil((right - left) * unitScale + 2 * marginPx - 1e-6);
  const widthPx = Math.min(Math.max(1, wholePx), maxPx);
  return {
    widthPx,
    heightPx,
    scale,
    originX: onPixels((widthPx - (right - left) * scale) / 2) - left * scale,
    originY: onPixels((heightPx - (top - bottom) * scale) / 2) + top * scale,
  };
}
