import { box, dot, lay, meter, placed, sign, type CardDesk, type Part } from './card-parts.ts';
import { fitLines } from '../text/fit-lines.ts';
import { countText } from './invite-words.ts';
import { motdLines, type PieceLine } from './motd-lines.ts';
import type { Palette } from './palette.ts';
import type { ServerCard } from './server-card.ts';
import { stateWordsOf } from './server-words.ts';
import { maxBars, traceBar, tracePerson } from './signs.ts';
import { directionOf } from '../text/text.ts';
import type { Ink, TextPiece } from '../text/text-piece.ts';

type Desk = CardDesk<ServerCard>;

// In units, from the top left corner of the card.
const textLeft = 98;
const right = 582;
const footerBaseline = 124;

/** Lays out a card. Headlines may lie directly on the page; all other parts have a background. */
export function layServerCard(desk: Desk): {
  readonly headlines: readonly Part[];
  readonly rest: readonly Part[];
} {
  const badge = layBadge(desk);
  return {
    headlines: layHeadlines(desk, badge.left),
    rest: [...badge.parts, ...layFooter(desk)],
  };
}

/** Lays out the state ("Online") at the right end of the first line. */
function layBadge(desk: Desk): { readonly parts: readonly Part[]; readonly left: number } {
  const { card, palette, scale } = desk;
  const look = palette[card.state];
  const word = stateWordsOf(card.lang, card.state).state;
  const base = directionOf(word);
  const line = lay(desk, word, { font: 12.5, color: look.text, weight: 650, base });
  const width = line.widthPx / scale + 31;
  const left = right - width;
  const parts = [
    box(desk, { x: left, y: 17, width, height: 23, radius: 11.5 }, look.ground),
    dot(desk, { x: left + 12.5, y: 28.5, radius: 3.5 }, look.dot),
    placed(desk, line, { x: left + 21, y: 33 }),
  ];
  return { parts, left };
}

/** Lays out name and MOTD, centred on the picture. */
function layHeadlines(desk: Desk, badgeLeft: number): readonly Part[] {
  const { fonts, card, palette, scale } = desk;
  const isTitled = card.title !== '';
  const name = lay(desk, isTitled ? card.title : card.host, {
    font: 18,
    least: 15,
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
    placed(desk, name, { x: textLeft, y: nameY ?? 34 }),
    ...lines.map(({ line, leftPx }, index) =>
      placed(desk, line, { x: textLeft + leftPx / scale, y: lineYs[index] ?? 78 }),
    ),
  ];
}

function isBlank({ text, picture }: TextPiece): boolean {
  return text.trim() === '' && !picture;
}

function messageOf({ server, state, lang }: ServerCard, palette: Palette): readonly PieceLine[] {
  const { weights, tracking, quiet } = palette;
  const ink: Ink = { color: quiet, weight: weights.regular, tracking };
  const lines = server === null ? [] : motdLines(server.motd, palette, server.faces);
  return lines.every(({ pieces }) => pieces.every((piece) => isBlank(piece)))
    ? [{ pieces: [{ text: stateWordsOf(lang, state).sentence, ink }], middle: null }]
    : lines;
}

/** Lays out players with their meter, version, edition and signal. */
function layFooter(desk: Desk): readonly Part[] {
  const { card } = desk;
  const bars = layBars(desk);
  const edition = layEdition(desk, bars.left - 12);
  const players = layPlayers(desk);
  const version = card.server?.version ?? '';
  const room = edition.left - 16 - (players.right + 18);
  const parts = [...players.parts, ...edition.parts, ...bars.parts];
  if (version === '' || room < 40) return parts;
  const { muted } = desk.palette;
  const line = lay(desk, version, { font: 13, color: muted, weight: 500, width: room });
  return [...parts, placed(desk, line, { x: players.right + 18, y: footerBaseline })];
}

function layPlayers(desk: Desk): { readonly parts: readonly Part[]; readonly right: number } {
  const { palette, scale, card } = desk;
  const players = card.server?.players ?? { online: 0, max: 0 };
  const isUnknown =
    card.state === 'unknown' || (card.server !== null && card.server.players === null);
  const color = card.server === null ? palette.muted : palette.text;
  const online = lay(desk, isUnknown ? '–' : countText(card.lang, players.online), {
    font: 13.5,
    color,
    weight: 700,
  });
  const max = lay(desk, `/ ${isUnknown ? '–' : countText(card.lang, players.max)}`, {
    font: 13.5,
    color: palette.muted,
    weight: 500,
  });
  const left = 41;
  const maxLeft = left + online.widthPx / scale + 4.5;
  const end = maxLeft + max.widthPx / scale;
  const parts = [
    sign(desk, { x: 20, y: 112.5, size: 13 }, palette.muted, tracePerson),
    placed(desk, online, { x: left, y: footerBaseline }),
    placed(desk, max, { x: maxLeft, y: footerBaseline }),
  ];
  if (players.max <= 0) return { parts, right: end };
  const place = { x: end + 12, y: 117, width: meterWidth, height: 5 };
  const share = Math.min(1, Math.max(0, players.online / players.max));
  return { parts: [...parts, ...meter(desk, place, share)], right: end + 12 + meterWidth };
}

const meterWidth = 64;

function layEdition(
  desk: Desk,
  end: number,
): { readonly parts: readonly Part[]; readonly left: number } {
  const { card, palette, scale } = desk;
  const line = lay(desk, card.edition, { font: 11.5, color: palette.muted, weight: 600 });
  const width = line.widthPx / scale + 15;
  const left = end - width;
  const chip = box(desk, { x: left, y: 110, width, height: 19, radius: 5.5 }, palette.chip);
  return { parts: [chip, placed(desk, line, { x: left + 7.5, y: 123.5 })], left };
}

function layBars(desk: Desk): { readonly parts: readonly Part[]; readonly left: number } {
  const { card, palette } = desk;
  const lit = card.server?.bars ?? 0;
  const { good, fair, poor } = palette.signal;
  const color = lit >= 4 ? good : lit >= 2 ? fair : poor;
  const left = right - 19;
  const place = { x: left, y: 111, size: 16 };
  const parts = Array.from({ length: maxBars }, (_, bar) =>
    sign(desk, place, bar < lit ? color : palette.faint, (context, at) =>
      traceBar(context, bar, at),
    ),
  );
  return { parts, left };
}
