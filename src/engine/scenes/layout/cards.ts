import type { SizePx } from './sizes.ts';

// Pictures that are things: a collectible card for each player, or the message of an advancement. Their names
// and measures, which are known before anything is drawn.

/** In the order in which users see them. */
export const asNames = ['card', 'advancement'] as const;
export type AsName = (typeof asNames)[number];

/** From the least to the greatest. */
export const rarityNames = ['common', 'rare', 'epic', 'legendary'] as const;
/** Of the border of a card: one of these, or a colour. */
export type Rarity = (typeof rarityNames)[number] | `#${string}`;

/** How several cards lie; the first is the default. */
export const cardArrangements = ['deck', 'row'] as const;

/** A card consists of squares; how large they are decides how large it is. */
export const cardSquares = { columns: 150, rows: 210 } as const;

/** Side of a square of a card that has its own size, 750×1050. */
const ownSquarePx = 5;

/** The message of an advancement, in pixels of its own and in squares. */
export const advancementSquares = { columns: 160, rows: 32, px: 4 } as const;

/** A card in its picture. Lengths are in squares of the card, from the top left corner of the picture. */
export type CardPlace = {
  readonly index: number;
  /** Of its middle. */
  readonly x: number;
  readonly y: number;
  /** Clockwise. */
  readonly turnDegrees: number;
  /** The columns from its left edge on that no other card hides, at the height of its name. */
  readonly columns: number;
};

type Spread = {
  readonly columns: number;
  readonly rows: number;
  /** In drawing order: later ones lie on earlier ones. */
  readonly places: readonly CardPlace[];
};

/** Between two cards of a row, and around a deck, for its shadows. */
const gap = 6;

/** Cards of a hand turn around a point so far below their middles. */
const handRadius = 1000;
/** From one card of a hand to the next: two thirds of a card show, with the face in its middle. */
const handStepDegrees = 6.4;
/** More cards are two hands, one below the other. */
const maxInHand = 5;

/** Columns of a card that the next one of its hand leaves in view, where its name is. */
const shownColumns = 96;

/** Rows of a card that the lower hand leaves in view. */
const shownRows = 208;

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Cards side by side. */
function inRow(count: number): Spread {
  const { columns, rows } = cardSquares;
  const places = Array.from({ length: count }, (_, index) => ({
    index,
    x: index * (columns + gap) + columns / 2,
    y: rows / 2,
    turnDegrees: 0,
    columns,
  }));
  return { columns: count * (columns + gap) - gap, rows, places };
}

/** Cards fanned like a hand, or like two: each on the right edge of the one before. */
function inHands(count: number): Spread {
  const hands = count > maxInHand ? [Math.floor(count / 2), Math.ceil(count / 2)] : [count];
  let first = 0;
  const places = hands.flatMap((inHand, hand) => {
    const from = first;
    first += inHand;
    return Array.from({ length: inHand }, (_, at): CardPlace => {
      const turnDegrees = (at - (inHand - 1) / 2) * handStepDegrees;
      return {
        index: from + at,
        x: handRadius * Math.sin(radians(turnDegrees)),
        y: handRadius * (1 - Math.cos(radians(turnDegrees))) + hand * shownRows,
        turnDegrees,
        columns: at === inHand - 1 ? cardSquares.columns : shownColumns,
      };
    });
  });
  return around(places);
}

/** Moves cards into a picture that has room for all of them. */
function around(places: readonly CardPlace[]): Spread {
  const reaches = places.map(({ x, y, turnDegrees }) => {
    const [cos, sin] = [Math.cos(radians(turnDegrees)), Math.abs(Math.sin(radians(turnDegrees)))];
    const across = (cardSquares.columns * cos + cardSquares.rows * sin) / 2;
    const down = (cardSquares.columns * sin + cardSquares.rows * cos) / 2;
    return { left: x - across, right: x + across, top: y - down, bottom: y + down };
  });
  const left = Math.min(...reaches.map((one) => one.left)) - gap;
  const top = Math.min(...reaches.map((one) => one.top)) - gap;
  return {
    columns: Math.ceil(Math.max(...reaches.map((one) => one.right)) + gap - left),
    rows: Math.ceil(Math.max(...reaches.map((one) => one.bottom)) + gap - top),
    places: places.map((place) => ({ ...place, x: place.x - left, y: place.y - top })),
  };
}

export type CardSpread = Spread & {
  /** Side of a square while it is drawn. */
  readonly squarePx: number;
  /** Of the picture as it is drawn; then it is scaled to `sizePx`. */
  readonly drawnPx: SizePx;
  readonly sizePx: SizePx;
};

type SpreadAs = {
  readonly isRow: boolean;
  /** Of the picture, into which all of them are scaled. */
  readonly sizePx: SizePx | null;
  /** Of a picture without a size that has several cards. */
  readonly maxPixels: number;
  readonly isMoving: boolean;
};

/**
 * How cards lie in a picture. Without a size they are as large as the format allows, up to their own size.
 */
export function spreadCards(
  count: number,
  { isRow, sizePx, maxPixels, isMoving }: SpreadAs,
): CardSpread {
  const spread = isRow || count < 2 ? inRow(Math.max(1, count)) : inHands(count);
  const { columns, rows } = spread;
  if (sizePx !== null) {
    // A film is drawn no larger than its figures may be, then enlarged.
    const maxSquarePx = isMoving ? ownSquarePx : Infinity;
    const drawn = Math.ceil(Math.min(sizePx[0] / columns, sizePx[1] / rows, maxSquarePx));
    return { ...spread, squarePx: drawn, drawnPx: [columns * drawn, rows * drawn], sizePx };
  }
  const largest = Math.floor(Math.sqrt(maxPixels / (columns * rows)));
  const side = count < 2 ? ownSquarePx : Math.max(1, Math.min(ownSquarePx, largest));
  const drawnPx = [columns * side, rows * side] as const;
  return { ...spread, squarePx: side, drawnPx, sizePx: drawnPx };
}
