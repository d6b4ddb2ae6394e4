import type { SKRSContext2D } from '@napi-rs/canvas';
import type { RgbaImage } from '../render/image/canvas.ts';
import { drawPixels, type PixelPlace } from './draw-pixels.ts';
import type { Palette } from './palette.ts';

export type CardSize = {
  readonly widthPx: number;
  readonly heightPx: number;
  /** Height of the strip at the bottom. */
  readonly stripPx: number;
  readonly radiusPx: number;
  readonly linePx: number;
};

/** Draws the background of a card, with the strip for its footer. */
export function drawGround(context: SKRSContext2D, palette: Palette, size: CardSize): void {
  const { ground } = palette;
  const { widthPx, heightPx, stripPx, radiusPx, linePx } = size;
  if (ground.kind === 'bar') {
    // Floating, with a gap on all sides.
    const airPx = 4 * linePx;
    context.beginPath();
    context.roundRect(
      2 * airPx,
      heightPx - stripPx + airPx,
      widthPx - 4 * airPx,
      stripPx - 2 * airPx,
      radiusPx - airPx,
    );
    context.fillStyle = ground.bar;
    context.fill();
    return;
  }
  context.save();
  context.beginPath();
  context.roundRect(0, 0, widthPx, heightPx, radiusPx);
  context.clip();
  // Row by row: gradients of the canvas differ by a level on some processors.
  for (let y = 0; y < heightPx; y++) {
    context.fillStyle = between(ground.top, ground.bottom, y / (heightPx - 1));
    context.fillRect(0, y, widthPx, 1);
  }
  context.fillStyle = ground.strip;
  context.fillRect(0, heightPx - stripPx, widthPx, stripPx);
  context.fillStyle = ground.rule;
  context.fillRect(0, heightPx - stripPx, widthPx, linePx);
  context.restore();
  context.beginPath();
  context.roundRect(
    linePx / 2,
    linePx / 2,
    widthPx - linePx,
    heightPx - linePx,
    radiusPx - linePx / 2,
  );
  context.strokeStyle = ground.border;
  context.lineWidth = linePx;
  context.stroke();
}

/** Interpolates between two `#rrggbb` colours. */
function between(from: string, to: string, share: number): string {
  const channels = [1, 3, 5].map((at) => {
    const [a = 0, b = 0] = [from, to].map((color) => Number.parseInt(color.slice(at, at + 2), 16));
    return Math.round(a + (b - a) * share);
  });
  return `rgb(${channels.join(', ')})`;
}

export type PicturePlace = PixelPlace & {
  readonly radiusPx: number;
  readonly linePx: number;
  readonly edge: string;
};

/** Draws a small square picture with crisp pixels, in a frame with rounded corners. */
export function drawPicture(context: SKRSContext2D, image: RgbaImage, place: PicturePlace): void {
  const { leftPx, topPx, sizePx, radiusPx, linePx } = place;
  context.save();
  context.beginPath();
  context.roundRect(leftPx, topPx, sizePx, sizePx, radiusPx);
  context.clip();
  drawPixels(context, image, place);
  context.restore();
  context.beginPath();
  const inset = linePx / 2;
  context.roundRect(
    leftPx + inset,
    topPx + inset,
    sizePx - linePx,
    sizePx - linePx,
    radiusPx - inset,
  );
  context.strokeStyle = place.edge;
  context.lineWidth = linePx;
  context.stroke();
}
