import { cleanLabel, directionOf, splitGraphemes } from './text.ts';
import type { TextPiece } from './text-piece.ts';
import createBidi from 'bidi-js/dist/bidi.mjs';

/** Stands for a picture in the text; neutral for the order of a line. */
const objectMark = '\ufffc';

export type Direction = 'ltr' | 'rtl';

/** Neighbours that one canvas call can draw: one direction, weight and slant. */
export type Chunk = {
  readonly direction: Direction;
  /** In reading order. */
  readonly graphemes: readonly TextPiece[];
};

/** Splits a line into graphemes: nothing invisible, one kind of space, none at its ends. */
export function splitLine(pieces: readonly TextPiece[]): readonly TextPiece[] {
  const graphemes = pieces.flatMap(({ text, style, picture }) =>
    picture === undefined
      ? splitGraphemes(cleanInside(text)).map((grapheme) => ({ text: grapheme, style }))
      : [{ text: objectMark, style, picture }],
  );
  const first = graphemes.findIndex(isVisible);
  return first < 0 ? [] : graphemes.slice(first, graphemes.findLastIndex(isVisible) + 1);
}

/** A struck-through space is visible, as part of a rule. */
function isVisible({ text, style }: TextPiece): boolean {
  return text !== ' ' || style.underlined === true || style.strikethrough === true;
}

/** Unlike `cleanLabel`, keeps the spaces at the ends, which separate words here. */
function cleanInside(text: string): string {
  return cleanLabel(`|${text}|`).slice(1, -1).normalize('NFC');
}

/**
 * Divides a line into chunks, from left to right, by the Unicode bidirectional algorithm.
 * @param base direction of the line; by default that of its first strong character
 */
export function divideLine(
  graphemes: readonly TextPiece[],
  base: Direction = directionOf(graphemes.map(({ text }) => text).join('')),
): readonly Chunk[] {
  const texts = graphemes.map(({ text }) => text);
  const levels = levelsOf(texts, base);
  const chunks: LevelledChunk[] = [];
  for (const [index, grapheme] of graphemes.entries()) {
    const level = levels[index] ?? 0;
    const last = chunks.at(-1);
    if (last?.level === level && isSameFont(last.graphemes[0], grapheme)) {
      last.graphemes.push(grapheme);
    } else {
      chunks.push({ level, direction: level % 2 === 0 ? 'ltr' : 'rtl', graphemes: [grapheme] });
    }
  }
  return leftToRight(chunks);
}

type LevelledChunk = {
  readonly level: number;
  readonly direction: Direction;
  readonly graphemes: TextPiece[];
};

/** A picture is a chunk of its own. */
function isSameFont(a: TextPiece | undefined, b: TextPiece): boolean {
  if (a === undefined || a.picture !== undefined || b.picture !== undefined) return false;
  return (
    a.style.weight === b.style.weight &&
    a.style.italic === b.style.italic &&
    a.style.tracking === b.style.tracking
  );
}

const { getEmbeddingLevels } = createBidi();

/**
 * The embedding levels of the characters of a line (Unicode Standard Annex 9): even for left to right,
 * odd for right to left, one more for each nesting.
 */
export function levelsOf(graphemes: readonly string[], base: 'ltr' | 'rtl'): readonly number[] {
  return [...getEmbeddingLevels(graphemes.map(unitOf).join(''), base).levels];
}

/** One unit for each character, of the same class: half of a surrogate pair would count as a letter. */
function unitOf(grapheme: string): string {
  const [first = ''] = grapheme;
  if (first.length === 1) return first;
  if (/[\p{L}\p{Regional_Indicator}]/u.test(first)) return directionOf(first) === 'rtl' ? 'א' : 'a';
  return /\p{N}/u.test(first) ? '1' : '\ufffc';
}

/** Reorders the parts of a line, in reading order, from left to right (rule L2). */
function leftToRight<T extends { readonly level: number }>(parts: readonly T[]): readonly T[] {
  const ordered = [...parts];
  const highest = Math.max(0, ...parts.map(({ level }) => level));
  for (let level = highest; level > 0; level--) {
    for (let start = 0; start < ordered.length; start++) {
      let end = start;
      while ((ordered[end]?.level ?? -1) >= level) end += 1;
      if (end - start > 1) {
        ordered.splice(start, end - start, ...ordered.slice(start, end).toReversed());
      }
      start = Math.max(start, end);
    }
  }
  return ordered;
}
