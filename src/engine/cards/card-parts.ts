import { type SKRSContext2D, createCanvas } from '@napi-rs/canvas';
import { type FontRegistry, setRunStyle } from '../text/font-registry.ts';
import { fitLine } from '../text/fit.ts';
import {
  splitLine,
  type LaidLine,
  type TextStyle,
  pictureSizePx,
  type StyledStretch,
  type LaidChunk,
} from '../text/line.ts';
import type { Direction } from '../text/text.ts';
import type { Palette } from './palette.ts';
import {
  type PixelBox,
  drawPixels,
  drawGround,
  type CardLook,
  type CardSize,
} from './card-ground.ts';
import type { RgbaImage } from '../image/canvas.ts';

/** Paints something that is on a card besides its background and picture. */
export type Part = (context: SKRSContext2D) => void;

/** A part in one colour. */
function filled(color: string, path: Part): Part {
  return (context) => {
    path(context);
    context.fillStyle = color;
    context.fill();
  };
}

/** What text is laid out with. */
type LayForm = {
  readonly fonts: FontRegistry;
  /** Pixels per unit. All positions and lengths of parts are in units. */
  readonly scale: number;
};

/** What the parts of a card are laid out from. */
export type CardForm<Card> = LayForm & { readonly card: Card; readonly palette: Palette };

type LineLook = TextStyle & {
  /** Font size in units. */
  readonly font: number;
  /** The size to which text shrinks before it is cut. */
  readonly min?: number;
  /** In units; longer text is cut. */
  readonly width?: number;
  /** Which end is kept; the start by default. */
  readonly keeps?: 'start' | 'end';
  /** Left to right by default, as addresses and numbers are whatever their characters. */
  readonly base?: Direction;
};

export function lay({ fonts, scale }: LayForm, text: string, look: LineLook): LaidLine {
  const { font, min = font, width = Infinity, keeps = 'start', base = 'ltr', ...style } = look;
  return fitLine(fonts, splitLine([{ text, style }]), {
    widthPx: width * scale,
    fontsPx: [font * scale, min * scale],
    keeps,
    base,
  });
}

export function positioned({ scale }: LayForm, line: LaidLine, { x, y }: Point): Part {
  return (context) => drawLine(context, line, { xPx: x * scale, yPx: y * scale });
}

type Point = { readonly x: number; readonly y: number };
type Box = Point & { readonly width: number; readonly height: number };

/** A box with rounded corners. */
export function box(
  { scale }: LayForm,
  { x, y, width, height, radius }: Box & { readonly radius: number },
  color: string,
): Part {
  return filled(color, (context) => {
    context.beginPath();
    context.roundRect(x * scale, y * scale, width * scale, height * scale, radius * scale);
  });
}

/** A full circle around a point. */
export function dot(
  { scale }: LayForm,
  { x, y, radius }: Point & { readonly radius: number },
  color: string,
): Part {
  return filled(color, (context) => {
    context.beginPath();
    context.arc(x * scale, y * scale, radius * scale, 0, Math.PI * 2);
  });
}

/** An icon of `signs.ts` in a square. */
export function sign(
  { scale }: LayForm,
  { x, y, size }: Point & { readonly size: number },
  color: string,
  drawSign: (context: SKRSContext2D, bounds: PixelBox) => void,
): Part {
  const bounds = { leftPx: x * scale, topPx: y * scale, sizePx: size * scale };
  return filled(color, (context) => drawSign(context, bounds));
}

/** A bar of which a share from 0 to 1 is filled; if any, at least a dot. */
export function meter<Card>(form: CardForm<Card>, bounds: Box, share: number): readonly Part[] {
  const { faint, signal } = form.palette;
  const radius = bounds.height / 2;
  const track = box(form, { ...bounds, radius }, faint);
  if (share <= 0) return [track];
  const width = Math.max(bounds.height, bounds.width * share);
  return [track, box(form, { ...bounds, width, radius }, signal.good)];
}

/** The left end of a line's baseline. */
type Origin = { readonly xPx: number; readonly yPx: number };

/** Slope of italic text, as a share of its height; about eleven degrees. */
const slant = 0.2;

