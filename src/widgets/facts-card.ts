import type { SKRSContext2D } from '@napi-rs/canvas';
import type { FontRegistry } from '../labels/font-registry.ts';
import { directionOf } from '../labels/text.ts';
import type { RgbaImage } from '../render/image/canvas.ts';
import { resize } from '../render/image/resize.ts';
import { drawPicture } from './card-ground.ts';
import { lay, placed, type LayDesk, type Part } from './card-parts.ts';
import { drawCard } from './draw-card.ts';
import { drawInitials } from './initials.ts';
import { palettes, type Palette, type WidgetTheme } from './palette.ts';
import { traceDot } from './signs.ts';

/** A card with a name, a line below it, and a few numbers: a game or group. */
export type FactsCard = {
  readonly theme: WidgetTheme;
  /** Pixels per unit. */
  readonly scale: 1 | 2;
  readonly title: string;
  /** Whether the title has a verified mark. */
  readonly verified: boolean;
  readonly subtitle: string;
  /** Values with their labels, from left to right; at most three. */
  readonly facts: readonly { readonly value: string; readonly label: string }[];
  /** A bar at the right, 0 to 1, with its label. */
  readonly meter: { readonly share: number; readonly label: string } | null;
  /** Square; null for the initials of the title. */
  readonly icon: RgbaImage | null;
};

/** In units; the same size as the card of a server, so that both fit into one column. */
const size = { width: 600, height: 138, strip: 38 } as const;
const [textLeft, right, factsBaseline] = [98, 582, 124] as const;
const iconUnits = 64;

/** Draws the card. Takes 330 kB of memory at scale 1, four times that at scale 2. */
export function drawFactsCard(fonts: FontRegistry, card: FactsCard): RgbaImage {
  const { scale, theme } = card;
  const palette: Palette = palettes[theme];
  const desk: Desk = { fonts, scale, card, palette };
  const iconPx = iconUnits * scale;
  const cardSize = {
    widthPx: size.width * scale,
    heightPx: size.height * scale,
    stripPx: size.strip * scale,
    radiusPx: 14 * scale,
    linePx: scale,
  };
  const place = {
    leftPx: 18 * scale,
    topPx: 18 * scale,
    sizePx: iconPx,
    radiusPx: 9 * scale,
    linePx: scale,
    edge: palette.iconEdge,
  };
  const icon = card.icon ?? drawInitials(fonts, card.title, iconPx);
  return drawCard(palette, cardSize, {
    headlines: layHeadlines(desk),
    rest: layFacts(desk),
    picture: (context) => drawPicture(context, resize(icon, iconPx, iconPx), place),
  });
}

type Desk = LayDesk & { readonly card: FactsCard; readonly palette: Palette };

/** Lays out the title with its mark, and the line below it. */
function layHeadlines(desk: Desk): readonly Part[] {
  const { card, palette, scale } = desk;
  const { weights, tracking } = palette;
  const markRoom = card.verified ? 26 : 0;
  const title = lay(desk, card.title, {
    color: palette.text,
    weight: weights.bold - 100,
    tracking,
    font: 21,
    width: right - textLeft - markRoom,
    base: directionOf(card.title),
  });
  const subtitle = lay(desk, card.subtitle, {
    color: palette.quiet,
    weight: weights.regular,
    tracking,
    font: 15,
    width: right - textLeft,
    base: directionOf(card.subtitle),
  });
  const markLeft = textLeft + title.widthPx / scale + 8;
  return [
    placed(desk, title, { x: textLeft, y: 45 }),
    placed(desk, subtitle, { x: textLeft, y: 71 }),
    ...(card.verified ? layMark(markLeft * scale, scale) : []),
  ];
}

/** The blue of the platform's own mark, visible on light and dark. */
const markColor = '#2f7bff';

function layMark(leftPx: number, scale: number): readonly Part[] {
  const place = { xPx: leftPx + 8 * scale, yPx: 38 * scale, radiusPx: 8 * scale };
  return [
    { kind: 'shape', color: markColor, trace: (context) => traceDot(context, place) },
    {
      kind: 'shape',
      color: '#ffffff',
      trace: (context) => traceTick(context, place.xPx, place.yPx, scale),
    },
  ];
}

function traceTick(context: SKRSContext2D, x: number, y: number, scale: number): void {
  const points = [
    [-4.4, 0.2],
    [-3, -1.2],
    [-1.2, 0.6],
    [3, -3.6],
    [4.4, -2.2],
    [-1.2, 3.4],
  ] as const;
  context.beginPath();
  for (const [across, down] of points) context.lineTo(x + across * scale, y + down * scale);
  context.closePath();
}

/** Lays out the numbers in the strip, and the bar. */
function layFacts(desk: Desk): readonly Part[] {
  const { card, palette, scale } = desk;
  const parts: Part[] = [];
  let left = 20;
  for (const { value, label } of card.facts) {
    const number = lay(desk, value, { color: palette.text, weight: 700, font: 13.5 });
    const words = lay(desk, label, { color: palette.muted, weight: 500, font: 13 });
    const wordsLeft = left + number.widthPx / scale + 5;
    parts.push(placed(desk, number, { x: left, y: factsBaseline }));
    parts.push(placed(desk, words, { x: wordsLeft, y: factsBaseline }));
    left = wordsLeft + words.widthPx / scale + 20;
  }
  if (card.meter === null) return parts;
  const { share, label } = card.meter;
  const words = lay(desk, label, { color: palette.muted, weight: 600, font: 13 });
  const wordsLeft = right - words.widthPx / scale;
  const bar = (width: number, color: string): Part => ({
    kind: 'shape',
    color,
    trace: (context) => {
      context.beginPath();
      const [x, y] = [(wordsLeft - 10 - barWidth) * scale, 116.5 * scale];
      context.roundRect(x, y, width * scale, 6 * scale, 3 * scale);
    },
  });
  parts.push(placed(desk, words, { x: wordsLeft, y: factsBaseline }), bar(barWidth, palette.faint));
  if (share > 0) parts.push(bar(Math.max(6, barWidth * share), palette.signal.good));
  return parts;
}

const barWidth = 96;
