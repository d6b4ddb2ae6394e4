import { expect, test } from 'vitest';
import { boxCorners } from '../solids.ts';
import { groundShadow } from './ground-shadow.ts';

/** A column of 4×30×4 units, in the air or on the ground. */
function shadowAt(airUnits: number) {
  const column = boxCorners.map(([x, y, z]) => [x * 4, y * 30 + airUnits, z * 4] as const);
  const { darkness } = groundShadow([column], 0);
  return { core: Math.max(...darkness), all: darkness.reduce((sum, dark) => sum + dark, 0) };
}

test('a figure in the air has a smaller shadow than one that stands, with a core', () => {
  const [standing, jumping] = [shadowAt(0), shadowAt(6)];
  expect(jumping.core).toBeGreaterThan(0.5);
  expect(jumping.all).toBeLessThan(standing.all);
});
