import type { SKRSContext2D } from '@napi-rs/canvas';
import type { FontRegistry } from '../labels/font-registry.ts';
import type { Origin } from './draw-line.ts';
import { cutToFit } from './fit-lines.ts';
import type { Painter } from './painter.ts';
import { splitLine, type Direction, type InkedGrapheme } from './text-chunks.ts';
import { layLine, type LaidLine } from './text-line.ts';
import type { Ink } from './text-piece.ts';

/** Everything on a card except background and picture, in painting order. */
export type Part =
  | { readonly kind: 'line'; readonly line: LaidLine; readonly origin: Origin }
  | {
      readonly kind: 'shape';
      readonly trace: (context: SKRSContext2D) => void;
      readonly color: string;
    };

export function paintParts(painter: Painter, parts: readonly Part[]): void {
  for (const part of parts) {
    if (part.kind === 'line') painter.line(part.line, part.origin);
    else painter.shape(part.trace, part.color);
  }
}

export type LayDesk = { readonly fonts: FontRegistry; readonly scale: number };

/** No line of a card has room for more; a host name with its port has up to 259. */
const maxGraphemes = 272;

type LineLook = Ink & {
  /** Font size in units. */
  readonly font: number;
  /** The size to which text shrinks before it is cut. */
  readonly least?: number;
  /** In units; longer text is cut. */
  readonly width?: number;
  /** Which end is kept; the start by default. */
  readonly keeps?: 'start' | 'end';
  /** Left to right by default, as addresses and numbers are whatever their characters. */
  readonly base?: Direction;
};

export function lay({ fonts, scale }: LayDesk, text: string, look: LineLook): LaidLine {
  const {
    font,
    least = font,
    width = Number.POSITIVE_INFINITY,
    keeps,
    base = 'ltr',
    ...ink
  } = look;
  const line = splitLine([{ text, ink }]).slice(0, maxGraphemes);
  const layAt = (graphemes: readonly InkedGrapheme[], units: number) =>
    layLine(fonts, graphemes, units * scale, base);
  const fits = (laid: LaidLine) => laid.widthPx <= width * scale;
  const whole = layAt(line, font);
  if (fits(whole)) return whole;
  const smaller = layAt(line, least);
  return fits(smaller)
    ? smaller
    : layAt(
        cutToFit(line, (cut) => fits(layAt(cut, least)), keeps),
        least,
      );
}

export function placed(
  { scale }: Pick<LayDesk, 'scale'>,
  line: LaidLine,
  { x, y }: { readonly x: number; readonly y: number },
): Part {
  return { kind: 'line', line, origin: { xPx: x * scale, yPx: y * scale } };
}
