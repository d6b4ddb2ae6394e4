import { type CardRun, headKey } from './heads.ts';
import { splitGraphemes } from '../text/text.ts';
import type { RgbaImage } from '../image/canvas.ts';
import { readableOn } from './contrast.ts';
import type { Palette } from './palette.ts';
import type { PieceLine } from '../text/fit.ts';
import type { TextStyle, TextPiece } from '../text/line.ts';

/** Faces by key and second layer; see `faceKey`. */
export type Faces = ReadonlyMap<string, RgbaImage>;

export function faceKey(head: Parameters<typeof headKey>[0]): string {
  return `${headKey(head)} ${head.hat}`;
}

/** Converts a MOTD to the lines of a card, in colours readable on its background. */
export function motdLines(
  runs: readonly CardRun[],
  palette: Palette,
  faces: Faces,
): readonly PieceLine[] {
  const lines: { readonly run: CardRun; readonly text: string }[][] = [[]];
  for (const run of runs) {
    for (const [index, text] of run.text.split('\n').entries()) {
      if (index > 0) lines.push([]);
      lines.at(-1)?.push({ run, text });
    }
  }
  return lines.map((line) => ({
    middle: middleOf(
      line.map(({ run, text }) => ({
        text,
        bold: run.bold,
        isRuled: run.underlined || run.strikethrough || run.object !== undefined,
      })),
    ),
    pieces: line.map(({ run, text }) => pieceOf(run, text, { palette, faces })),
  }));
}

type Look = { readonly palette: Palette; readonly faces: Faces };

function pieceOf(run: CardRun, text: string, { palette, faces }: Look): TextPiece {
  const { object } = run;
  const style = styleOf(run, palette);
  if (object === undefined) return { text: run.obfuscated ? scramble(text) : text, style };
  const picture = object.kind === 'head' ? (faces.get(faceKey(object)) ?? null) : null;
  return { text, style, picture };
}

function styleOf(
  run: CardRun,
  { contrastGround, minContrast, weights, tracking, text }: Palette,
): TextStyle {
  return {
    color: run.color === null ? text : readableOn(run.color, contrastGround, minContrast),
    weight: run.bold ? weights.bold : weights.regular,
    tracking,
    italic: run.italic,
    underlined: run.underlined,
    strikethrough: run.strikethrough,
  };
}

const scrambled = 'ABDEGHKNPRSTXZabdeghknpqsuvxyz023456789#%&$';

/** Obfuscated text, which keeps changing in the game: fixed substitutes here. */
function scramble(text: string): string {
  let state = 7;
  return splitGraphemes(text)
    .map((grapheme) => {
      if (grapheme.trim() === '') return grapheme;
      state = Math.imul(state + (grapheme.codePointAt(0) ?? 0), 1103515245) + 12345;
      return scrambled[(state >>> 16) % scrambled.length] ?? grapheme;
    })
    .join('');
}

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
const minIndent = 3 * spaceWidth;

/** A line whose middle is this near to the centre, as a share of the column, counts as centred. */
const snapShare = 0.08;

/** The middle of a line with leading spaces, as a share of the column; null if it starts left. */
function middleOf(line: readonly GamePiece[]): number | null {
  const pieces = line.flatMap((piece) =>
    splitGraphemes(piece.text).map((text) => ({ text, bold: piece.bold, isRuled: piece.isRuled })),
  );
  const isVisible = ({ text, isRuled }: GamePiece) => isRuled || text.trim() !== '';
  const first = pieces.findIndex((letter) => isVisible(letter));
  if (first <= 0) return null;
  const indent = widthOf(pieces.slice(0, first));
  if (indent < minIndent) return null;
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
