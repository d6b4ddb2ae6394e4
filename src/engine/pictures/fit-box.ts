import { blit, createImage, type RgbaImage } from '../image/canvas.ts';
import { resize } from '../image/resize.ts';
import type { BoxPx } from '../options/order.ts';

/** A picture scaled to fit into a size, centred; the source is not changed. */
export function fitBox(picture: RgbaImage, { widthPx, heightPx }: BoxPx): RgbaImage {
  const share = Math.min(widthPx / picture.widthPx, heightPx / picture.heightPx);
  const side = (px: number, most: number): number =>
    Math.min(most, Math.max(1, Math.round(px * share)));
  const fitted = resize(picture, side(picture.widthPx, widthPx), side(picture.heightPx, heightPx));
  if (fitted.widthPx === widthPx && fitted.heightPx === heightPx) return fitted;
  const box = createImage(widthPx, heightPx);
  const leftPx = Math.floor((widthPx - fitted.widthPx) / 2);
  blit(box, fitted, leftPx, Math.floor((heightPx - fitted.heightPx) / 2));
  return box;
}
