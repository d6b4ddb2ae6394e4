import { splitGraphemes } from '../labels/text.ts';

/**
 * How wide text is in the game, in its own pixels, to know where the game would have it: messages
 * are centred by spaces that were counted for the letters of the game.
 */

/** The column of the game's list of servers that a message is in. */
const columnWidth = 270;
const spaceWidth = 4;
/** Letters that are not as wide as most; the gap behind them is in it. */
const letters: Readonly<Record<number, string>> = {
  2: '!,.:;i|¡',
  3: "'l`",
  4: '"()*I[]t{}',
  5: '<>fk',
  7: '@~',
};
const widths: ReadonlyMap<string, number> = new Map(
  Object.entries(letters).flatMap(([width, all]) =>
    splitGraphemes(all).map((letter) => [letter, Number(width)] as const),
  ),
);
const usualWidth = 6;
/** Chinese, Japanese and Korean, emoji: half of their sixteen pixels, and the gap. */
const wideWidth = 9;

/** What the game knows of a piece of a line. */
type GamePiece = {
  readonly text: string;
  readonly bold: boolean;
  /** Spaces that are drawn, as pieces of a rule are. */
  readonly isRuled: boolean;
};

/** Fewer spaces in front say nothing of the middle. */
const leastIndent = 3 * spaceWidth;
/** So near to the middle, as a share of the column, the middle was meant. */
const snapShare = 0.08;

/**
 * Where the middle of a line is, as a share of the column from 0 to 1, of a line that begins with
 * spaces; null for one that begins at the left.
 */
export function middleOf(line: readonly GamePiece[]): number | null {
  const pieces = line.flatMap((piece) =>
    splitGraphemes(piece.text).map((text) => ({ text, bold: piece.bold, isRuled: piece.isRuled })),
  );
  const isInk = ({ text, isRuled }: GamePiece) => isRuled || text.trim() !== '';
  const first = pieces.findIndex((letter) => isInk(letter));
  if (first <= 0) return null;
  const indent = widthOf(pieces.slice(0, first));
  if (indent < leastIndent) return null;
  const ink = widthOf(pieces.slice(first, pieces.findLastIndex((letter) => isInk(letter)) + 1));
  const middle = (indent + ink / 2) / columnWidth;
  return Math.abs(middle - 0.5) < snapShare ? 0.5 : Math.min(1, middle);
}

function widthOf(pieces: readonly GamePiece[]): number {
  return pieces.reduce((sum, { text, bold }) => sum + letterWidth(text) + (bold ? 1 : 0), 0);
}

function letterWidth(text: string): number {
  if (text.trim() === '') return spaceWidth;
  const isWide = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{Emoji_Presentation}]/u;
  return widths.get(text) ?? (isWide.test(text) ? wideWidth : usualWidth);
}
