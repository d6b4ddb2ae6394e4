import { describe, expect, it } from 'vitest';
import { drawn } from '../../../../test/support/layouts.ts';
import { arrangements, turnsOf } from './arrangements.ts';

describe('how a group is turned', () => {
  it.each(drawn)('%s: ten figures need five turns at most', (arrangement) => {
    const turns = turnsOf({ arrangement, rows: 2 }, 'centre', 10).map((turn) =>
      JSON.stringify(turn),
    );
    expect(new Set(turns).size).toBeLessThanOrEqual(5);
  });

  it('faces the middle from both sides on request, and one side by default', () => {
    const row = { arrangement: 'row', rows: 1 } as const;
    const turns = turnsOf(row, 'centre', 4);
    expect(turns.map(({ mirror }) => mirror)).toEqual([false, false, true, true]);
    expect(
      turnsOf(row, 'same', 4).every(({ mirror, yawDegrees }) => !mirror && yawDegrees === 0),
    ).toBe(true);
    expect(
      turnsOf({ arrangement: 'teams', rows: 1 }, 'same', 4).map(({ mirror }) => mirror),
    ).toEqual([false, false, true, true]);
  });
});

describe('a group in rows', () => {
  it.each([
    [3, 2, [2, 1]],
    [5, 3, [2, 1, 2]],
    [7, 2, [4, 3]],
    [9, 2, [5, 4]],
    [10, 3, [3, 4, 3]],
    [10, 4, [3, 2, 3, 2]],
  ])('%i in %i rows stand symmetrically, each between those in front', (count, rows, lengths) => {
    const slots = arrangements.rows(count, rows);
    const inRow = lengths.map((_, row) => slots.filter((slot) => slot.row === row));
    expect(inRow.map((row) => row.length)).toEqual(lengths);
    const middles = inRow.map((row) => (row[0]!.order + row.at(-1)!.order) / 2);
    expect(new Set(middles).size).toBe(1);
  });

  it('of equal length are moved to either side', () => {
    const orders = arrangements.rows(4, 2).map(({ order }) => order);
    expect(orders).toEqual([-0.25, 0.75, 0.25, 1.25]);
  });

  it('is smaller towards the back, to about four fifths', () => {
    const scales = [...new Set(arrangements.rows(10, 4).map(({ scale }) => scale))];
    expect(scales).toEqual(scales.toSorted((one, other) => other - one));
    expect(scales[0]).toBe(1);
    expect(scales.at(-1)).toBeCloseTo(0.83);
  });
});

it('an arc is seen from the height of eyes: what is farther is as much smaller as it is higher', () => {
  for (const { raise, scale } of arrangements.arc(7, 1)) {
    expect(raise).toBeLessThanOrEqual(1 - scale + 1e-9);
  }
});

it('a crowd is on the ground, the last nearest and at the right end', () => {
  for (const rows of [1, 2, 3]) {
    const slots = arrangements.crowd(10, rows);
    const last = slots.at(-1)!;
    expect(slots.every(({ on }) => on === 'ground')).toBe(true);
    expect(last).toMatchObject({ row: 0, raise: 0, scale: 1 });
    const front = slots.filter(({ row }) => row === 0);
    expect(Math.max(...front.map(({ order }) => order))).toBe(last.order);
    expect(new Set(front.map(({ scale }) => scale)).size).toBeGreaterThan(1);
  }
});
