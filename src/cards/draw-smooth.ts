import type { SKRSContext2D } from '@napi-rs/canvas';
import type { RgbaImage } from '../render/image/canvas.ts';
import { canvasOf } from './draw-pixels.ts';

export type Room = {
  readonly leftPx: number;
  readonly topPx: number;
  readonly widthPx: number;
  readonly heightPx: number;
};

/** Draws a picture so that it covers a rectangle, centred; the rest is clipped. */
export function drawSmooth(context: SKRSContext2D, image: RgbaImage, room: Room): void {
  const scale = Math.max(room.widthPx / image.widthPx, room.heightPx / image.heightPx);
  const [widthPx, heightPx] = [room.widthPx / scale, room.heightPx / scale];
  const { imageSmoothingEnabled, imageSmoothingQuality } = context;
  context.imageSmoothingEnabled = true;
  context.imageSmoothingQuality = 'high';
  context.drawImage(
    canvasOf(image),
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
