import createBidi from 'bidi-js/dist/bidi.mjs';
import type { RgbaImage } from '../image/canvas.ts';
import { setRunStyle, type FontRegistry, type TextRun } from './font-registry.ts';
import { itemize } from './itemize.ts';
import { cleanLabel, directionOf, splitGraphemes, type Direction } from './text.ts';

// One line in any styles, as on cards: split into graphemes, divided into what one canvas call can
// draw, and laid out from left to right.

/** The look of a piece of text, except its size. */
export type TextStyle = {
  /** `#rrggbb`, or any CSS colour. */
  readonly color: string;
  /** As in CSS: 400 is regular, 700 is bold. */
  readonly weight: number;
  /** Letter spacing relative to the font size; none in joined scripts. */
  readonly tracking?: number;
  readonly italic?: boolean;
  readonly underlined?: boolean;
  readonly strikethrough?: boolean;
  /** Blocks as wide as its letters are drawn instead of them. */
  readonly hidden?: boolean;
};

/** Text in one style; a line is a list of these in reading order. */
export type TextPiece = {
  readonly text: string;
  readonly style: TextStyle;
  /** In place of the text: a small square picture, or room for one (null). */
  readonly picture?: RgbaImage | null;
};

/** Stands for a picture in the text; neutral for the order of a line. */
const objectMark = '\ufffc';

/** No box is wide enough for more; a host name with its port has up to 259. */
const maxGraphemes = 272;

/** Splits a line into graphemes: nothing invisible, one kind of space, none at its ends. */
export function splitLine(pieces: readonly TextPiece[]): readonly TextPiece[] {
  const graphemes = pieces.flatMap(({ text, style, picture }) =>
    picture === undefined
      ? splitGraphemes(cleanInside(text)).map((grapheme) => ({ text: grapheme, style }))
      : [{ text: objectMark, style, picture }],
  );
  const first = Math.max(0, graphemes.findIndex(isVisible));
  const end = Math.min(graphemes.findLastIndex(isVisible) + 1, first + maxGraphemes);
  return graphemes.slice(first, end);
}

/** A struck-through space is visible, as part of a rule. */
function isVisible({ text, style }: TextPiece): boolean {
  return text !== ' ' || style.underlined === true || style.strikethrough === true;
}

/** Unlike `cleanLabel`, keeps the spaces at the ends, which separate words here. */
function cleanInside(text: string): string {
  return cleanLabel(`|${text}|`).slice(1, -1).normalize('NFC');
}

/** Neighbours that one canvas call can draw: one direction, weight and slant, hidden or not. */
type Chunk = {
  readonly direction: Direction;
  /** In reading order. */
  readonly graphemes: readonly TextPiece[];
};

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
  const chunks: (Chunk & { readonly level: number; readonly graphemes: TextPiece[] })[] = [];
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

/** A picture is a chunk of its own. */
function isSameFont(a: TextPiece | undefined, b: TextPiece): boolean {
  if (a === undefined || a.picture !== undefined || b.picture !== undefined) return false;
  return (
    a.style.weight === b.style.weight &&
    a.style.italic === b.style.italic &&
    a.style.tracking === b.style.tracking &&
    a.style.hidden === b.style.hidden
  );
}

const { getEmbeddingLevels } = createBidi();

/**
 * The embedding levels of the characters of a line (Unicode Standard Annex 9): even for left to right,
 * odd for right to left, one more for each nesting.
 */
export function levelsOf(graphemes: readonly string[], base: Direction): readonly number[] {
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

/** A part of a chunk in one style, in pixels from the left end of the line. */
export type StyledStretch = {
  readonly style: TextStyle;
  readonly fromPx: number;
  readonly toPx: number;
};

export type LaidChunk = TextRun & {
  readonly isItalic: boolean;
  readonly leftPx: number;
  readonly widthPx: number;
  /** From left to right, without gaps. */
  readonly stretches: readonly StyledStretch[];
  /** Drawn instead of the text. */
  readonly picture?: RgbaImage | null;
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
) {
  const chunks: LaidChunk[] = [];
  let leftPx = 0;
  const add = (chunk: LaidChunk): void => {
    chunks.push(chunk);
    leftPx += chunk.widthPx;
  };
  for (const chunk of divideLine(graphemes, base)) {
    const picture = chunk.graphemes[0]?.picture;
    if (picture !== undefined) {
      const widthPx = pictureSizePx(fontPx) + fontPx * 0.12;
      add({ ...noText, direction: chunk.direction, leftPx, widthPx, picture });
    } else {
      for (const part of traceable(fonts, chunk)) add(layChunk(fonts, part, { fontPx, leftPx }));
    }
  }
  return { fontPx, widthPx: leftPx, chunks };
}

export type LaidLine = ReturnType<typeof layLine>;

/** Slightly higher than capitals, as in the game, and a multiple of a head's eight pixels. */
export function pictureSizePx(fontPx: number): number {
  return Math.max(16, Math.round((fontPx * 0.86) / 8) * 8);
}

const noText = { text: '', font: '', isItalic: false, spacingPx: 0, stretches: [] } as const;

type SetChunk = Chunk & {
  /** The drawn texts: one for each character of the chunk, or one for all in one style. */
  readonly drawn: readonly string[];
  readonly families: string;
};

/** If a character was replaced by several, styles can only be told apart one character at a time. */
function traceable(fonts: FontRegistry, chunk: Chunk): readonly SetChunk[] {
  const { direction, graphemes } = chunk;
  const whole = setChunk(fonts, chunk);
  const runs = styleRuns(graphemes);
  if (whole.drawn.length === graphemes.length || runs.length === 1) return [whole];
  const parts = runs.map((run) => setChunk(fonts, { direction, graphemes: run }));
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
  { context }: FontRegistry,
  { direction, graphemes, drawn, families }: SetChunk,
  { fontPx, leftPx }: { readonly fontPx: number; readonly leftPx: number },
): LaidChunk {
  const text = drawn.join('');
  const { weight = 400, italic = false, tracking = 0 } = graphemes[0]?.style ?? {};
  const font = `${weight} ${fontPx}px ${families}`;
  const spacingPx = isJoined(text) ? 0 : tracking * fontPx;
  setRunStyle(context, { font, direction, spacingPx });
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
    return { style: run[0]!.style, fromPx: leftPx + a, toPx: leftPx + b };
  });
  if (direction === 'rtl') stretches.reverse();
  return { text, font, direction, isItalic: italic, spacingPx, leftPx, widthPx, stretches };
}

/** Scripts with joined letters. */
function isJoined(text: string): boolean {
  return /[\p{sc=Arab}\p{sc=Syrc}\p{sc=Nkoo}\p{sc=Mong}\p{sc=Deva}\p{sc=Beng}\p{sc=Guru}]/u.test(
    text,
  );
}

/** Groups neighbours of the same style; each hidden letter is a group of its own. */
function styleRuns(graphemes: readonly TextPiece[]): readonly (readonly TextPiece[])[] {
  const runs: TextPiece[][] = [];
  for (const grapheme of graphemes) {
    const run = runs.at(-1);
    const { style } = grapheme;
    if (run?.[0]?.style === style && style.hidden !== true) run.push(grapheme);
    else runs.push([grapheme]);
  }
  return runs;
}
