import { mix, paint, type Area, type Art, type Paint } from '../scenes/art/art.ts';
import { type Rarity, type rarityNames, cardSquares } from '../scenes/layout/cards.ts';
import { type RgbaImage, asWords } from '../image/canvas.ts';

/** The colours of a card. */
export type CardLook = {
  /** Of its metal or stone, from its highlights to the line around it. */
  readonly light: Paint;
  readonly base: Paint;
  readonly dark: Paint;
  readonly line: Paint;
  /** Of the title. */
  readonly text: string;
  /** Whether it is rough stone instead of polished metal. */
  readonly isRough: boolean;
  /** Jewels that tell the rarity. */
  readonly jewels: number;
  /** Of the bands that glint; none on a dull card. */
  readonly foil: readonly Paint[];
};

type NamedRarity = (typeof rarityNames)[number];

const looks = {
  common: {
    light: paint('#b9b1a3'),
    base: paint('#8b8479'),
    dark: paint('#5e584f'),
    line: paint('#221f1b'),
    text: '#f3ecdc',
    isRough: true,
    jewels: 1,
    foil: [],
  },
  rare: {
    light: paint('#9fd2ff'),
    base: paint('#3f86e0'),
    dark: paint('#22509f'),
    line: paint('#0c1a38'),
    text: '#d3ecff',
    isRough: false,
    jewels: 2,
    foil: [paint('#d6f0ff'), paint('#8ff0ff'), paint('#b9c8ff')],
  },
  epic: {
    light: paint('#e2b0ff'),
    base: paint('#9d50dc'),
    dark: paint('#5c2796'),
    line: paint('#210b3a'),
    text: '#f3dcff',
    isRough: false,
    jewels: 3,
    foil: [paint('#f6d2ff'), paint('#ff9fe0'), paint('#b7b0ff')],
  },
  legendary: {
    light: paint('#fff0a0'),
    base: paint('#e9ab2c'),
    dark: paint('#9c5f12'),
    line: paint('#3a2005'),
    text: '#fff1ae',
    isRough: false,
    jewels: 4,
    foil: [paint('#fff3b8'), paint('#ffc7e6'), paint('#b8f2ff'), paint('#d9ffb8')],
  },
} as const satisfies Record<NamedRarity, CardLook>;

const [white, black] = [paint('#ffffff'), paint('#000000')];

/** The look of a rarity, or of a border in a colour of one's own. */
export function cardLookOf(rarity: Rarity): CardLook {
  if (isNamed(rarity)) return looks[rarity];
  const base = paint(rarity);
  return {
    light: mix(base, white, 0.5),
    base,
    dark: mix(base, black, 0.42),
    line: mix(base, black, 0.82),
    text: '#ffffff',
    isRough: false,
    jewels: 0,
    foil: [mix(base, white, 0.85), mix(base, white, 0.6)],
  };
}

function isNamed(rarity: Rarity): rarity is NamedRarity {
  return Object.hasOwn(looks, rarity);
}

/** What the light does on a square of a card: a colour, and how strong it is. */
type Glint = { readonly colour: Paint; readonly share: number };
export type Foil = (column: number, row: number) => Glint | null;

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
 * @param area of the part, in squares
 */
export function glintOn(picture: RgbaImage, foil: Foil, [left, top]: Area, squarePx: number): void {
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
