import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import type { RgbaImage } from '../image/canvas.ts';
import { drawGround, drawPlate, type CardLook, type CardSize } from './card-ground.ts';
import { boundsOf, paintParts, type Part } from './card-parts.ts';

type CardContent = {
  /** Drawn on the background, below all text. */
  readonly picture: (context: SKRSContext2D) => void;
  /** Lie on a plate of their own if the card has no background. */
  readonly headlines: readonly Part[];
  /** Lie on the strip. */
  readonly rest: readonly Part[];
};

/** Draws a card. Takes 4 bytes for each pixel. */
export function drawCard(look: CardLook, size: CardSize, content: CardContent): RgbaImage {
  const { scale } = look;
  const [widthPx, heightPx] = [size.width * scale, size.height * scale];
  const { picture, headlines, rest } = content;
  const context = createCanvas(widthPx, heightPx).getContext('2d');
  drawGround(context, look, size);
  picture(context);
  const bounds = boundsOf(headlines);
  if (bounds !== null) drawPlate(context, look, bounds);
  paintParts(context, [...headlines, ...rest]);
  const { data } = context.getImageData(0, 0, widthPx, heightPx);
  return { widthPx, heightPx, data };
}
