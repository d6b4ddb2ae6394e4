import type { SKRSContext2D } from '@napi-rs/canvas';
import type { FontRegistry } from '../text/font-registry.ts';
import { drawLine, type Origin } from './draw-line.ts';
import { fitLine } from '../text/fit.ts';
import { splitLine, type LaidLine, type TextStyle } from '../text/line.ts';
import type { Direction } from '../text/text.ts';
import type { Palette } from './palette.ts';
import type { PixelBox, Bounds } from './draw-pixels.ts';

/** Everything on a card except background and picture, in painting order. */
export type Part =
  | { readonly kind: 'line'; readonly line: LaidLine; readonly origin: Origin }
  | {
      readonly kind: 'shape';
      readonly path: (context: SKRSContext2D) => void;
      readonly color: string;
    };

export function paintParts(context: SKRSContext2D, parts: readonly Part[]): void {
  for (const part of parts) {
    if (part.kind === 'line') {
      drawLine(context, part.line, part.origin);
    } else {
      part.path(context);
      context.fillStyle = part.color;
      context.fill();
    }
  }
}

/** Ascenders and descenders, relative to the font size. */
const [ascent, descent] = [0.8, 0.26] as const;

/** The rectangle of all lines that are not empty, in px; `null` if there are none. */
export function boundsOf(parts: readonly Part[]): Bounds | null {
  const lines = parts.flatMap((part) =>
    part.kind === 'line' && part.line.widthPx > 0 ? part : [],
  );
  if (lines.length === 0) return null;
  const leftPx = Math.min(...lines.map(({ origin }) => origin.xPx));
  const topPx = Math.min(...lines.map(({ line, origin }) => origin.yPx - line.fontPx * ascent));
  const rightPx = Math.max(...lines.map(({ line, origin }) => origin.xPx + line.widthPx));
  const bottomPx = Math.max(...lines.map(({ line, origin }) => origin.yPx + line.fontPx * descent));
  return { leftPx, topPx, widthPx: rightPx - leftPx, heightPx: bottomPx - topPx };
}

/** What text is laid out with. */
export type LayForm = {
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

export function positioned(
  { scale }: Pick<LayForm, 'scale'>,
  line: LaidLine,
  { x, y }: Point,
): Part {
  return { kind: 'line', line, origin: { xPx: x * scale, yPx: y * scale } };
}

type Point = { readonly x: number; readonly y: number };
type Box = Point & { readonly width: number; readonly height: number };

/** A box with rounded corners. */
export function box(
  { scale }: Pick<LayForm, 'scale'>,
  { x, y, width, height, radius }: Box & { readonly radius: number },
  color: string,
): Part {
  const path = (context: SKRSContext2D): void => {
    context.beginPath();
    context.roundRect(x * scale, y * scale, width * scale, height * scale, radius * scale);
  };
  return { kind: 'shape', color, path };
}

/** A full circle around a point. */
export function dot(
  { scale }: Pick<LayForm, 'scale'>,
  { x, y, radius }: Point & { readonly radius: number },
  color: string,
): Part {
  const path = (context: SKRSContext2D): void => {
    context.beginPath();
    context.arc(x * scale, y * scale, radius * scale, 0, Math.PI * 2);
  };
  return { kind: 'shape', color, path };
}

/** An icon of `signs.ts` in a square. */
export function sign(
  { scale }: Pick<LayForm, 'scale'>,
  { x, y, size }: Point & { readonly size: number },
  color: string,
  drawSign: (context: SKRSContext2D, bounds: PixelBox) => void,
): Part {
  const bounds = { leftPx: x * scale, topPx: y * scale, sizePx: size * scale };
  return { kind: 'shape', color, path: (context) => drawSign(context, bounds) };
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
