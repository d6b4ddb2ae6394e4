import { blit, createImage, type RgbaImage } from '../image/canvas.ts';

/** A cape sheet on the game's grid of 64×32 units, whatever the size of its file. */
export type CapeSheet = {
  readonly image: RgbaImage;
  /** 1 for a 64 px wide sheet, 2 for 128 px … 16 for 1024 px. */
  readonly texelsPerUnit: number;
};

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

/**
 * Extends a decoded cape sheet to the game's grid. All known sizes begin at its top left corner.
 * @param decoded a picture for which `capeScale` returns a scale; it is not changed
 */
export function prepareCape(decoded: RgbaImage): CapeSheet {
  const texelsPerUnit = capeScale(decoded.widthPx, decoded.heightPx);
  if (texelsPerUnit === null) throw new RangeError('not the size of a cape sheet');
  const image = createImage(64 * texelsPerUnit, 32 * texelsPerUnit);
  blit(image, decoded, 0, 0);
  return { image, texelsPerUnit };
}
