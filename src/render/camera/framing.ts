import type { Extent } from './regions.ts';

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
  /**
   * Texels per unit, if texels are to be whole numbers of pixels; `null` with perspective or a slanted
   * view.
   */
  readonly exactTexels: number | null;
};

/** Limit of width relative to height; together with the height it bounds the memory. */
export const widestAspect = 2;

/** Keeps the antialiased edge inside the picture. */
const rimPx = 1;

/**
 * Scales an outline to a picture height; the width follows, up to `widestAspect` times the height.
 * Texel-exact outlines fill the picture without a margin, as far as whole numbers allow.
 */
export function frameToHeight(outline: Outline, heightPx: number): Frame {
  const { extent } = outline;
  const marginPx = outline.exactTexels === null ? rimPx : 0;
  const scale = scaleInto(outline, [heightPx * widestAspect, heightPx]);
  const innerPx =
    (extent.right - extent.left) * unitScale(outline, [heightPx * widestAspect, heightPx]);
  // Rounding errors must not add a column.
  const widthPx = Math.max(1, Math.ceil(innerPx + 2 * marginPx - 1e-6));
  return centred(outline, scale, [Math.min(widthPx, heightPx * widestAspect), heightPx]);
}

/** Scales an outline to fit into a given picture, centred. */
export function frameToBox(outline: Outline, widthPx: number, heightPx: number): Frame {
  return centred(outline, scaleInto(outline, [widthPx, heightPx]), [widthPx, heightPx]);
}

type SizePx = readonly [widthPx: number, heightPx: number];

/** Pixels per unit: as many as fit, and a whole number for each texel if requested. */
function scaleInto(outline: Outline, size: SizePx): number {
  const scale = unitScale(outline, size);
  const texels = outline.exactTexels;
  return texels === null || scale < texels ? scale : scale - (scale % texels);
}

/** The same without regard to the sheet's resolution, so that the width does not depend on it. */
function unitScale({ extent, widestUnits, exactTexels }: Outline, [width, height]: SizePx): number {
  const rims = exactTexels === null ? 2 * rimPx : 0;
  const scale = Math.min(
    (width - rims) / widestUnits,
    (height - rims) / (extent.top - extent.bottom),
  );
  return exactTexels === null || scale < 1 ? scale : Math.floor(scale);
}

function centred(outline: Outline, scale: number, [widthPx, heightPx]: SizePx): Frame {
  const { left, right, top, bottom } = outline.extent;
  const onPixels = outline.exactTexels === null ? (px: number): number => px : Math.floor;
  return {
    widthPx,
    heightPx,
    scale,
    originX: onPixels((widthPx - (right - left) * scale) / 2) - left * scale,
    originY: onPixels((heightPx - (top - bottom) * scale) / 2) + top * scale,
  };
}
