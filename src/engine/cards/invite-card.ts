import type { RgbaImage } from '../image/canvas.ts';
import { fitLines } from '../text/fit.ts';
import type { FontRegistry } from '../text/font-registry.ts';
import { directionOf } from '../text/text.ts';
import { cardRadius, drawBorder, drawSmooth, icon } from './card-ground.ts';
import type { InviteCard } from './card-jobs.ts';
import {
  box,
  dot,
  drawCard,
  lay,
  positioned,
  sign,
  type CardForm,
  type Part,
} from './card-parts.ts';
import { palettes, type Palette } from './palette.ts';
import { checkPath, drawInitials, ringsPath, sealPath } from './signs.ts';
import { countedStrings, joinString } from './strings.ts';

// In units, which are pixels at scale 1.
const cardSize = { width: 600, height: 160, strip: 48 } as const;
const iconBox = { corner: 18, size: 76, radius: 20 } as const;

/** Draws the card. Takes 400 kB of memory at scale 1, four times that at scale 2, plus the banner. */
export function drawInviteCard(fonts: FontRegistry, card: InviteCard): RgbaImage {
  const palette: Palette = palettes[card.theme];
  const banner = palette.hasBanner ? card.banner : null;
  // On a banner only the strongest colour lets some of the picture show.
  const quiet = banner === null ? palette.quiet : palette.text;
  const form: Form = { fonts, card, palette, quiet, scale: card.scale };
  return drawCard(form, cardSize, [
    ...(banner === null ? [] : [bannerOf(banner, form)]),
    iconOf(form),
    ...layHeadlines(form),
    ...layStrip(form),
  ]);
}

type Form = CardForm<InviteCard> & {
  /** Colour of the description. */
  readonly quiet: string;
};

function iconOf(form: Form): Part {
  const { fonts, card, palette } = form;
  return icon(form, iconBox, (context, { leftPx, topPx, sizePx }) => {
    // A background for icons with transparent parts.
    context.fillStyle = palette.contrastGround;
    context.fillRect(leftPx, topPx, sizePx, sizePx);
    const image = card.icon ?? drawInitials(fonts, card.name, sizePx);
    drawSmooth(context, image, { leftPx, topPx, widthPx: sizePx, heightPx: sizePx });
  });
}

/** Opacity of the veil over a banner: white letters keep a contrast of 4.5 (WCAG 2, 1.4.3). */
export const veilOpacity = 0.65;

/** Height above the strip in which the veil grows opaque, so that it does not end in a line. */
const fadeUnits = 40;

/** The banner above the strip, and the veil over it. */
function bannerOf(banner: RgbaImage, { palette, scale }: Form): Part {
  const widthPx = cardSize.width * scale;
  const heightPx = (cardSize.height - cardSize.strip) * scale;
  return (context) => {
    context.save();
    context.beginPath();
    context.roundRect(0, 0, widthPx, cardSize.height * scale, cardRadius * scale);
    context.clip();
    context.fillStyle = palette.contrastGround;
    context.fillRect(0, 0, widthPx, heightPx);
    drawSmooth(context, banner, { leftPx: 0, topPx: 0, widthPx, heightPx });
    // Row by row: gradients of the canvas differ by a level on some processors.
    const fadePx = fadeUnits * scale;
    for (let y = 0; y < heightPx; y++) {
      const share = Math.max(0, 1 - (heightPx - y) / fadePx);
      context.globalAlpha = veilOpacity + (1 - veilOpacity) * share;
      context.fillRect(0, y, widthPx, 1);
    }
    context.restore();
    drawBorder(context, { palette, scale }, cardSize);
  };
}

// In units, from the top left corner of the card.
const [left, right] = [110, 582];
const stripMiddle = 136;

const markSize = 19;

