import type { FontRegistry } from '../text/font-registry.ts';
import type { RgbaImage } from '../image/canvas.ts';
import { commonIcon, commonSize, drawPixels, icon } from './card-ground.ts';
import {
  drawCard,
  box,
  dot,
  lay,
  meter,
  positioned,
  sign,
  type CardForm,
  type Part,
} from './card-parts.ts';
import { palettes, type Palette } from './palette.ts';
import type { ServerCard } from './card-jobs.ts';
import { decodePng } from '../image/decode-png.ts';
import { defaultIconPng } from './heads.ts';
import { fitLines, type PieceLine } from '../text/fit.ts';
import { countText, stateStringsOf } from './strings.ts';
import { motdLines } from './motd-lines.ts';
import { maxBars, barPath, personPath } from './signs.ts';
import { directionOf } from '../text/text.ts';
import type { TextStyle, TextPiece } from '../text/line.ts';

/** Draws the card. Takes 330 kB of memory at scale 1, four times that at scale 2. */
export function drawServerCard(fonts: FontRegistry, card: ServerCard): RgbaImage {
  const form: Form = { fonts, card, scale: card.scale, palette: palettes[card.theme] };
  const badge = layBadge(form);
  return drawCard(form, commonSize, [
    icon(form, commonIcon, (context, square) => drawPixels(context, iconOf(card), square)),
    ...layHeadlines(form, badge.left),
    ...badge.parts,
    ...layFooter(form),
  ]);
}

function iconOf({ server }: ServerCard): RgbaImage {
  return server === null ? asleep(defaultIcon()) : (server.icon ?? defaultIcon());
}

/** A dimmed greyscale copy. */
function asleep(image: RgbaImage): RgbaImage {
  const data = new Uint8ClampedArray(image.data);
  for (let at = 0; at < data.length; at += 4) {
    const grey = 0.3 * (data[at] ?? 0) + 0.59 * (data[at + 1] ?? 0) + 0.11 * (data[at + 2] ?? 0);
    data.fill(60 + grey * 0.45, at, at + 3);
  }
  return { ...image, data };
}

export function defaultIcon(): RgbaImage {
  return decodePng(defaultIconPng);
}

type Form = CardForm<ServerCard>;

// In units, from the top left corner of the card.
const textLeft = 98;
const right = 582;
const footerBaseline = 124;

/** Lays out the state ("Online") at the right end of the first line. */
function layBadge(form: Form): { readonly parts: readonly Part[]; readonly left: number } {
  const { card, palette, scale } = form;
  const look = palette[card.state];
  const word = stateStringsOf(card.lang, card.state).state;
  const base = directionOf(word);
  const line = lay(form, word, { font: 12.5, color: look.text, weight: 650, base });
  const width = line.widthPx / scale + 31;
  const left = right - width;
  const parts = [
    box(form, { x: left, y: 17, width, height: 23, radius: 11.5 }, look.ground),
    dot(form, { x: left + 12.5, y: 28.5, radius: 3.5 }, look.dot),
    positioned(form, line, { x: left + 21, y: 33 }),
  ];
  return { parts, left };
}

/** Lays out name and MOTD, centred on the picture. */
function layHeadlines(form: Form, badgeLeft: number): readonly Part[] {
  const { fonts, card, palette, scale } = form;
  const isTitled = card.title !== '';
  const name = lay(form, isTitled ? card.title : card.host, {
    font: 18,
    min: 15,
    color: palette.text,
    weight: palette.weights.bold - 100,
    tracking: palette.tracking,
    width: badgeLeft - 14 - textLeft,
    // The most significant labels and the port are at the end of a host.
    ...(isTitled ? { base: directionOf(card.title) } : { keeps: 'end' }),
  });
  const lines = fitLines(fonts, messageOf(card, palette), {
    widthPx: (right - textLeft) * scale,
    maxLines: 2,
    fontsPx: [15 * scale, 14 * scale, 13 * scale],
  });
  const [nameY, ...lineYs] = lines.length > 1 ? [34, 58, 78] : [42, 68];
  return [
    positioned(form, name, { x: textLeft, y: nameY ?? 34 }),
    ...lines.map(({ line, leftPx }, index) =>
      positioned(form, line, { x: textLeft + leftPx / scale, y: lineYs[index] ?? 78 }),
    ),
  ];
}

