import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import type { RgbaImage } from '../render/image/canvas.ts';

/** A rectangle of the canvas. */
export type Room = {
  readonly leftPx: number;
  readonly topPx: number;
  readonly widthPx: number;
  readonly heightPx: number;
};

/** Draws a picture so that it fills a room, its middle in the middle; what sticks out is cut off. */
export function drawSmooth(context: SKRSContext2D, image: RgbaImage, room: Room): void {
  const canvas = createCanvas(image.widthPx, image.heightPx);
  const source = canvas.getContext('2d');
  const pixels = source.createImageData(image.widthPx, image.heightPx);
  pixels.data.set(image.data);
  source.putImageData(pixels, 0, 0);
  const scale = Math.max(room.widthPx / image.widthPx, room.heightPx / image.heightPx);
  const [widthPx, heightPx] = [room.widthPx / scale, room.heightPx / scale];
  const { imageSmoothingEnabled, imageSmoothingQuality } = context;
  context.imageSmoothingEnabled = true;
  context.imageSmoothingQuality = 'high';
  context.drawImage(
    canvas,
    (image.widthPx - widthPx) / 2,
    (image.heightPx - heightPx) / 2,
    widthPx,
    heightPx,
    room.leftPx,
    room.topPx,
    room.widthPx,
    room.heightPx,
  );
  context.imageSmoothingEnabled = imageSmoothingEnabled;
  context.imageSmoothingQuality = imageSmoothingQuality;
}
