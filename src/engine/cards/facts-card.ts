import type { SKRSContext2D } from '@napi-rs/canvas';
import type { FontRegistry } from '../text/font-registry.ts';
import { directionOf } from '../text/text.ts';
import type { RgbaImage } from '../image/canvas.ts';
import { resize } from '../image/resize.ts';
import { commonIcon, commonSize, drawPixels, icon, type PixelBox } from './card-ground.ts';
import {
  dot,
  lay,
  meter,
  positioned,
  sign,
  type CardForm,
  type Part,
  drawCard,
} from './card-parts.ts';
import { palettes, type Palette, type WidgetOptions } from './palette.ts';
import { addPath, drawInitials } from './signs.ts';

/** A card with a name, a line below it, and a few numbers: a game or group. */
export type FactsCard = WidgetOptions & {
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

// In units, from the top left corner of the card.
const [textLeft, right, factsBaseline] = [98, 582, 124] as const;

/** Draws the card. Takes 330 kB of memory at scale 1, four times that at scale 2. */
export function drawFactsCard(fonts: FontRegistry, card: FactsCard): RgbaImage {
  const { scale, theme } = card;
  const palette: Palette = palettes[theme];
  const form: Form = { fonts, scale, card, palette };
  const picture = icon(form, commonIcon, (context, box) => {
    const image = card.icon ?? drawInitials(fonts, card.title, box.sizePx);
    drawPixels(context, resize(image, box.sizePx, box.sizePx), box);
  });
  return drawCard(form, commonSize, [picture, ...layHeadlines(form), ...layFacts(form)]);
}

type Form = CardForm<FactsCard>;

/** Lays out the title with its mark, and the line below it. */
function layHeadlines(form: Form): readonly Part[] {
  const { card, palette, scale } = form;
  const { weights, tracking } = palette;
  const markWidth = card.verified ? 26 : 0;
  const title = lay(form, card.title, {
    color: palette.text,
    weight: weights.bold - 100,
    tracking,
    font: 21,
    width: right - textLeft - markWidth,
    base: directionOf(card.title),
  });
  const subtitle = lay(form, card.subtitle, {
    color: palette.quiet,
    weight: weights.regular,
    tracking,
    font: 15,
    width: right - textLeft,
    base: directionOf(card.subtitle),
  });
  const markLeft = textLeft + title.widthPx / scale + 8;
  return [
    positioned(form, title, { x: textLeft, y: 45 }),
    positioned(form, subtitle, { x: textLeft, y: 71 }),
    ...(card.verified ? layMark(form, markLeft) : []),
  ];
}

/** The blue of the platform's own mark, visible on light and dark. */
const markColor = '#2f7bff';

function layMark(form: Form, left: number): readonly Part[] {
  const middle = { x: left + 8, y: 38 };
  return [
    dot(form, { ...middle, radius: 8 }, markColor),
    sign(form, { ...middle, size: 1 }, '#ffffff', tickPath),
  ];
}

function tickPath(context: SKRSContext2D, bounds: PixelBox): void {
  addPath(context, bounds, [
    [-4.4, 0.2],
    [-3, -1.2],
    [-1.2, 0.6],
    [3, -3.6],
    [4.4, -2.2],
    [-1.2, 3.4],
  ]);
}

/** Lays out the numbers in the strip, and the bar. */
function layFacts(form: Form): readonly Part[] {
  const { card, palette, scale } = form;
  const parts: Part[] = [];
  let left = 20;
  for (const { value, label } of card.facts) {
    const number = lay(form, value, { color: palette.text, weight: 700, font: 13.5 });
    const words = lay(form, label, { color: palette.muted, weight: 500, font: 13 });
    const wordsLeft = left + number.widthPx / scale + 5;
    parts.push(positioned(form, number, { x: left, y: factsBaseline }));
    parts.push(positioned(form, words, { x: wordsLeft, y: factsBaseline }));
    left = wordsLeft + words.widthPx / scale + 20;
  }
  if (card.meter === null) return parts;
  const { share, label } = card.meter;
  const words = lay(form, label, { color: palette.muted, weight: 600, font: 13 });
  const wordsLeft = right - words.widthPx / scale;
  const bounds = { x: wordsLeft - 10 - barWidth, y: 116.5, width: barWidth, height: 6 };
  return [
    ...parts,
    positioned(form, words, { x: wordsLeft, y: factsBaseline }),
    ...meter(form, bounds, share),
  ];
}

const barWidth = 96;
