import { type SKRSContext2D, createCanvas, type Canvas } from '@napi-rs/canvas';
import type { Area, RgbaImage } from '../image/canvas.ts';
import type { Palette } from './palette.ts';

/** In units. */
export type CardSize = {
  readonly width: number;
  readonly height: number;
  /** Height of the strip at the bottom. */
  readonly strip: number;
};

/** Cards of servers, games and groups have one size, so that they fit into one column. */
export const commonSize = { width: 600, height: 138, strip: 38 } as const satisfies CardSize;

/** Of the corners of a card, in units. */
export const cardRadius = 14;

/** The look of a card; lines are one unit wide. */
export type CardLook = {
  readonly palette: Palette;
  /** Pixels per unit. */
  readonly scale: number;
};

function cardBounds({ width, height }: CardSize, scale: number): RoundedBounds {
  const [widthPx, heightPx] = [width * scale, height * scale];
  return { leftPx: 0, topPx: 0, widthPx, heightPx, radiusPx: cardRadius * scale };
}

/** Draws the background of a card, with the strip for its footer. */
export function drawGround(
  context: SKRSContext2D,
  { palette: { ground }, scale }: CardLook,
  size: CardSize,
): void {
  const whole = cardBounds(size, scale);
  const { widthPx, heightPx } = whole;
  const stripPx = size.strip * scale;
  drawFramed(context, whole, { color: ground.border, linePx: scale }, () => {
    // Row by row: gradients of the canvas differ by a level on some processors.
    for (let y = 0; y < heightPx; y++) {
      context.fillStyle = between(ground.top, ground.bottom, y / (heightPx - 1));
      context.fillRect(0, y, widthPx, 1);
    }
    context.fillStyle = ground.strip;
    context.fillRect(0, heightPx - stripPx, widthPx, stripPx);
    context.fillStyle = ground.rule;
    context.fillRect(0, heightPx - stripPx, widthPx, scale);
  });
}

/** Interpolates between two colours, `#rrggbb` or `#rrggbbaa`. */
function between(from: string, to: string, share: number): string {
  const [red, green, blue, alpha = 0] = [1, 3, 5, 7].map((at) => {
    const [a = 0, b = 0] = [from, to].map((color) =>
      Number.parseInt(color.slice(at, at + 2) || 'ff', 16),
    );
    return Math.round(a + (b - a) * share);
  });
  return `rgba(${red}, ${green}, ${blue}, ${alpha / 255})`;
}

/** Draws the line along the edge of a card, over a picture that reaches it. */
export function drawBorder(
  context: SKRSContext2D,
  { palette: { ground }, scale }: CardLook,
  size: CardSize,
): void {
  const edge = { color: ground.border, linePx: scale };
  drawFramed(context, cardBounds(size, scale), edge, () => {});
}

type RoundedBounds = Area & { readonly radiusPx: number };

/** Draws inside a box with rounded corners, then a line along the inside of its edge. */
function drawFramed(
  context: SKRSContext2D,
  box: RoundedBounds,
  edge: { readonly color: string; readonly linePx: number },
  draw: () => void,
): void {
  const { leftPx, topPx, widthPx, heightPx, radiusPx } = box;
  /** So far inside the edge. */
  const path = (px: number): void => {
    context.beginPath();
    const [across, down] = [widthPx - 2 * px, heightPx - 2 * px];
    context.roundRect(leftPx + px, topPx + px, across, down, radiusPx - px);
  };
  context.save();
  path(0);
  context.clip();
  draw();
  context.restore();
  path(edge.linePx / 2);
  context.strokeStyle = edge.color;
  context.lineWidth = edge.linePx;
  context.stroke();
}

/** The icon at the left end of a card, in units. */
export const commonIcon = { corner: 18, size: 64, radius: 9 } as const;

/** The icon of a card, in its frame. */
export function icon(
  { palette, scale }: CardLook,
  { corner, size, radius }: Readonly<Record<keyof typeof commonIcon, number>>,
  draw: (context: SKRSContext2D, box: PixelBox) => void,
): (context: SKRSContext2D) => void {
  const [leftPx, sizePx] = [corner * scale, size * scale];
  const box = { leftPx, topPx: leftPx, widthPx: sizePx, heightPx: sizePx, sizePx };
  const edge = { color: palette.iconEdge, linePx: scale };
  return (context) =>
    drawFramed(context, { ...box, radiusPx: radius * scale }, edge, () => draw(context, box));
}

/** A square to draw into; `leftPx` and `topPx` are its corner. */
export type PixelBox = { readonly leftPx: number; readonly topPx: number; readonly sizePx: number };

/** Draws a small square picture enlarged, with crisp pixels. */
export function drawPixels(
  context: SKRSContext2D,
  image: RgbaImage,
  { leftPx, topPx, sizePx }: PixelBox,
): void {
  context.save();
  context.imageSmoothingEnabled = false;
  context.drawImage(canvasOf(image), leftPx, topPx, sizePx, sizePx);
  context.restore();
}

function canvasOf({ widthPx, heightPx, data }: RgbaImage): Canvas {
  const canvas = createCanvas(widthPx, heightPx);
  const context = canvas.getContext('2d');
  const pixels = context.createImageData(widthPx, heightPx);
  pixels.data.set(data);
  context.putImageData(pixels, 0, 0);
  return canvas;
}

/** Draws a picture so that it covers a rectangle, centred; the rest is clipped. */
export function drawSmooth(context: SKRSContext2D, image: RgbaImage, bounds: Area): void {
  const scale = Math.max(bounds.widthPx / image.widthPx, bounds.heightPx / image.heightPx);
  const [widthPx, heightPx] = [bounds.widthPx / scale, bounds.heightPx / scale];
  const [leftPx, topPx] = [(image.widthPx - widthPx) / 2, (image.heightPx - heightPx) / 2];
  const to = [bounds.leftPx, bounds.topPx, bounds.widthPx, bounds.heightPx] as const;
  context.save();
  context.imageSmoothingEnabled = true;
  context.imageSmoothingQuality = 'high';
  context.drawImage(canvasOf(image), leftPx, topPx, widthPx, heightPx, ...to);
  context.restore();
}
