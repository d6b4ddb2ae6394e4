import { describe, expect, it } from 'vitest';
import { nameBoxes, named, placedFigures } from '../../../../test/support/layouts.ts';
import { maxInRow, type ArrangementName } from './arrangements.ts';
import { formationOf } from './formation.ts';
import { layOut } from './layout.ts';
import { overlaps } from './request.ts';
import { artPixelPx, sceneSize, sizes, type SizePx } from './sizes.ts';

/** Standing figures with short names, in the formation that a picture chooses for them. */
function laid(count: number, name: ArrangementName, sizePx: SizePx) {
  const request = named(count, 4);
  const formation = formationOf(name, request, sizePx);
  const asked = { ...request, formation };
  const layout = layOut(asked, sizePx);
  const heights = placedFigures(asked, layout).map(({ whole }) => whole.bottom - whole.top);
  return { formation, layout, min: Math.min(...heights) / sizePx[1] };
}

it('the named sizes', () => {
  expect(sizes).toEqual({
    og: [1200, 630],
    banner: [1920, 480],
    square: [1080, 1080],
    story: [1080, 1920],
    video: [1280, 720],
    'server-list': [468, 60],
  });
  // So many pixels a side has an art pixel in each, and in narrow, wide and small ones.
  const others = [
    [64, 2048],
    [224, 1000],
    [225, 1000],
    [2048, 188],
    [2048, 189],
    [64, 64],
  ] as const;
  const sides = [...Object.values(sizes), ...others].map(artPixelPx);
  expect(sides).toEqual([5, 4, 7, 7, 6, 1, 1, 1, 2, 1, 2, 1]);
});

/** In each of these sizes: the rows, and how close one is; the smallest figure in hundredths. */
describe('how so many stand', () => {
  it.each([
    ['auto', 3, '1 1 1 2 1 1', [81, 80, 54, 38, 80, 64]],
    ['auto', 5, '1 1 2 3 1 1', [61, 80, 44, 40, 57, 64]],
    ['auto', 6, '2 1 3 3 2 1', [58, 80, 46, 32, 59, 64]],
    ['auto', 10, '2 1 3 4 2 1', [46, 64, 36, 26, 43, 64]],
    ['row', 2, '1 1 1 1 1 1', [81, 80, 82, 46, 80, 64]],
    ['row', 6, '1 1 3 3 1 1', [50, 80, 46, 32, 47, 64]],
    ['row', 10, '1/1 1 3 4 1/1 1', [43, 64, 36, 26, 40, 64]],
    ['rows', 2, '1 1 1 1 1 1', [81, 80, 82, 46, 80, 64]],
    ['rows', 5, '2 2 2 3 2 2', [58, 56, 44, 40, 59, 38]],
    ['rows', 10, '2 2 3 4 2 2', [46, 56, 36, 26, 43, 38]],
    ['podium', 4, '1 1 1 1/1 1 1', [58, 57, 40, 30, 59, 46]],
    ['podium', 5, '1 1 1/1 2 1 1', [58, 57, 44, 30, 57, 46]],
    ['podium', 10, '1/1 1 3 3 1/1 1', [43, 57, 26, 20, 40, 46]],
    ['teams', 4, '1 1 2 2 2 1', [65, 80, 39, 22, 59, 64]],
    ['teams', 7, '2 1 3 4 2 1', [48, 80, 35, 22, 45, 64]],
    ['teams', 10, '2 1 3 5 2 1', [37, 58, 29, 22, 34, 64]],
    ['arc', 5, '1 1 2 2 2 1', [54, 65, 46, 26, 58, 52]],
    ['arc', 6, '2 1 2 2 2 1', [58, 65, 41, 23, 58, 52]],
    ['arc', 10, '2 1 3 4 2 1', [48, 58, 39, 28, 45, 52]],
    ['stairs', 1, '1 1 1 1 1 1', [74, 73, 76, 79, 74, 58]],
    ['stairs', 5, '1 1 2 3 1 1', [50, 48, 43, 40, 50, 39]],
    ['stairs', 10, '1/1 1 3 4 1/1 1', [43, 46, 28, 26, 40, 37]],
  ] as const)('%s of %i: %s', (name, count, formations, shares) => {
    const all = Object.values(sizes).map((sizePx) => laid(count, name, sizePx));
    const rows = all.map(({ formation: one }) => (one.close ? `1/${one.close}` : `${one.rows}`));
    expect(rows.join(' ')).toBe(formations);
    expect(all.map(({ min }) => Math.round(min * 100))).toEqual(shares);
    for (const { formation } of all) {
      const automatic = formation.rows === 1 ? 'row' : 'rows';
      expect(formation.arrangement).toBe(name === 'auto' ? automatic : name);
    }
  });

  it.each([
    [[900, 300], 1],
    [[899, 300], 2],
    [[301, 300], 2],
    [[300, 300], 3],
  ] as const)('seven in %j: in %i rows, as it is a strip, wide or tall', (sizePx, rows) => {
    expect(laid(7, 'auto', sizePx).formation.rows).toBe(rows);
  });

  it('in a picture that fits them, and in which size, depends on how many they are', () => {
    const [row, rows] = [maxInRow, maxInRow + 1].map((count) => named(count, 4));
    expect(formationOf('auto', row!, null)).toEqual({ arrangement: 'row', rows: 1 });
    expect(formationOf('auto', rows!, null)).toEqual({ arrangement: 'rows', rows: 2 });
    expect([5, 6].map((count) => sceneSize('row', count))).toEqual([sizes.og, sizes.banner]);
    expect(sceneSize('auto', 10)).toBe(sizes.og);
  });
});

describe('ten players in an arrangement of their own', () => {
  it('on a podium: the others stand in front of the winners where a line would be small', () => {
    const { layout } = laid(10, 'podium', sizes.story);
    const grounds = layout.figures.toSorted((one, other) => one.index - other.index);
    const heights = grounds.map(({ groundPx }) => groundPx);
    expect(Math.max(...heights.slice(0, 3))).toBeLessThan(Math.min(...heights.slice(3)));
  });

  it.each([5, 6, 7, 8, 9, 10])(
    'on a podium: nobody of %i hides the number of the winner',
    (count) => {
      const asked = named(count, 4);
      const formation = formationOf('podium', asked, sizes.story);
      const layout = layOut({ ...asked, formation }, sizes.story);
      const { middlePx, groundPx } = layout.figures.find(({ index }) => index === 0)!;
      const { artPx } = layout;
      const number = {
        left: middlePx - 4 * artPx,
        right: middlePx + 4 * artPx,
        top: groundPx + 7 * artPx,
        bottom: groundPx + 19 * artPx,
      };
      const hiding = placedFigures(asked, layout).flatMap(({ covers }) => covers);
      for (const box of [...hiding, ...nameBoxes(asked, layout)])
        expect(overlaps(box, number)).toBe(false);
    },
  );

  it.each([3, 5, 6, 7, 8])('whose names have %d letters cut none on stairs', (ems) => {
    for (const size of ['og', 'square', 'story'] as const) {
      const request = named(10, ems);
      const formation = formationOf('stairs', request, sizes[size]);
      const { labels, labelFontPx } = layOut({ ...request, formation }, sizes[size]);
      for (const { spacePx } of labels) expect(spacePx).toBeGreaterThanOrEqual(ems * labelFontPx);
    }
  });
});
