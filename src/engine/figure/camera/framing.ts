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
