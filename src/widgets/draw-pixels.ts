import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import type { RgbaImage } from '../render/image/canvas.ts';

/** A square of the canvas. */
export type PixelPlace = {
  readonly leftPx: number;
  readonly topPx: number;
  readonly sizePx: number;
};

/** Draws a small square picture enlarged, its pixels as crisp squares. */
export function drawPixels(
  context: SKRSContext2D,
  image: RgbaImage,
  { leftPx, topPx, sizePx }: PixelPlace,
): void {
  const canvas = createCanvas(image.widthPx, image.heightPx);
  const source = canvas.getContext('2d');
  const pixels = source.createImageData(image.widthPx, image.heightPx);
  pixels.data.set(image.data);
  source.putImageData(pixels, 0, 0);
  const { imageSmoothingEnabled } = context;
  context.imageSmoothingEnabled = false;
  context.drawImage(canvas, leftPx, topPx, sizePx, sizePx);
  context.imageSmoothingEnabled = imageSmoothingEnabled;
}
