import { cleanLabel, directionOf, splitGraphemes } from '../labels/text.ts';
import type { Ink, TextPiece } from './text-piece.ts';

/** A character as a reader counts them, in its ink. */
export type InkedGrapheme = { readonly text: string; readonly ink: Ink };

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
  const graphemes = pieces.flatMap(({ text, ink }) =>
    splitGraphemes(cleanInside(text)).map((grapheme) => ({ text: grapheme, ink })),
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
 * Divides a line into chunks, from left to right. This is the Unicode bidirectional algorithm as far
 * as a short line needs it, with one embedding: neutral characters go with their neighbours where
 * these agree and with the line where they don't; numbers among letters from the right are read
 * from the left and stand like a letter among them.
 * @param base the direction of the line; by default that of its first letter
 */
export function divideLine(
  graphemes: readonly InkedGrapheme[],
  base: Direction = directionOf(graphemes.map(({ text }) => text).join('')),
): readonly Chunk[] {
  const sides = resolveSides(graphemes, base);
  const chunks: SidedChunk[] = [];
  for (const [index, grapheme] of graphemes.entries()) {
    const side = sides[index] ?? base;
    const last = chunks.at(-1);
    if (last?.side === side && isSameFont(last.graphemes[0]?.ink, grapheme.ink)) {
      last.graphemes.push(grapheme);
    } else {
      const direction = side === 'number' ? 'ltr' : side;
      chunks.push({ side, direction, graphemes: [grapheme] });
    }
  }
  return leftToRight(chunks, base);
}

/** Where a character stands: among letters of a direction, or as a number among those from the right. */
type Side = Direction | 'number';

type SidedChunk = {
  readonly side: Side;
  readonly direction: Direction;
  readonly graphemes: InkedGrapheme[];
};

function isSameFont(a: Ink | undefined, b: Ink): boolean {
  return a?.weight === b.weight && a.italic === b.italic && a.tracking === b.tracking;
}

const rightToLeft =
  /[\p{sc=Hebr}\p{sc=Arab}\p{sc=Syrc}\p{sc=Thaa}\p{sc=Nkoo}\p{sc=Adlm}\u200f\u061c]/u;
const leftToRightOnly = /[\p{L}\u200e]/u;

function resolveSides(graphemes: readonly InkedGrapheme[], base: Direction): readonly Side[] {
  const texts = graphemes.map(({ text }) => text);
  let letters = base;
  const strong = texts.map((text, index): Side | null => {
    if (isNumber(texts, index)) return letters === 'ltr' ? 'ltr' : 'number';
    if (rightToLeft.test(text)) letters = 'rtl';
    else if (leftToRightOnly.test(text)) letters = 'ltr';
    else return null;
    return letters;
  });
  const sideOf = (side: Side): Direction => (side === 'number' ? 'rtl' : side);
  let last = base;
  const before = strong.map((side) => (last = side === null ? last : sideOf(side)));
  const resolved: Side[] = [];
  let next = base;
  for (let i = strong.length - 1; i >= 0; i--) {
    const side = strong[i] ?? null;
    if (side !== null) next = sideOf(side);
    resolved[i] = side ?? (before[i] === next ? next : base);
  }
  return resolved;
}

/** A digit, or one of the signs that hold two digits together. */
function isNumber(texts: readonly string[], index: number): boolean {
  const isDigit = (at: number): boolean => /^\p{Nd}/u.test(texts[at] ?? '');
  return (
    isDigit(index) ||
    (/^[.,:/]$/.test(texts[index] ?? '') && isDigit(index - 1) && isDigit(index + 1))
  );
}

/** Groups follow the line; within a group from the right the chunks do so from the right. */
function leftToRight(chunks: readonly SidedChunk[], base: Direction): readonly Chunk[] {
  const groups: SidedChunk[][] = [];
  for (const chunk of chunks) {
    const group = groups.at(-1);
    const isSame = group !== undefined && (group[0]?.side === 'ltr') === (chunk.side === 'ltr');
    if (isSame) group.push(chunk);
    else groups.push([chunk]);
  }
  const ordered = base === 'rtl' ? groups.toReversed() : groups;
  return ordered.flatMap((group) => (group[0]?.side === 'ltr' ? group : group.toReversed()));
}
