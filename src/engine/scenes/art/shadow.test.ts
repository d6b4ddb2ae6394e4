import { expect, test } from 'vitest';
import { createArt, paint } from './art.ts';
import { paintShadows } from './shadow.ts';

/** A column of 8×4 units, from the ground. */
const column = [2, 10].flatMap((across) =>
  [0, 4].flatMap((back) => [0, 30].map((height) => ({ across, back, height }))),
);

/** The stretches of painted pixels in the rows of a shadow, and all alphas. */
function drawnShadow(isHard: boolean, caster = column) {
  const art = createArt(60, 40);
  const place = { left: 14, row: 25, scale: 2, fromRow: 0, toRow: 40, fromColumn: 0, toColumn: 60 };
  paintShadows(art, [{ casters: [caster], ...place }], {
    colour: paint('#000000'),
    key: [0, 1, 0],
    isHard,
  });
  const alphas = [...art.words].map((word) => word >>> 24);
  // As a GIF shows them.
  const shown = alphas.map((alpha) => (alpha < 128 ? '.' : '#')).join('');
  const rows = Array.from({ length: 40 }, (_, row) => shown.slice(row * 60, row * 60 + 60));
  return { stretches: rows.map((row) => row.match(/#+/g)?.length ?? 0), alphas };
}

test('a hard shadow has no rim of single pixels, and nothing that is less than half dark', () => {
  const hard = drawnShadow(true);
  expect(Math.max(...hard.stretches)).toBe(1);
  expect(new Set(hard.alphas.filter((alpha) => alpha > 0)).size).toBe(1);
  expect(Math.min(...hard.alphas.filter((alpha) => alpha > 0))).toBeGreaterThanOrEqual(128);
  expect(Math.max(...drawnShadow(false).stretches)).toBeGreaterThan(3);
});

test('a figure in the air has a spot below it, smaller than its feet and as dark as what touches', () => {
  const raised = column.map((corner) => ({ ...corner, height: corner.height + 10 }));
  const dark = (alphas: readonly number[]): number =>
    alphas.filter((alpha) => alpha >= 0.75 * Math.max(...alphas)).length;
  const [standing, jumping] = [drawnShadow(false).alphas, drawnShadow(false, raised).alphas];
  expect(Math.max(...jumping)).toBeGreaterThanOrEqual(Math.max(...standing));
  expect(dark(jumping)).toBeGreaterThan(0);
  expect(dark(jumping)).toBeLessThan(dark(standing));
});
