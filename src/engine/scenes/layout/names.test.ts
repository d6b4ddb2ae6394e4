import { describe, expect, it } from 'vitest';
import { drawn, named } from '../../../../test/support/layouts.ts';
import { formationOf } from './formation.ts';
import { layOut } from './layout.ts';
import { sizes } from './sizes.ts';
import { spreadNames, type LineName } from './names.ts';

/** Widths in font sizes of names of 4 to 16 letters. */
const tenNames = [2.2, 2.8, 3, 7.9, 8.3, 4, 6.2, 5, 9.5, 2.2];

const { 'server-list': _tiny, ...named6 } = sizes;

describe('ten names of 4 to 16 letters', () => {
  it.each(drawn.flatMap((name) => Object.entries(named6).map((size) => [name, ...size] as const)))(
    'on %s in %s are whole',
    (arrangement, _name, sizePx) => {
      const request = named(10, tenNames);
      const formation = formationOf(arrangement, request, sizePx);
      const { labels, labelFontPx } = layOut({ ...request, formation }, sizePx);
      expect(labels).toHaveLength(10);
      for (const { index, spacePx } of labels)
        expect(spacePx).toBeGreaterThanOrEqual(tenNames[index]! * labelFontPx);
    },
  );
});

describe('names of a line', () => {
  const line = (widths: readonly number[], columnPx = 100): LineName[] =>
    widths.map((widthPx, index) => ({
      widthPx,
      columnPx,
      middlePx: (index + 0.5) * columnPx,
      from: 0,
      to: widths.length * columnPx,
    }));
  const placed = (names: readonly LineName[]) =>
    spreadNames(names, 10).map(({ middlePx, spacePx }) => [middlePx, spacePx]);

  it('stay below their figures where they have room', () => {
    expect(placed(line([80, 90, 20]))).toEqual([
      [50, 80],
      [150, 90],
      [250, 20],
    ]);
  });

  it('give way to a long neighbour to both sides alike', () => {
    expect(placed(line([40, 160, 40]))).toEqual([
      [40, 40],
      [150, 160],
      [260, 40],
    ]);
  });

  it('are moved inwards at the ends', () => {
    expect(placed(line([20, 20, 140]))).toEqual([
      [50, 20],
      [140, 20],
      [230, 140],
    ]);
  });

  it('keep overlapping their columns, and the longest are cut for it', () => {
    const names = spreadNames(line([400, 20, 20, 20, 20]), 10);
    names.slice(1).forEach(({ middlePx, spacePx }, at) => {
      expect(spacePx).toBe(20);
      expect(Math.abs(middlePx - (at + 1.5) * 100)).toBeLessThanOrEqual(50);
    });
    expect(names[0]!.spacePx).toBeLessThan(200);
    expect(names[0]!.spacePx).toBeGreaterThan(100);
  });

  it('keep to their columns where there is no room for any', () => {
    const names = line([50, 50], 4);
    expect(placed(names)).toEqual([
      [2, 4],
      [6, 4],
    ]);
  });
});
