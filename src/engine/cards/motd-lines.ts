import type { CardRun } from './heads.ts';
import { splitGraphemes } from '../text/text.ts';
import type { RgbaImage } from '../image/canvas.ts';
import { readableOn } from './contrast.ts';
import { middleOf } from './game-width.ts';
import { headKey } from './heads.ts';
import type { Palette } from './palette.ts';
import type { TextStyle, TextPiece, PieceLine } from '../text/text-piece.ts';

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
  { contrastGround, leastContrast, weights, tracking, text }: Palette,
): TextStyle {
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
