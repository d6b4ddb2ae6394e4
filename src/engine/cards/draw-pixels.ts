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
function canvasOf({ widthPx, heightPx, data }: RgbaImage): Canvas {
  const canvas = createCanvas(widthPx, heightPx);
  const context = canvas.getContext('2d');
  const pixels = context.createImageData(widthPx, heightPx);
  pixels.data.set(data);
  context.putImageData(pixels, 0, 0);
  return canvas;
}

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
