import { cleanLabel, directionOf, splitGraphemes } from '../labels/text.ts';
import { leftToRight, levelsOf } from './bidi-levels.ts';
import type { TextPiece } from './text-piece.ts';

/** A character as a reader counts them, in its ink. */
export type InkedGrapheme = TextPiece;

/** Stands for a picture in the text; to the order of a line it is neither from the left nor the right. */
const objectMark = '\ufffc';

export type Direction = 'ltr' | 'rtl';

/** Neighbours that one call of the canvas can draw: one direction, one weight, one slant. */
export type Chunk = {
  readonly direction: Direction;
  /** In reading order. */
  readonly graphemes: readonly InkedGrapheme[];
};

/**
 * A line as the characters that are drawn: nothing invisible in it, one kind of space, none at its
 * ends (messages are centred with spaces of another font).
 */
export function splitLine(pieces: readonly TextPiece[]): readonly InkedGrapheme[] {
  const graphemes = pieces.flatMap(({ text, ink, picture }) =>
    picture === undefined
      ? splitGraphemes(cleanInside(text)).map((grapheme) => ({ text: grapheme, ink }))
      : [{ text: objectMark, ink, picture }],
  );
  const first = graphemes.findIndex(isInk);
  return first < 0 ? [] : graphemes.slice(first, graphemes.findLastIndex(isInk) + 1);
}

/** A space with a line through it is a piece of a rule. */
function isInk({ text, ink }: InkedGrapheme): boolean {
  return text !== ' ' || ink.underlined === true || ink.strikethrough === true;
}

/** The cleaning of labels would also take the spaces at the ends, which divide words here. */
function cleanInside(text: string): string {
  return cleanLabel(`|${text}|`).slice(1, -1).normalize('NFC');
}

/**
 * Divides a line into chunks, from left to right, as the Unicode bidirectional algorithm has it.
 * @param base the direction of the line; by default that of its first letter
 */
export function divideLine(
  graphemes: readonly InkedGrapheme[],
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
  readonly graphemes: InkedGrapheme[];
};

/** A picture stands by itself. */
function isSameFont(a: InkedGrapheme | undefined, b: InkedGrapheme): boolean {
  if (a === undefined || a.picture !== undefined || b.picture !== undefined) return false;
  return (
    a.ink.weight === b.ink.weight &&
    a.ink.italic === b.ink.italic &&
    a.ink.tracking === b.ink.tracking
  );
}
