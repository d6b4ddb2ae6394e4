import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import type { RgbaImage } from '../render/image/canvas.ts';
import { drawGround, type CardSize } from './card-ground.ts';
import { paintParts, type Part } from './card-parts.ts';
import { inkPainter, paintOutlines } from './painter.ts';
import type { Palette } from './palette.ts';

/** What is on a card. */
type CardContent = {
  /** Drawn on its ground, below all letters. */
  readonly picture: (context: SKRSContext2D) => void;
  /** These may lie on the page itself: outlined where nothing is known of that. */
  readonly headlines: readonly Part[];
  /** These have a ground of their own. */
  readonly rest: readonly Part[];
};

/** Draws a card, whose lines are a unit wide. Costs 4 bytes a pixel, twice that with outlines. */
export function drawCard(palette: Palette, size: CardSize, content: CardContent): RgbaImage {
  const { widthPx, heightPx, linePx } = size;
  const { picture, headlines, rest } = content;
  const context = createCanvas(widthPx, heightPx).getContext('2d');
  drawGround(context, palette, size);
  picture(context);
  if (palette.outline !== null) {
    const outlined = createCanvas(widthPx, heightPx);
    const outline = { color: palette.outline, widthPx: 1.7 * linePx };
    paintOutlines(outlined.getContext('2d'), outline, (painter) => paintParts(painter, headlines));
    context.drawImage(outlined, 0, 0);
  }
  paintParts(inkPainter(context), [...headlines, ...rest]);
  const { data } = context.getImageData(0, 0, widthPx, heightPx);
  return { widthPx, heightPx, data };
}
