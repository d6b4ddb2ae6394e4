import type { FontBook } from '../labels/font-book.ts';
import { ellipsis } from '../labels/typeset.ts';
import { splitLine, type InkedGrapheme } from './text-chunks.ts';
import { layLine, type LaidLine } from './text-line.ts';
import type { TextPiece } from './text-piece.ts';

/** The room for a paragraph. */
export type TextRoom = {
  readonly widthPx: number;
  readonly mostLines: number;
  /** Sizes to try, the largest first; all lines have the same. */
  readonly fontsPx: readonly number[];
};

/** Characters of one line that are looked at; no room is wide enough for more. */
const mostGraphemes = 240;

/**
 * Fits lines into a room. Where they are too wide, a smaller size is tried, then lines are broken
 * while there is room below, and what is still too long ends in `…`. Empty lines are left out.
 */
export function fitLines(
  book: FontBook,
  lines: readonly (readonly TextPiece[])[],
  room: TextRoom,
): readonly LaidLine[] {
  const split = lines
    .map((line) => splitLine(line).slice(0, mostGraphemes))
    .filter((line) => line.length > 0);
  const kept = split.slice(0, room.mostLines);
  for (const fontPx of room.fontsPx) {
    const laid = kept.map((line) => layLine(book, line, fontPx));
    if (laid.every(({ widthPx }) => widthPx <= room.widthPx)) return laid;
  }
  return breakLines(book, kept, room);
}

function breakLines(
  book: FontBook,
  lines: readonly (readonly InkedGrapheme[])[],
  { widthPx, mostLines, fontsPx }: TextRoom,
): readonly LaidLine[] {
  const fontPx = fontsPx.at(-1) ?? 12;
  const fits = (line: readonly InkedGrapheme[]): boolean =>
    layLine(book, line, fontPx).widthPx <= widthPx;
  const laid: LaidLine[] = [];
  let spare = mostLines - lines.length;
  for (const line of lines) {
    let rest = line;
    while (spare > 0 && !fits(rest)) {
      const end = breakAt(
        rest,
        longest(rest.length, (count) => fits(rest.slice(0, count))),
      );
      if (end <= 0) break;
      laid.push(layLine(book, trimmed(rest.slice(0, end)), fontPx));
      rest = trimmed(rest.slice(end));
      spare -= 1;
    }
    laid.push(layLine(book, cutToFit(rest, fits), fontPx));
  }
  return laid;
}

/** The end of the last word before `most`; in the middle of a word that is very long by itself. */
function breakAt(line: readonly InkedGrapheme[], most: number): number {
  const space = line.slice(0, most + 1).findLastIndex(({ text }) => text === ' ');
  return space > most / 2 ? space : most;
}

function trimmed(line: readonly InkedGrapheme[]): readonly InkedGrapheme[] {
  const first = line.findIndex(({ text }) => text !== ' ');
  return first < 0 ? [] : line.slice(first, line.findLastIndex(({ text }) => text !== ' ') + 1);
}

/** The line, or as much of its start (or its end) as leaves room for `…` in the ink of its neighbour. */
export function cutToFit(
  line: readonly InkedGrapheme[],
  fits: (line: readonly InkedGrapheme[]) => boolean,
  keeps: 'start' | 'end' = 'start',
): readonly InkedGrapheme[] {
  if (fits(line)) return line;
  const cut = (count: number): readonly InkedGrapheme[] => {
    const start = keeps === 'start' ? 0 : line.length - count;
    const kept = trimmed(line.slice(start, start + count));
    const ink = kept.at(keeps === 'start' ? -1 : 0)?.ink ?? line[0]?.ink;
    if (ink === undefined) return kept;
    const mark = { text: ellipsis, ink };
    return keeps === 'start' ? [...kept, mark] : [mark, ...kept];
  };
  return cut(longest(line.length - 1, (count) => fits(cut(count))));
}

/** The largest count from 0 to `most` that passes, taking it that all smaller ones pass too. */
function longest(most: number, passes: (count: number) => boolean): number {
  let low = 0;
  let high = Math.max(0, most);
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (passes(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}
