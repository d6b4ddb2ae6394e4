import { describe, expect, it } from 'vitest';
import { noEars } from '../../../../test/support/ears-encoder.ts';
import { bothModels } from '../../../../test/support/skin-facts.ts';
import { flatten, seenFrom } from '../camera/view.ts';
import { stageFigure } from '../figure.ts';
import { renderTypeNames, renderTypes, cropsOf } from '../render-types.ts';
import { frameFigure } from '../../../../test/support/compile-figure.ts';
import { earAnchors, earModes, type EarMode, type EarsShape } from '../../skin/ears/shape.ts';
import { flatEars } from './ears-stage.ts';

const everything = {
  ...noEars,
  ears: 'tall',
  claws: true,
  tail: { mode: 'up', bendsDegrees: [0], isMoving: true },
  wings: { mode: 'symmetric_dual', motion: 'normal' },
} as const;

const types = renderTypeNames.filter((type) => renderTypes[type].kind !== 'flat');

describe('a figure with Ears', () => {
  it.each(bothModels)('is framed as a whole from everywhere, %s', (model) => {
    for (const renderType of types) {
      for (const pitchDegrees of [0, -40, 60]) {
        const figure = { renderType, crop: 'full', model, heightPx: 100, pitchDegrees } as const;
        const { stage } = stageFigure({ ...figure, ears: everything });
        const see = seenFrom(stage.view);
        const points = stage
          .quadsFor(1)
          .flatMap(({ corners }) => corners.map((corner) => flatten(stage.view, see(corner))));
        const { top, bottom, left, right } = stage.extent;
        const outside = points.filter(
          ([x, y]) => x < left - 1e-9 || x > right + 1e-9 || y < bottom - 1e-9 || y > top + 1e-9,
        );
        expect(outside, `${renderType} ${pitchDegrees}`).toEqual([]);
      }
    }
  });
});

const sides = ['front', 'back'] as const;

const shaped = (changes: Partial<EarsShape>): EarsShape => ({ ...noEars, wings: null, ...changes });

/** Columns and rows from the upper left end to the lower right one. */
function boxOf(quads: ReturnType<typeof flatEars>): readonly number[] {
  const corners = quads.flatMap((quad) => quad.corners);
  const [xs, ys] = [corners.map(([x]) => -x), corners.map(([, y]) => y)];
  return [Math.min(...xs), Math.max(...ys), Math.max(...xs), Math.min(...ys)].map(
    (unit) => unit + 0,
  );
}

const boxes = {
  none: null,
  above: [-8, 40, 8, 32],
  sides: [-12, 32, 12, 24],
  behind: null,
  around: [-8, 40, 8, 24],
  floppy: null,
  cross: [-3, 40, 3, 32],
  out: null,
  tall: [-4, 48, 4, 32],
  tall_cross: [-3, 48, 3, 32],
} as const satisfies Record<EarMode, readonly number[] | null>;

describe.each(sides)('from the %s', (side) => {
  it.each(earModes)(
    'ears take whole units around the head, wherever they are on it: %s',
    (ears) => {
      for (const anchor of earAnchors) {
        const quads = flatEars(shaped({ ears, anchor }), side);
        expect(quads.length === 0 ? null : boxOf(quads), anchor).toEqual(boxes[ears]);
      }
    },
  );

  it('a horn stands upright above the face', () => {
    expect(boxOf(flatEars(shaped({ crown: 'horn' }), side))).toEqual([-4, 40, 4, 32]);
  });

  it('halos, tails, claws and wings do not show', () => {
    const unseen = shaped({
      crown: 'double_halo',
      claws: true,
      chest: 1,
      cape: true,
      legs: 'full',
      tail: { mode: 'up', bendsDegrees: [0], isMoving: true },
      wings: { mode: 'flat', motion: 'none' },
    });
    expect(flatEars(unseen, side)).toEqual([]);
  });

  it('round ears are behind the head', () => {
    const quads = flatEars('deadmau5', side);
    expect(boxOf(quads)).toEqual([-10, 37, 10, 29]);
    expect(quads.every(({ corners }) => corners.every(([, , z]) => z > 4))).toBe(true);
  });

  it('a snout is before the face only', () => {
    const snout = { width: 4, height: 3, depth: 6, offset: 1 } as const;
    const [quad, ...others] = flatEars(shaped({ snout }), side);
    expect(others).toEqual([]);
    expect(boxOf([quad!])).toEqual([-2, 28, 2, 25]);
    expect(Math.sign(quad!.corners[0][2])).toBe(side === 'front' ? -1 : 1);
  });

  it('each crop has room for them, and the body keeps its texels', () => {
    for (const crop of cropsOf(side)) {
      const figure = { renderType: side, crop, model: 'slim', heightPx: 320 } as const;
      const ears = shaped({ ears: 'above' });
      const [plain, wide] = [frameFigure(figure), frameFigure({ ...figure, ears })];
      const rows = { full: 32, bust: 16, face: 8 }[crop];
      expect(plain.scale).toBe(Math.floor(320 / rows));
      expect(wide.scale).toBe(Math.floor(320 / (rows + 8)));
      expect(wide.widthPx).toBe(16 * wide.scale);
    }
  });
});
