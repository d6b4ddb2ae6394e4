import type { FontRegistry } from './font-registry.ts';
import { itemize } from './itemize.ts';
import { divideLine, type Chunk, type Direction } from './text-chunks.ts';
import type { RgbaImage } from '../image/canvas.ts';
import type { TextPiece, TextStyle } from './text-piece.ts';

/** A part of a chunk in one style, in pixels from the left end of the line. */
export type StyledStretch = {
  readonly style: TextStyle;
  readonly fromPx: number;
  readonly toPx: number;
};

export type LaidChunk = {
  readonly text: string;
  /** In the notation of the CSS property `font`. */
  readonly font: string;
  readonly direction: Direction;
  readonly isItalic: boolean;
  /** Added after every character. */
  readonly spacingPx: number;
  readonly leftPx: number;
  readonly widthPx: number;
  /** From left to right, without gaps. */
  readonly stretches: readonly StyledStretch[];
  /** Drawn instead of the text. */
  readonly picture?: RgbaImage | null;
};

export type LaidLine = {
  readonly fontPx: number;
  readonly widthPx: number;
  readonly chunks: readonly LaidChunk[];
};

/**
 * Lays out a line at a size. Characters that join or kern are drawn together whatever their colours, so
 * that rainbow-coloured words are spaced, and Arabic is joined, like any other.
 */
export function layLine(
  fonts: FontRegistry,
  graphemes: readonly TextPiece[],
  fontPx: number,
  base?: Direction,
): LaidLine {
  const chunks: LaidChunk[] = [];
  let leftPx = 0;
  for (const chunk of divideLine(graphemes, base)) {
    const picture = chunk.graphemes[0]?.picture;
    if (picture !== undefined) {
      chunks.push({ ...layPicture(chunk, { fontPx, leftPx }), picture });
      leftPx += chunks.at(-1)?.widthPx ?? 0;
      continue;
    }
    for (const part of traceable(fonts, chunk)) {
      const laid = layChunk(fonts, part, { fontPx, leftPx });
      chunks.push(laid);
      leftPx += laid.widthPx;
    }
  }
  return { fontPx, widthPx: leftPx, chunks };
}

/** Slightly higher than capitals, as in the game, and a multiple of a head's eight pixels. */
export function pictureSizePx(fontPx: number): number {
  return Math.max(16, Math.round((fontPx * 0.86) / 8) * 8);
}

function layPicture(
  { direction }: Chunk,
  { fontPx, leftPx }: { readonly fontPx: number; readonly leftPx: number },
): LaidChunk {
  const widthPx = pictureSizePx(fontPx) + fontPx * 0.12;
  const stretches: readonly StyledStretch[] = [];
  const text = { text: '', font: '', direction, isItalic: false, spacingPx: 0 };
  return { ...text, leftPx, widthPx, stretches };
}

type SetChunk = Chunk & {
  /** The drawn texts: one for each character of the chunk, or one for all in one style. */
  readonly drawn: readonly string[];
  readonly families: string;
};

/** If a character was replaced by several, styles can only be told apart one character at a time. */
function traceable(fonts: FontRegistry, chunk: Chunk): readonly SetChunk[] {
  const { direction, graphemes } = chunk;
  const whole = setChunk(fonts, chunk);
  if (whole.drawn.length === graphemes.length || styleRuns(graphemes).length === 1) return [whole];
  const parts = styleRuns(graphemes).map((run) => setChunk(fonts, { direction, graphemes: run }));
  return direction === 'rtl' ? parts.toReversed() : parts;
}

/** Itemizing trims the spaces at the ends; the first font has them. */
function setChunk(fonts: FontRegistry, chunk: Chunk): SetChunk {
  const texts = chunk.graphemes.map(({ text }) => text);
  const set = itemize(fonts, texts.join(''));
  const first = texts.findIndex((text) => text !== ' ');
  const last = texts.findLastIndex((text) => text !== ' ');
  const drawn =
    first < 0 ? texts : [...texts.slice(0, first), ...set.graphemes, ...texts.slice(last + 1)];
  return { ...chunk, drawn, families: set.families };
}

function layChunk(
  fonts: FontRegistry,
  { direction, graphemes, drawn, families }: SetChunk,
  { fontPx, leftPx }: { readonly fontPx: number; readonly leftPx: number },
): LaidChunk {
  const { context } = fonts;
  const text = drawn.join('');
  const { weight = 400, italic = false, tracking = 0 } = graphemes[0]?.style ?? {};
  const font = `${weight} ${fontPx}px ${families}`;
  const spacingPx = isJoined(text) ? 0 : tracking * fontPx;
  context.font = font;
  context.letterSpacing = `${spacingPx}px`;
  context.direction = direction;
  context.lang = 'en';
  const widthOf = (count: number): number =>
    context.measureText(drawn.slice(0, count).join('')).width;
  const widthPx = widthOf(drawn.length);
  let fromPx = 0;
  let count = 0;
  const stretches = styleRuns(graphemes).map((run): StyledStretch => {
    count += run.length;
    const startPx = fromPx;
    fromPx = count >= graphemes.length ? widthPx : widthOf(count);
    const [a, b] = direction === 'ltr' ? [startPx, fromPx] : [widthPx - fromPx, widthPx - startPx];
    return { style: run[0]?.style ?? noStyle, fromPx: leftPx + a, toPx: leftPx + b };
  });
  if (direction === 'rtl') stretches.reverse();
  context.letterSpacing = '0px';
  return { text, font, direction, isItalic: italic, spacingPx, leftPx, widthPx, stretches };
}

/** Scripts with joined letters. */
function isJoined(text: string): boolean {
  return /[\p{sc=Arab}\p{sc=Syrc}\p{sc=Nkoo}\p{sc=Deva}\p{sc=Beng}\p{sc=Guru}]/u.test(text);
}

const noStyle: TextStyle = { color: 'transparent', weight: 400 };

/** Groups neighbours of the same style. */
function styleRuns(graphemes: readonly TextPiece[]): readonly (readonly TextPiece[])[] {
  const runs: TextPiece[][] = [];
  for (const grapheme of graphemes) {
    const run = runs.at(-1);
    if (run?.[0]?.style === grapheme.style) run.push(grapheme);
    else runs.push([grapheme]);
  }
  return runs;
}