/** Lays out name, badge and description, centred on the icon. */
function layHeadlines(form: Form): readonly Part[] {
  const { fonts, card, palette, scale, quiet } = form;
  const hasMark = card.mark !== null;
  const name = lay(form, card.name, {
    font: 21,
    min: 17,
    color: palette.text,
    weight: palette.weights.bold - 100,
    tracking: palette.tracking,
    width: right - left - (hasMark ? markSize + 9 : 0),
    base: directionOf(card.name),
  });
  const style = { color: quiet, weight: palette.weights.regular, tracking: palette.tracking };
  const text = (card.description ?? '').replaceAll(/\s+/g, ' ').trim();
  const lines = fitLines(fonts, text === '' ? [] : [{ pieces: [{ text, style }], middle: null }], {
    widthPx: (right - left) * scale,
    maxLines: 2,
    fontsPx: [15.5 * scale, 15 * scale],
  });
  const [nameY, ...lineYs] = blocks[lines.length] ?? blocks[2];
  const nameEnd = left + name.widthPx / scale;
  const widths = lines.map(({ line }) => line.widthPx / scale);
  // Right-to-left lines are aligned at the right.
  const starts = widths.map((width) =>
    directionOf(text) === 'rtl' ? left + Math.max(...widths) - width : left,
  );
  return [
    positioned(form, name, { x: left, y: nameY }),
    ...lines.map(({ line }, index) =>
      positioned(form, line, { x: starts[index] ?? left, y: lineYs[index] ?? nameY }),
    ),
    ...layMark(form, { x: nameEnd + 8, y: nameY - 16 }),
  ];
}

/** Baselines of the name and of so many lines of description. */
const blocks = [[63], [50, 76], [39, 65, 86]] as const;

const markColors = { verified: '#23a55a', partnered: '#5865f2' } as const satisfies Record<
  NonNullable<InviteCard['mark']>,
  string
>;

/** A seal after the name: with a check mark, or with two linked rings. */
function layMark(
  form: Form,
  { x, y }: { readonly x: number; readonly y: number },
): readonly Part[] {
  const { mark } = form.card;
  if (mark === null) return [];
  const bounds = { x, y, size: markSize };
  return [
    sign(form, bounds, markColors[mark], sealPath),
    sign(form, bounds, '#ffffff', mark === 'verified' ? checkPath : ringsPath),
  ];
}

const button = { height: 32, color: '#1b7f45', text: '#ffffff' } as const;

/** Lays out the numbers of members and the button. */
function layStrip(form: Form): readonly Part[] {
  const { card, palette } = form;
  const counts = [
    { kind: 'online', count: card.online, color: palette.online.dot },
    { kind: 'members', count: card.members, color: palette.muted },
  ] as const;
  const parts: Part[] = [];
  let x = 22;
  for (const { kind, count, color } of counts) {
    if (count === null) continue;
    const laid = layCount(form, { kind, count, color, x });
    parts.push(...laid.parts);
    x = laid.right + 22;
  }
  return card.canJoin ? [...parts, ...layButton(form)] : parts;
}

type Count = {
  readonly kind: 'online' | 'members';
  readonly count: number;
  readonly color: string;
  readonly x: number;
};

function layCount(form: Form, { kind, count, color, x }: Count) {
  const { card, palette, scale } = form;
  const { number, word } = countedStrings(card.lang, kind, count);
  const figures = lay(form, number, { font: 15.5, color: palette.text, weight: 700 });
  const name = lay(form, word, { font: 15, color: palette.muted, weight: 500, width: 120 });
  const baseline = stripMiddle + 5.5;
  const nameX = x + 16 + figures.widthPx / scale + 5;
  return {
    parts: [
      dot(form, { x: x + 4, y: stripMiddle, radius: 4 }, color),
      positioned(form, figures, { x: x + 16, y: baseline }),
      positioned(form, name, { x: nameX, y: baseline }),
    ],
    right: nameX + name.widthPx / scale,
  };
}

function layButton(form: Form): readonly Part[] {
  const { card, scale } = form;
  const word = joinString(card.lang);
  const line = lay(form, word, {
    font: 15.5,
    color: button.text,
    weight: 650,
    base: directionOf(word),
  });
  const width = Math.max(88, line.widthPx / scale + 40);
  const x = right - width;
  const { height, color } = button;
  const bounds = { x, y: stripMiddle - height / 2, width, height, radius: 9 };
  const start = x + (width - line.widthPx / scale) / 2;
  return [box(form, bounds, color), positioned(form, line, { x: start, y: stripMiddle + 5.5 })];
}
