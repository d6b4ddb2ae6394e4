import { createCanvas, type Canvas, type SKRSContext2D } from '@napi-rs/canvas';
import type { RgbaImage } from '../image/canvas.ts';

/** A square to draw into; `leftPx` and `topPx` are its corner. */
export type PixelBox = {
  readonly leftPx: number;
  readonly topPx: number;
  readonly sizePx: number;
};

/** Draws a small square picture enlarged, with crisp pixels. */
export function drawPixels(
  context: SKRSContext2D,
  image: RgbaImage,
  { leftPx, topPx, sizePx }: PixelBox,
): void {
  const { imageSmoothingEnabled } = context;
  context.imageSmoothingEnabled = false;
  context.drawImage(canvasOf(image), leftPx, topPx, sizePx, sizePx);
  context.imageSmoothingEnabled = imageSmoothingEnabled;
}

/** Converts a picture for the canvas. */
export function canvasOf({ widthPx, heightPx, data }: RgbaImage): Canvas {
  const canvas = createCanvas(widthPx, heightPx);
  const context = canvas.getContext('2d');
  const pixels = context.createImageData(widthPx, heightPx);
  pixels.data.set(data);
  context.putImageData(pixels, 0, 0);
  return canvas;
}
