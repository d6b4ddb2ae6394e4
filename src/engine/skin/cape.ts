import { blit, createImage, type RgbaImage } from '../image/canvas.ts';
import { capeScale } from '../../common/png/texture-header.ts';

/** A cape sheet on the game's grid of 64×32 units, whatever the size of its file. */
export type CapeSheet = {
  readonly image: RgbaImage;
  /** 1 for a 64 px wide sheet, 2 for 128 px … 16 for 1024 px. */
  readonly texelsPerUnit: number;
};

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