export function drawLine(context: SKRSContext2D, line: LaidLine, origin: Origin): void {
  for (const chunk of line.chunks) {
    if (chunk.picture !== undefined) {
      if (chunk.picture !== null) drawPixels(context, chunk.picture, boxOf(chunk, line, origin));
      continue;
    }
    context.save();
    context.translate(origin.xPx, origin.yPx);
    if (chunk.isItalic) context.transform(1, 0, -slant, 1, 0, 0);
    drawChunk(context, chunk, line.fontPx);
    for (const stretch of chunk.stretches) drawDecorations(context, stretch, line.fontPx);
    context.restore();
  }
}

function drawChunk(context: SKRSContext2D, chunk: LaidChunk, fontPx: number): void {
  if (chunk.stretches[0]?.style.hidden === true) {
    for (const stretch of chunk.stretches) drawBlock(context, stretch, fontPx);
    return;
  }
  setRunStyle(context, chunk);
  context.fillStyle = fillOf(context, chunk);
  context.fillText(chunk.text, chunk.leftPx, 0);
}

/** Draws a block in place of a letter, as high as capitals, on whole pixels. */
function drawBlock(
  context: SKRSContext2D,
  { style, fromPx, toPx }: StyledStretch,
  fontPx: number,
): void {
  const [leftPx, heightPx] = [Math.round(fromPx), Math.round(fontPx * capitalHeight)];
  const gapPx = Math.max(1, Math.round(fontPx / 15));
  context.globalAlpha = blockOpacity;
  context.fillStyle = style.color;
  context.fillRect(leftPx, -heightPx, Math.max(1, Math.round(toPx) - leftPx - gapPx), heightPx);
  context.globalAlpha = 1;
}

/** A full block is much heavier than a letter. */
const blockOpacity = 0.55;

/** Height of capitals relative to the font size; inline pictures are centred on them. */
const capitalHeight = 0.71;

/** Position of a chunk's picture, in whole pixels. */
function boxOf({ leftPx }: LaidChunk, { fontPx }: LaidLine, { xPx, yPx }: Origin): PixelBox {
  const sizePx = pictureSizePx(fontPx);
  const topPx = Math.round(yPx - (fontPx * capitalHeight + sizePx) / 2);
  return { leftPx: Math.round(xPx + leftPx), topPx, sizePx };
}

/** One colour, or a gradient with hard stops between colours. */
function fillOf(context: SKRSContext2D, { stretches, leftPx, widthPx }: LaidChunk) {
  const [first] = stretches;
  if (first === undefined) return 'transparent';
  if (stretches.length === 1 || widthPx <= 0) return first.style.color;
  const gradient = context.createLinearGradient(leftPx, 0, leftPx + widthPx, 0);
  for (const { style, fromPx, toPx } of stretches) {
    for (const edgePx of [fromPx, toPx]) {
      const share = Math.min(1, Math.max(0, (edgePx - leftPx) / widthPx));
      gradient.addColorStop(share, style.color);
    }
  }
  return gradient;
}

/** Underline and strikethrough of a stretch; heights from the baseline, relative to the font size. */
function drawDecorations(
  context: SKRSContext2D,
  { style, fromPx, toPx }: StyledStretch,
  fontPx: number,
): void {
  const heightPx = Math.max(1, Math.round(fontPx * 0.075));
  const bar = (topPx: number): void => context.fillRect(fromPx, topPx, toPx - fromPx, heightPx);
  context.fillStyle = style.color;
  if (style.underlined === true) bar(Math.round(fontPx * 0.13));
  if (style.strikethrough === true) bar(-Math.round(fontPx * 0.3));
}

/** Draws a card, with its parts in painting order. Takes 4 bytes for each pixel. */
export function drawCard(look: CardLook, size: CardSize, parts: readonly Part[]): RgbaImage {
  const { scale } = look;
  const [widthPx, heightPx] = [size.width * scale, size.height * scale];
  const context = createCanvas(widthPx, heightPx).getContext('2d');
  drawGround(context, look, size);
  for (const part of parts) part(context);
  const { data } = context.getImageData(0, 0, widthPx, heightPx);
  return { widthPx, heightPx, data };
}
