import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import type { FontRegistry } from '../labels/font-registry.ts';
import type { RgbaImage } from '../render/image/canvas.ts';
import { resize } from '../render/image/resize.ts';
import { drawGround, drawPicture } from './card-ground.ts';
import { drawInitials } from './initials.ts';
import { cutToFit } from './fit-lines.ts';
import { inkPainter, paintOutlines, type Painter } from './painter.ts';
import { palettes, type Palette, type WidgetTheme } from './palette.ts';
import { splitLine, type InkedGrapheme } from './text-chunks.ts';
import { layLine, type LaidLine } from './text-line.ts';
import type { Ink } from './text-piece.ts';

/** A card of something with a name, a line below it, and a few numbers: a game, a group. */
export type FactsCard = {
  readonly theme: WidgetTheme;
  /** Pixels a unit. */
  readonly scale: 1 | 2;
  readonly title: string;
  /** Whether the title has a verified mark. */
  readonly verified: boolean;
  readonly subtitle: string;
  /** Numbers and what they are of, from left to right; at most three. */
  readonly facts: readonly { readonly value: string; readonly label: string }[];
  /** A bar at the right of them, 0 to 1, and what is written beside it. */
  readonly meter: { readonly share: number; readonly label: string } | null;
  /** Square; null: the first letters of the title. */
  readonly icon: RgbaImage | null;
};

/** In units; the same size as the card of a server, so that both stand well in one column. */
const size = { width: 600, height: 138, strip: 38 } as const;
const [textLeft, right, factsBaseline] = [98, 582, 124] as const;
const iconUnits = 64;

/** Draws the card. Costs 330 kB of memory at scale 1, four times that at scale 2. */
export function drawFactsCard(fonts: FontRegistry, card: FactsCard): RgbaImage {
  const { scale, theme } = card;
  const palette: Palette = palettes[theme];
  const [widthPx, heightPx] = [size.width * scale, size.height * scale];
  const canvas = createCanvas(widthPx, heightPx);
  const context = canvas.getContext('2d');
  const strip = { stripPx: size.strip * scale, radiusPx: 14 * scale, linePx: scale };
  drawGround(context, palette, { widthPx, heightPx, ...strip });
  const desk: Desk = { fonts, card, palette };
  const headlines = layHeadlines(desk);
  if (palette.outline !== null) {
    const outline = { color: palette.outline, widthPx: 1.7 * scale };
    const outlined = createCanvas(widthPx, heightPx);
    paintOutlines(outlined.getContext('2d'), outline, headlines);
    context.drawImage(outlined, 0, 0);
  }
  const icon = card.icon ?? drawInitials(fonts, card.title, iconUnits * scale);
  drawPicture(context, resize(icon, iconUnits * scale, iconUnits * scale), {
    leftPx: 18 * scale,
    topPx: 18 * scale,
    sizePx: iconUnits * scale,
    radiusPx: 9 * scale,
    linePx: scale,
    edge: palette.iconEdge,
  });
  headlines(inkPainter(context));
  paintFacts(inkPainter(context), desk);
  const { data } = context.getImageData(0, 0, widthPx, heightPx);
  return { widthPx, heightPx, data };
}

type Desk = { readonly fonts: FontRegistry; readonly card: FactsCard; readonly palette: Palette };

/** The title with its mark, and the line below it. */
function layHeadlines(desk: Desk): (painter: Painter) => void {
  const { card, palette } = desk;
  const { scale } = card;
  const { weights, tracking } = palette;
  const markRoom = card.verified ? 26 : 0;
  const title = lay(desk, card.title, {
    ink: { color: palette.text, weight: weights.bold - 100, tracking },
    font: 21,
    room: right - textLeft - markRoom,
  });
  const subtitle = lay(desk, card.subtitle, {
    ink: { color: palette.quiet, weight: weights.regular, tracking },
    font: 15,
    room: right - textLeft,
  });
  const markLeft = textLeft + title.widthPx / scale + 8;
  return (painter) => {
    painter.line(title, { xPx: textLeft * scale, yPx: 45 * scale });
    painter.line(subtitle, { xPx: textLeft * scale, yPx: 71 * scale });
    if (card.verified) paintMark(painter, { leftPx: markLeft * scale, scale });
  };
}

/** The blue of the platform's own mark, which stands out from light and dark. */
const markColor = '#2f7bff';

function paintMark(
  painter: Painter,
  { leftPx, scale }: { readonly leftPx: number; readonly scale: number },
): void {
  const [middleX, middleY, radius] = [leftPx + 8 * scale, 38 * scale, 8 * scale];
  painter.shape((context) => {
    context.beginPath();
    context.arc(middleX, middleY, radius, 0, Math.PI * 2);
  }, markColor);
  painter.shape((context) => traceTick(context, middleX, middleY, scale), '#ffffff');
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

/** The numbers in the strip, and the bar. */
function paintFacts(painter: Painter, desk: Desk): void {
  const { card, palette } = desk;
  const { scale } = card;
  let left = 20;
  for (const { value, label } of card.facts) {
    const number = lay(desk, value, { ink: { color: palette.text, weight: 700 }, font: 13.5 });
    const words = lay(desk, label, { ink: { color: palette.muted, weight: 500 }, font: 13 });
    painter.line(number, { xPx: left * scale, yPx: factsBaseline * scale });
    left += number.widthPx / scale + 5;
    painter.line(words, { xPx: left * scale, yPx: factsBaseline * scale });
    left += words.widthPx / scale + 20;
  }
  if (card.meter === null) return;
  const { share, label } = card.meter;
  const words = lay(desk, label, { ink: { color: palette.muted, weight: 600 }, font: 13 });
  const wordsLeft = right - words.widthPx / scale;
  painter.line(words, { xPx: wordsLeft * scale, yPx: factsBaseline * scale });
  const bar = (width: number, color: string): void =>
    painter.shape((context) => {
      context.beginPath();
      const [x, y] = [(wordsLeft - 10 - barWidth) * scale, 116.5 * scale];
      context.roundRect(x, y, width * scale, 6 * scale, 3 * scale);
    }, color);
  bar(barWidth, palette.faint);
  if (share > 0) bar(Math.max(6, barWidth * share), palette.signal.good);
}

const barWidth = 96;

type Look = { readonly ink: Ink; readonly font: number; readonly room?: number };

/** No line of a card has room for more. */
const maxGraphemes = 128;

function lay({ fonts, card }: Desk, text: string, { ink, font, room }: Look): LaidLine {
  const { scale } = card;
  const line = splitLine([{ text, ink }]).slice(0, maxGraphemes);
  const layAt = (graphemes: readonly InkedGrapheme[]) => layLine(fonts, graphemes, font * scale);
  const fits = (laid: LaidLine) => room === undefined || laid.widthPx <= room * scale;
  const whole = layAt(line);
  return fits(whole) ? whole : layAt(cutToFit(line, (cut) => fits(layAt(cut))));
}
