import type { FontRegistry } from './font-registry.ts';
import { ellipsis } from './itemize.ts';
import { fitText, longest } from './fit-text.ts';
import { splitLine } from './text-chunks.ts';
import { layLine, type LaidLine } from './text-line.ts';
import type { TextPiece, PieceLine } from './text-piece.ts';
import { splitGraphemes } from './text.ts';

/** The box of a paragraph. */
export type TextSpace = {
  readonly widthPx: number;
  readonly maxLines: number;
  /** Font sizes to try, the largest first; all lines have the same. */
  readonly fontsPx: readonly number[];
};

/** Limit of characters in a line; no box is wide enough for more. */
const maxGraphemes = 240;

export type PlacedLine = { readonly line: LaidLine; readonly leftPx: number };

type SplitLine = { readonly graphemes: readonly TextPiece[]; readonly middle: number | null };

/**
 * Fits lines into a box: smaller sizes, then line breaks while there is room below; what is still too
 * long ends in `…`, as does the last line if there are too many. Empty lines are omitted.
 */
export function fitLines(
  fonts: FontRegistry,
  lines: readonly PieceLine[],
  space: TextSpace,
): readonly PlacedLine[] {
  const split: readonly SplitLine[] = lines
    .map(({ pieces, middle }) => ({ middle, graphemes: splitLine(pieces).slice(0, maxGraphemes) }))
    .filter(({ graphemes }) => graphemes.length > 0);
  const shown = split.slice(0, space.maxLines);
  if (split.length > shown.length)
    shown.push(...shown.splice(-1).map((line) => withEllipsis(line)));
  for (const fontPx of space.fontsPx) {
    const laid = shown.map(({ graphemes }) => layLine(fonts, graphemes, fontPx));
    if (laid.every(({ widthPx }) => widthPx <= space.widthPx)) {
      return laid.map((line, index) => positioned(line, shown[index]?.middle ?? null, space));
    }
  }
  return breakLines(fonts, shown, space);
}

function withEllipsis({ graphemes, middle }: SplitLine): SplitLine {
  const style = graphemes.at(-1)?.style;
  return { middle, graphemes: style ? [...graphemes, { text: ellipsis, style }] : graphemes };
}

function positioned(line: LaidLine, middle: number | null, { widthPx }: TextSpace): PlacedLine {
  const leftPx = middle === null ? 0 : middle * widthPx - line.widthPx / 2;
  return { line, leftPx: Math.max(0, Math.min(leftPx, widthPx - line.widthPx)) };
}

function breakLines(
  fonts: FontRegistry,
  lines: readonly SplitLine[],
  space: TextSpace,
): readonly PlacedLine[] {
  const { widthPx, maxLines, fontsPx } = space;
  const fontPx = fontsPx.at(-1) ?? 12;
  const fits = (line: readonly TextPiece[]): boolean =>
    layLine(fonts, line, fontPx).widthPx <= widthPx;
  const laid: PlacedLine[] = [];
  let spare = maxLines - lines.length;
  for (const { graphemes, middle } of lines) {
    const layAt = (line: readonly TextPiece[]) => layLine(fonts, line, fontPx);
    const add = (line: LaidLine) => laid.push(positioned(line, middle, space));
    let rest = graphemes;
    while (spare > 0 && !fits(rest)) {
      const end = breakAt(
        rest,
        longest(rest.length, (count) => fits(rest.slice(0, count))),
      );
      if (end <= 0) break;
      add(layAt(trimmed(rest.slice(0, end))));
      rest = trimmed(rest.slice(end));
      spare -= 1;
    }
    const last = rest;
    add(
      fitText({
        length: last.length,
        sizes: [fontPx],
        layAt: (count) => layAt(cutLine(last, count)),
        fits: (line) => line.widthPx <= widthPx,
      }) ?? layAt(cutLine(last, 0)),
    );
  }
  return laid;
}

/** The end of the last word before `max`; inside the word if it is very long. */
function breakAt(line: readonly TextPiece[], max: number): number {
  const space = line.slice(0, max + 1).findLastIndex(({ text }) => text === ' ');
  return space > max / 2 ? space : max;
}

function trimmed(line: readonly TextPiece[]): readonly TextPiece[] {
  const first = line.findIndex(({ text }) => text !== ' ');
  return first < 0 ? [] : line.slice(first, line.findLastIndex(({ text }) => text !== ' ') + 1);
}

/** A part of a line of `count` graphemes, with `…` in the neighbour's colour unless it is the whole. */
export function cutLine(
  line: readonly TextPiece[],
  count: number,
  keeps: 'start' | 'end' = 'start',
): readonly TextPiece[] {
  if (count === line.length) return line;
  const start = keeps === 'start' ? 0 : line.length - count;
  const shown = trimmed(line.slice(start, start + count));
  const style = shown.at(keeps === 'start' ? -1 : 0)?.style ?? line[0]?.style;
  if (style === undefined) return shown;
  const mark = { text: ellipsis, style };
  return keeps === 'start' ? [...shown, mark] : [mark, ...shown];
}

/** Scripts that are written without spaces, and emoji. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Extended_Pictographic}]/u;

/** Host names and dates may be broken after these. */
const breaksAfter = /^[\s\-./_:|,、。・]$/u;

const words = new Intl.Segmenter('en', { granularity: 'word' });

/**
 * Breaks a text into two lines of about the same length, between two words; `null` if it has only one.
 * Words of scripts without spaces are those of the Unicode segmentation.
 */
export function splitInTwo(text: string): readonly [first: string, second: string] | null {
  const graphemes = splitGraphemes(text.trim());
  const starts = new Set(Array.from(words.segment(graphemes.join('')), ({ index }) => index));
  let best: { readonly at: number; readonly longer: number } | null = null;
  let unit = 0;
  for (const [at, grapheme] of graphemes.entries()) {
    const before = graphemes[at - 1];
    const mayBreak =
      before !== undefined &&
      !breaksAfter.test(grapheme) &&
      (breaksAfter.test(before) ||
        (starts.has(unit) && unspaced.test(before) && unspaced.test(grapheme)));
    const longer = Math.max(at, graphemes.length - at);
    if (mayBreak && (best === null || longer < best.longer)) best = { at, longer };
    unit += grapheme.length;
  }
  if (best === null) return null;
  const [first, second] = [graphemes.slice(0, best.at), graphemes.slice(best.at)];
  return [first.join('').trim(), second.join('').trim()];
}
