import { expect, it } from 'vitest';
import { cardSquares, spreadCards, type CardPlace } from './cards.ts';

const deck = { isRow: false, sizePx: null, maxPixels: 12_000_000, isMoving: false } as const;
const counts = Array.from({ length: 10 }, (_, index) => index + 1);

/** Where a square of a turned card is in the picture. */
function positionOf({ x, y, turnDegrees }: CardPlace, [column, row]: readonly [number, number]) {
  const angle = (turnDegrees * Math.PI) / 180;
  const [right, down] = [column - cardSquares.columns / 2, row - cardSquares.rows / 2];
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return [x + right * cos - down * sin, y + right * sin + down * cos] as const;
}

/** Whether a card covers a position of the picture. */
function covers({ x, y, turnDegrees }: CardPlace, [right, down]: readonly [number, number]) {
  const angle = (turnDegrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const across = (right - x) * cos + (down - y) * sin;
  const along = (down - y) * cos - (right - x) * sin;
  return Math.abs(across) < cardSquares.columns / 2 && Math.abs(along) < cardSquares.rows / 2;
}

const corners = [
  [0, 0],
  [cardSquares.columns, 0],
  [0, cardSquares.rows],
  [cardSquares.columns, cardSquares.rows],
] as const;

it.each(counts)(
  'a deck of %i is whole, and shows each face and the place of each name',
  (count) => {
    const { columns, rows, places } = spreadCards(count, deck);
    expect(places.map(({ index }) => index)).toEqual(counts.slice(0, count).map((one) => one - 1));
    for (const [order, place] of places.entries()) {
      for (const corner of corners) {
        const [x, y] = positionOf(place, corner);
        expect(x >= 0 && x <= columns && y >= 0 && y <= rows).toBe(true);
      }
      // The face is in the middle of the upper half; names keep to the columns that are said to be in view.
      const shown = [
        [cardSquares.columns / 2 + 22, 30],
        [cardSquares.columns / 2 + 22, 70],
        [11, 201],
        [place.columns - 3, 201],
      ] as const;
      for (const square of shown) {
        const at = positionOf(place, square);
        expect(places.slice(order + 1).some((above) => covers(above, at))).toBe(false);
      }
    }
  },
);

it.each([
  [5, -1],
  [6, 3],
  [7, 3],
])('of %i cards the second hand begins with that at %i', (count, first) => {
  const turns = spreadCards(count, deck).places.map(({ turnDegrees }) => turnDegrees);
  expect(turns.findIndex((turn, at) => turn < turns[at - 1]!)).toBe(first);
});

it('a card is 750×1050, and so is each of a row', () => {
  expect(spreadCards(1, deck).sizePx).toEqual([750, 1050]);
  expect(spreadCards(3, { ...deck, isRow: true }).sizePx).toEqual([3 * 750 + 2 * 30, 1050]);
});

it.each(counts)('%i cards have no more pixels than they may', (count) => {
  for (const maxPixels of [12_000_000, 4_000_000, 800_000]) {
    const [widthPx, heightPx] = spreadCards(count, { ...deck, maxPixels }).sizePx;
    expect(widthPx * heightPx).toBeLessThanOrEqual(maxPixels);
  }
});

it('a size is that of the picture, which is drawn little larger', () => {
  for (const sizePx of [
    [64, 64],
    [1200, 630],
    [2048, 1220],
  ] as const) {
    for (const count of counts) {
      const spread = spreadCards(count, { ...deck, sizePx });
      expect(spread.sizePx).toEqual(sizePx);
      const [widthPx, heightPx] = spread.drawnPx;
      const share = Math.min(sizePx[0] / widthPx, sizePx[1] / heightPx);
      expect(share <= 1 && (share > 0.5 || spread.squarePx === 1)).toBe(true);
    }
  }
  expect(spreadCards(1, { ...deck, sizePx: [1300, 1800], isMoving: true }).drawnPx).toEqual([
    750, 1050,
  ]);
});
