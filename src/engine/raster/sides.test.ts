import { expect, test } from 'vitest';
import { createSideTable, numberOfSide, packSides, sidesOf, type Side } from './side-colours.ts';

const side = (angle: number): Side => ({
  shade: 100,
  normal: [Math.cos(angle), Math.sin(angle), 0],
  across: [0, 0, 1],
  down: [0, 1, 0],
});

test('equal sides share a number, and are kept as numbers', () => {
  const table = createSideTable();
  const numbers = [side(0), side(1), side(0)].map((one) => numberOfSide(table, one));
  // 0 is that of what glows.
  expect(numbers).toEqual([1, 2, 1]);
  const kept = sidesOf(packSides(table));
  expect(kept).toHaveLength(3);
  expect(kept[2]!.normal[0]).toBeCloseTo(Math.cos(1), 6);
  expect([kept[2]!.shade, kept[2]!.across, kept[2]!.down]).toEqual([100, [0, 0, 1], [0, 1, 0]]);
});

test('more sides than a byte can number take the number of the most similar one', () => {
  const table = createSideTable();
  const step = (2 * Math.PI) / 300;
  const numbers = Array.from({ length: 300 }, (_, i) => numberOfSide(table, side(i * step)));
  expect(Math.max(...numbers)).toBe(255);
  expect(numbers[270]).toBe(255);
  expect(numbers[299]).toBe(1);
});
