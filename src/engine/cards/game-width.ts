import { splitGraphemes } from '../text/text.ts';

/** Text widths in the game's own pixels: MOTDs are centred with spaces counted for its font. */

/** Width of the MOTD in the game's server list. */
const columnWidth = 270;
const spaceWidth = 4;
/** Characters of unusual width, including the gap after them. */
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
const defaultWidth = 6;
/** Chinese, Japanese and Korean, emoji: half of their sixteen pixels, and the gap. */
const wideWidth = 9;

/** A piece of a line, as the game measures it. */
type GamePiece = {
  readonly text: string;
  readonly bold: boolean;
  /** Struck-through spaces, which form a rule. */
  readonly isRuled: boolean;
};

/** Fewer leading spaces do not indicate centring. */
const leastIndent = 3 * spaceWidth;
/** A line whose middle is this near to the centre, as a share of the column, counts as centred. */
const snapShare = 0.08;

/** The middle of a line with leading spaces, as a share of the column; null if it starts left. */
export function middleOf(line: readonly GamePiece[]): number | null {
  const pieces = line.flatMap((piece) =>
    splitGraphemes(piece.text).map((text) => ({ text, bold: piece.bold, isRuled: piece.isRuled })),
  );
  const isVisible = ({ text, isRuled }: GamePiece) => isRuled || text.trim() !== '';
  const first = pieces.findIndex((letter) => isVisible(letter));
  if (first <= 0) return null;
  const indent = widthOf(pieces.slice(0, first));
  if (indent < leastIndent) return null;
  const visibleWidth = widthOf(
    pieces.slice(first, pieces.findLastIndex((letter) => isVisible(letter)) + 1),
  );
  const middle = (indent + visibleWidth / 2) / columnWidth;
  return Math.abs(middle - 0.5) < snapShare ? 0.5 : Math.min(1, middle);
}

function widthOf(pieces: readonly GamePiece[]): number {
  return pieces.reduce((sum, { text, bold }) => sum + letterWidth(text) + (bold ? 1 : 0), 0);
}

function letterWidth(text: string): number {
  if (text.trim() === '') return spaceWidth;
  const isWide = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{Emoji_Presentation}]/u;
  return widths.get(text) ?? (isWide.test(text) ? wideWidth : defaultWidth);
}
