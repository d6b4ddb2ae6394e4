import { describe, expect, it } from 'vitest';
import { named, placedFigures, titleOf } from '../../../test/support/layouts.ts';
import type { ArrangementName } from './arrangements.ts';
import { formationOf } from './formation.ts';
import { layOut } from './layout.ts';
import { sceneSize, sizes, type SizeName } from './sizes.ts';

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
  return { formation, layout, least: Math.min(...shares) };
}

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

it('the size of a scene fits its arrangement', () => {
  expect(sceneSize('row', 6)).toBe(sizes.banner);
  expect(sceneSize('row', 5)).toBe(sizes.og);
  expect(sceneSize('auto', 10)).toBe(sizes.og);
});
