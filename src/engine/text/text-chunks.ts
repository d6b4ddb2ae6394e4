import { cleanLabel, directionOf, splitGraphemes } from './text.ts';
import { leftToRight, levelsOf } from './bidi-levels.ts';
import type { TextPiece } from './text-piece.ts';

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