function isBlank({ text, picture }: TextPiece): boolean {
  return text.trim() === '' && !picture;
}

function messageOf({ server, state, lang }: ServerCard, palette: Palette): readonly PieceLine[] {
  const { weights, tracking, quiet } = palette;
  const style: TextStyle = { color: quiet, weight: weights.regular, tracking };
  const lines = server === null ? [] : motdLines(server.motd, palette, server.faces);
  return lines.every(({ pieces }) => pieces.every((piece) => isBlank(piece)))
    ? [{ pieces: [{ text: stateStringsOf(lang, state).sentence, style }], middle: null }]
    : lines;
}

/** Lays out players with their meter, version, edition and signal. */
function layFooter(form: Form): readonly Part[] {
  const { card } = form;
  const bars = layBars(form);
  const edition = layEdition(form, bars.left - 12);
  const players = layPlayers(form);
  const version = card.server?.version ?? '';
  const bounds = edition.left - 16 - (players.right + 18);
  const parts = [...players.parts, ...edition.parts, ...bars.parts];
  if (version === '' || bounds < 40) return parts;
  const { muted } = form.palette;
  const line = lay(form, version, { font: 13, color: muted, weight: 500, width: bounds });
  return [...parts, positioned(form, line, { x: players.right + 18, y: footerBaseline })];
}

function layPlayers(form: Form): { readonly parts: readonly Part[]; readonly right: number } {
  const { palette, scale, card } = form;
  const players = card.server?.players ?? null;
  const color = card.server === null ? palette.muted : palette.text;
  const online = lay(form, players === null ? '–' : countText(card.lang, players.online), {
    font: 13.5,
    color,
    weight: 700,
  });
  const max = lay(form, players === null ? '' : `/ ${countText(card.lang, players.max)}`, {
    font: 13.5,
    color: palette.muted,
    weight: 500,
  });
  const left = 41;
  const maxLeft = left + online.widthPx / scale + 4.5;
  const end = maxLeft + max.widthPx / scale;
  const parts = [
    sign(form, { x: 20, y: 112.5, size: 13 }, palette.muted, personPath),
    positioned(form, online, { x: left, y: footerBaseline }),
    positioned(form, max, { x: maxLeft, y: footerBaseline }),
  ];
  if (players === null || players.max <= 0) return { parts, right: end };
  const bounds = { x: end + 12, y: 117, width: meterWidth, height: 5 };
  const share = Math.min(1, Math.max(0, players.online / players.max));
  return { parts: [...parts, ...meter(form, bounds, share)], right: end + 12 + meterWidth };
}

const meterWidth = 64;

function layEdition(form: Form, end: number) {
  const { card, palette, scale } = form;
  const line = lay(form, card.edition, { font: 11.5, color: palette.muted, weight: 600 });
  const width = line.widthPx / scale + 15;
  const left = end - width;
  const chip = box(form, { x: left, y: 110, width, height: 19, radius: 5.5 }, palette.chip);
  return { parts: [chip, positioned(form, line, { x: left + 7.5, y: 123.5 })], left };
}

function layBars(form: Form): { readonly parts: readonly Part[]; readonly left: number } {
  const { card, palette } = form;
  const lit = card.server?.bars ?? 0;
  const { good, fair, poor } = palette.signal;
  const color = lit >= 4 ? good : lit >= 2 ? fair : poor;
  const left = right - 19;
  const bounds = { x: left, y: 111, size: 16 };
  const parts = Array.from({ length: maxBars }, (_, bar) =>
    sign(form, bounds, bar < lit ? color : palette.faint, (context, at) =>
      barPath(context, bar, at),
    ),
  );
  return { parts, left };
}
