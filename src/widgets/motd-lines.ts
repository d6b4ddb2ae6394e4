import { splitGraphemes } from '../labels/text.ts';
import { readableOn } from './contrast.ts';
import type { Palette } from './palette.ts';
import type { Ink, TextPiece } from './text-piece.ts';

/** A piece of a server's message; lines are divided by line feeds in the texts. */
export type MotdRun = {
  readonly text: string;
  /** `#rrggbb`; null is the card's own colour. */
  readonly color: string | null;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly underlined: boolean;
  readonly strikethrough: boolean;
  readonly obfuscated: boolean;
};

/** A message as the lines of a card: its colours readable on the card's ground. */
export function motdLines(
  runs: readonly MotdRun[],
  palette: Palette,
): readonly (readonly TextPiece[])[] {
  const lines: TextPiece[][] = [[]];
  for (const run of runs) {
    const ink = inkOf(run, palette);
    for (const [index, text] of run.text.split('\n').entries()) {
      if (index > 0) lines.push([]);
      lines.at(-1)?.push({ text: run.obfuscated ? scramble(text) : text, ink });
    }
  }
  return lines;
}

function inkOf(
  run: MotdRun,
  { contrastGround, leastContrast, weights, tracking, text }: Palette,
): Ink {
  return {
    color: run.color === null ? text : readableOn(run.color, contrastGround, leastContrast),
    weight: run.bold ? weights.bold : weights.regular,
    tracking,
    italic: run.italic,
    underlined: run.underlined,
    strikethrough: run.strikethrough,
  };
}

const scrambled = 'ABDEGHKNPRSTXZabdeghknpqsuvxyz023456789#%&$';

/** Letters that change all the time in the game: here others stand for them, always the same ones. */
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
