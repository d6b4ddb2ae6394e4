import type { SKRSContext2D } from '@napi-rs/canvas';
import type { RgbaImage } from '../image/canvas.ts';
import { canvasOf } from './draw-pixels.ts';

export type Bounds = {
  readonly leftPx: number;
  readonly topPx: number;
  readonly widthPx: number;
  readonly heightPx: number;
};

/** Draws a picture so that it covers a rectangle, centred; the rest is clipped. */
export function drawSmooth(context: SKRSContext2D, image: RgbaImage, bounds: Bounds): void {
  const scale = Math.max(bounds.widthPx / image.widthPx, bounds.heightPx / image.heightPx);
  const [widthPx, heightPx] = [bounds.widthPx / scale, bounds.heightPx / scale];
  const { imageSmoothingEnabled, imageSmoothingQuality } = context;
  context.imageSmoothingEnabled = true;
  context.imageSmoothingQuality = 'high';
  context.drawImage(
    canvasOf(image),
    (image.widthPx - widthPx) / 2,
    (image.heightPx - heightPx) / 2,
    widthPx,
    heightPx,
    bounds.leftPx,
    bounds.topPx,
    bounds.widthPx,
    bounds.heightPx,
  );
  context.imageSmoothingEnabled = imageSmoothingEnabled;
  context.imageSmoothingQuality = imageSmoothingQuality;
}
