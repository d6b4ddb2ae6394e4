import type { RgbaImage } from '../image/canvas.ts';
import { asWords } from '../image/canvas.ts';
import { mix, paint, type Art, type Paint } from '../scenes/art/art.ts';
import { cardSquares } from '../scenes/layout/cards.ts';
import type { CardLook } from './card-look.ts';

/** What the light does on a square of a card: a colour, and how strong it is. */
type Glint = { readonly colour: Paint; readonly share: number };
export type Foil = (column: number, row: number) => Glint | null;

const white = paint('#ffffff');

/** Bands lie aslant: rows count less than columns. */
const slant = 0.62;
const diagonal = cardSquares.columns + slant * cardSquares.rows;

/** From one band to the next, its width, and how strong it is in its middle. */
const bands = { period: 44, columns: 20, share: 0.15 } as const;

/** Width and strength of the gleam that travels over a card as it turns. */
const gleam = { columns: 18, share: 0.55 } as const;

/**
 * How a card glints: faint bands on all but dull ones, and, as the card turns, a gleam that passes over it.
 * @param phase of the turn, 0 … 1; `null` if nothing turns
 */
export function foilOf({ foil }: CardLook, phase: number | null): Foil | null {
  if (foil.length === 0 && phase === null) return null;
  // It comes from beyond one corner, and goes beyond the other.
  const middle = phase === null ? 0 : phase * (diagonal + 2 * gleam.columns) - gleam.columns;
  return (column, row) => {
    const along = column + slant * row;
    const passing = phase === null ? 0 : Math.max(0, 1 - Math.abs(along - middle) / gleam.columns);
    const share = stepped(passing) * gleam.share;
    if (share > 0) return { colour: foil[0] ?? white, share };
    if (foil.length === 0) return null;
    const at = along + 8;
    const band = Math.floor(at / bands.period);
    const across = (at - band * bands.period) / bands.columns;
    if (across >= 1) return null;
    const strength = stepped(1 - Math.abs(2 * across - 1)) * bands.share;
    return strength === 0 ? null : { colour: foil[band % foil.length]!, share: strength };
  };
}

/** In a few steps, as everything on a card. */
function stepped(share: number): number {
  return Math.round(share * 4) / 4;
}

/**
 * Lets the squares of a frame glint. Its lines do not: of a turned card the edge is half transparent, and frames
 * of a film are small only while such pixels stay as they are.
 */
export function glintOnArt({ words, columns }: Art, { line }: CardLook, foil: Foil): void {
  words.forEach((word, at) => {
    if (word === 0 || word === line) return;
    const glint = foil(at % columns, Math.floor(at / columns));
    if (glint !== null) words[at] = mix(word, glint.colour, glint.share);
  });
}

/**
 * Lets a part of a card glint, square by square.
 * @param from the square in its upper left corner
 */
export function glintOn(
  picture: RgbaImage,
  foil: Foil,
  {
    squarePx,
    left,
    top,
  }: { readonly squarePx: number; readonly left: number; readonly top: number },
): void {
  const words = asWords(picture);
  const { widthPx, heightPx } = picture;
  for (let y = 0; y < heightPx; y++) {
    const row = top + Math.floor(y / squarePx);
    for (let x = 0; x < widthPx; x += squarePx) {
      const glint = foil(left + x / squarePx, row);
      if (glint === null) continue;
      const end = y * widthPx + Math.min(widthPx, x + squarePx);
      for (let at = y * widthPx + x; at < end; at++) {
        const word = words[at]!;
        if (word >>> 24 !== 0) words[at] = mix(word, glint.colour, glint.share);
      }
    }
  }
}
