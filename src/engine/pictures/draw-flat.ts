import { parseColour, paintBehind } from '../image/background.ts';
import { createImage, type RgbaImage } from '../image/canvas.ts';
import { decodePngOrNull } from '../image/decode-png.ts';
import { resize } from '../image/resize.ts';
import { cutCircle, withOutline } from '../image/silhouette.ts';
import type { Crop } from '../figure/camera/crops.ts';
import type { FlatJob } from '../options/jobs.ts';

/**
 * Draws a finished picture in another size, with a background, in a circle, with an outline.
 * @returns `null` if the file cannot be decoded
 */
export function drawFlat(job: FlatJob): RgbaImage | null {
  const { picture, sizePx, isCircle, background, outline } = job;
  const innerPx = sizePx - 2 * (outline?.widthPx ?? 0);
  const source =
    typeof picture === 'string' ? drawSilhouette(picture, innerPx) : decodePngOrNull(picture);
  if (source === null) return null;
  const sized = fitted(source, innerPx);
  const ground = background === null ? null : parseColour(background);
  // The circle includes the background, and the outline goes around the circle.
  if (isCircle) {
    if (ground !== null) paintBehind(sized, ground);
    cutCircle(sized);
  }
  const outlined =
    outline === null
      ? sized
      : withOutline(sized, { ...outline, colour: parseColour(outline.colour) });
  if (!isCircle && ground !== null) paintBehind(outlined, ground);
  return outlined;
}

/** @param sizePx of the longer side */
function fitted(source: RgbaImage, sizePx: number): RgbaImage {
  const share = sizePx / Math.max(source.widthPx, source.heightPx);
  const side = (px: number): number => Math.max(1, Math.round(px * share));
  return resize(source, side(source.widthPx), side(source.heightPx));
}

type Block = readonly [left: number, top: number, width: number, height: number];

/** In hundredths of the picture: head, trunk, arms and legs as far as the crop shows them. */
const blocks = {
  full: [
    [41, 6, 18, 19],
    [34, 26, 32, 33],
    [19, 26, 14, 33],
    [67, 26, 14, 33],
    [34, 60, 15.5, 34],
    [50.5, 60, 15.5, 34],
  ],
  bust: [
    [31, 9, 38, 40],
    [20, 51, 60, 49],
    [0, 51, 18, 49],
    [82, 51, 18, 49],
  ],
  face: [
    [18, 12, 64, 68],
    [0, 84, 100, 16],
  ],
} as const satisfies Record<Crop, readonly Block[]>;

/** A grey that is visible on light and dark pages. */
const grey = [142, 148, 160, 255] as const;

/** A plain grey figure for an unavailable user. */
function drawSilhouette(crop: Crop, sizePx: number): RgbaImage {
  const image = createImage(sizePx, sizePx);
  const px = (hundredths: number): number => Math.round((hundredths * sizePx) / 100);
  for (const [left, top, width, height] of blocks[crop]) {
    for (let y = px(top); y < px(top + height); y++) {
      for (let x = px(left); x < px(left + width); x++) {
        image.data.set(grey, (y * sizePx + x) * 4);
      }
    }
  }
  return image;
}
