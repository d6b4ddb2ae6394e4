import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import type { RgbaImage } from '../render/image/canvas.ts';
import { drawGround, type CardLook, type CardSize } from './card-ground.ts';
import { paintParts, type Part } from './card-parts.ts';
import { inkPainter, paintOutlines } from './painter.ts';

type CardContent = {
  /** Drawn on the background, below all text. */
  readonly picture: (context: SKRSContext2D) => void;
  /** May lie directly on the page: outlined if its colour is unknown. */
  readonly headlines: readonly Part[];
  /** Lie on the strip. */
  readonly rest: readonly Part[];
};

/** Draws a card. Takes 4 bytes for each pixel, twice that with outlines. */
export function drawCard(look: CardLook, size: CardSize, content: CardContent): RgbaImage {
  const { palette, scale } = look;
  const [widthPx, heightPx] = [size.width * scale, size.height * scale];
  const { picture, headlines, rest } = content;
  const context = createCanvas(widthPx, heightPx).getContext('2d');
  drawGround(context, look, size);
  picture(context);
  if (palette.outline !== null) {
    const outlined = createCanvas(widthPx, heightPx);
    const outline = { color: palette.outline, widthPx: 1.7 * scale };
    paintOutlines(outlined.getContext('2d'), outline, (painter) => paintParts(painter, headlines));
    context.drawImage(outlined, 0, 0);
  }
  paintParts(inkPainter(context), [...headlines, ...rest]);
  const { data } = context.getImageData(0, 0, widthPx, heightPx);
  return { widthPx, heightPx, data };
}
