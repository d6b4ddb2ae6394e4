import { describe, expect, it } from 'vitest';
import { nameBoxes, named, placedFigures, titleOf } from '../../../test/support/layouts.ts';
import { arrangementNames, type ArrangementName } from './arrangements.ts';
import { formationOf } from './formation.ts';
import { layOut } from './layout.ts';
import { overlaps } from './shape.ts';
import { safeShare, sceneSize, sizes, type SizeName } from './sizes.ts';

/** Standing figures with short names, in the arrangement that a picture chooses for them. */
function laid(count: number, name: ArrangementName, size: SizeName, titleColumns = 0) {
  const title = titleColumns === 0 ? null : titleOf(titleColumns);
  const request = { ...named(count, 4), title };
  const formation = formationOf(name, request, sizes[size]);
  const asked = { ...request, formation };
  const layout = layOut(asked, sizes[size]);
  const shares = placedFigures(asked, layout).map(
    ({ whole }) => (whole.bottom - whole.top) / sizes[size][1],
  );
  return { formation, layout, asked, least: Math.min(...shares) };
}

const sizeNames = Object.keys(sizes).filter((name): name is SizeName => Object.hasOwn(sizes, name));
const counts = [1, 2, 3, 5, 10] as const;

describe('the automatic arrangement', () => {
  it.each([
    [1, 'og', 'row', 1],
    [5, 'og', 'row', 1],
    [6, 'og', 'rows', 2],
    [10, 'video', 'rows', 2],
    [10, 'banner', 'row', 1],
    [10, 'server-list', 'row', 1],
    [3, 'square', 'row', 1],
    [10, 'square', 'rows', 3],
    [2, 'story', 'row', 1],
    [3, 'story', 'rows', 2],
    [10, 'story', 'rows', 4],
  ] as const)('of %i in %s is %s, in %i', (count, size, arrangement, rows) => {
    expect(laid(count, 'auto', size).formation).toEqual({ arrangement, rows });
  });

  it.each([
    [5, 'row'],
    [6, 'rows'],
  ] as const)('of %i in a picture that fits them is %s', (count, arrangement) => {
    expect(formationOf('auto', named(count, 4), null)).toMatchObject({ arrangement });
  });

  it.each([
    ['og', 0.4],
    ['video', 0.4],
    ['banner', 0.4],
    ['square', 0.25],
    ['story', 0.25],
  ] as const)('shows ten players in %s at least at %d of its height', (size, share) => {
    expect(laid(10, 'auto', size).least).toBeGreaterThanOrEqual(share);
    expect(laid(10, 'auto', size, 60).least).toBeGreaterThanOrEqual(share);
  });
});

describe('the rows of an arrangement', () => {
  it('two players stand side by side', () => {
    expect(laid(2, 'rows', 'og').formation).toEqual({ arrangement: 'rows', rows: 1 });
  });

  it.each(['rows', 'teams', 'arc'] as const)('%s: ten use the height of a tall picture', (name) => {
    expect(laid(10, name, 'story').formation.rows).toBeGreaterThan(2);
  });
});

describe('ten players in an arrangement of their own', () => {
  it.each([
    ['row', 'og', 0.38],
    ['row', 'square', 0.25],
    ['row', 'story', 0.22],
    ['stairs', 'og', 0.3],
    ['stairs', 'square', 0.2],
    ['stairs', 'story', 0.15],
    ['podium', 'og', 0.3],
    ['podium', 'square', 0.33],
    ['podium', 'story', 0.18],
    ['teams', 'story', 0.18],
    ['arc', 'story', 0.25],
  ] as const)('%s: figures in %s take at least %d of its height', (name, size, share) => {
    expect(laid(10, name, size).least).toBeGreaterThanOrEqual(share);
  });

  it('on a podium: the others stand in front of the winners where a line would be small', () => {
    const { formation, layout } = laid(10, 'podium', 'story');
    expect(formation.rows).toBe(3);
    const grounds = layout.figures.toSorted((one, other) => one.index - other.index);
    const heights = grounds.map(({ groundPx }) => groundPx);
    expect(Math.max(...heights.slice(0, 3))).toBeLessThan(Math.min(...heights.slice(3)));
    expect(laid(10, 'podium', 'og').formation.rows).toBe(1);
  });

  it.each([3, 5, 6, 7, 8, 20])('whose names have %d letters cut none on stairs', (ems) => {
    for (const size of ['og', 'square', 'story'] as const) {
      const request = named(10, ems);
      const formation = formationOf('stairs', request, sizes[size]);
      const { labels, labelFontPx } = layOut({ ...request, formation }, sizes[size]);
      for (const { spacePx } of labels) expect(spacePx).toBeGreaterThanOrEqual(ems * labelFontPx);
    }
  });

  it('stand in one row as long as that is large enough', () => {
    expect(laid(5, 'row', 'og').formation).toEqual({ arrangement: 'row', rows: 1 });
    expect(laid(10, 'row', 'og').formation).toEqual({ arrangement: 'row', rows: 1, close: 1 });
  });
});

describe.each(sizeNames)('in %s', (size) => {
  it.each(arrangementNames)('%s cuts nothing, and puts no name over a head', (name) => {
    const [widthPx, heightPx] = sizes[size];
    for (const [count, title] of counts.flatMap((one) => [[one, 0] as const, [one, 60] as const])) {
      const { layout, asked } = laid(count, name, size, title);
      const figures = placedFigures(asked, layout);
      const names = nameBoxes(asked, layout);
      for (const { left, top, right, bottom } of [...figures.map(({ whole }) => whole), ...names]) {
        expect(Math.min(left, widthPx - right)).toBeGreaterThanOrEqual(widthPx * safeShare - 1.5);
        expect(Math.min(top, heightPx - bottom)).toBeGreaterThanOrEqual(heightPx * safeShare - 1.5);
      }
      for (const { face } of figures) expect(names.some((one) => overlaps(one, face))).toBe(false);
    }
  });
});

it('the size of a scene fits its arrangement', () => {
  expect(sceneSize('row', 6)).toBe(sizes.banner);
  expect(sceneSize('row', 5)).toBe(sizes.og);
  expect(sceneSize('auto', 10)).toBe(sizes.og);
});
