import { describe, expect, it } from 'vitest';
import { noEars } from '../../../../test/support/ears-encoder.ts';
import { bothModels } from '../../../../test/support/skin-facts.ts';
import type { Pose } from '../pose.ts';
import { posedSolids } from '../solids.ts';
import type { Vec3 } from '../vector.ts';
import { posedEars, withoutMovedLegs, type PosedSurface } from './posed-ears.ts';
import {
  earAnchors,
  earModes,
  legModes,
  protrusions,
  tailModes,
  wingModes,
  type EarsShape,
  type FigureEars,
} from '../../skin/ears/shape.ts';

const straight: Pose = { parts: {} };

function surfacesOf(
  said: Partial<EarsShape> | 'deadmau5',
  pose: Pose = straight,
  model: 'classic' | 'slim' = 'classic',
): readonly PosedSurface[] {
  const ears: FigureEars = said === 'deadmau5' ? said : { ...noEars, ...said };
  return posedEars({ ears, model, pose, hasOverlay: true, raised: null });
}

/** The top left and bottom right corners of the surface whose texels begin at a place. */
function cornersAt(surfaces: readonly PosedSurface[], u: number, v: number): readonly [Vec3, Vec3] {
  const found = surfaces.find(({ quad }) => quad.texels.u === u && quad.texels.v === v);
  return [found!.quad.corners[0], found!.quad.corners[3]];
}

function near(point: Vec3, expected: Vec3): void {
  point.forEach((value, axis) => expect(value).toBeCloseTo(expected[axis]!, 2));
}

/** Positions that the mod has, replayed by hand from its own transforms. */
const tail = (mode: NonNullable<EarsShape['tail']>['mode'], ...bendsDegrees: number[]) => ({
  tail: { mode, bendsDegrees, isMoving: true },
});

describe('where the mod has its parts', () => {
  const places: readonly [string, Partial<EarsShape>, readonly [number, number], Vec3, Vec3][] = [
    ['ears above', { ears: 'above' }, [24, 0], [8, 40, 0], [-8, 32, 0]],
    ['their back', { ears: 'above' }, [56, 28], [-8, 32, 0], [8, 40, 0]],
    ['around, in front', { ears: 'around', anchor: 'front' }, [36, 16], [8, 24, -4], [4, 32, -4]],
    ['sides, at the back', { ears: 'sides', anchor: 'back' }, [32, 0], [-4, 32, 4], [-12, 24, 4]],
    ['behind', { ears: 'behind' }, [24, 0], [4, 32, 12], [4, 24, 4]],
    ['out', { ears: 'out' }, [32, 0], [-4, 40, -4], [-4, 32, 4]],
    ['out, in front', { ears: 'out', anchor: 'front' }, [24, 0], [4, 32, -4], [4, 24, -12]],
    ['floppy', { ears: 'floppy' }, [24, 0], [4, 31, 4], [8, 24.072, -4]],
    ['cross', { ears: 'cross' }, [32, 0], [2.828, 40, -2.828], [-2.828, 32, 2.828]],
    ['tall, the foot', { ears: 'tall' }, [24, 0], [4, 32, 0], [-4, 35.998, 0.14]],
    ['tall, the tip', { ears: 'tall' }, [36, 0], [4, 43.885, 1.46], [-4, 47.71, 2.629]],
    ['tall cross', { ears: 'tall_cross' }, [56, 28], [-2.828, 48, -2.828], [2.828, 32, 2.828]],
    ['horn', { crown: 'horn' }, [56, 0], [4, 39.25, -7.381], [-4, 32, -4]],
    ['halo', { crown: 'halo' }, [56, 0], [4, 36, -4], [-4, 36, 4]],
    ['a tail down', tail('down', 0), [56, 16], [-4, 14, 2], [4, 14 - 10.392, 8]],
    ['a tail back', tail('back', 0), [56, 16], [-4, 14, 2], [4, 14 - 2.084, 2 + 11.818]],
    ['a bent tail back', tail('back', 90), [56, 16], [-4, 14, 2], [4, 26, 2]],
    ['a tail up', tail('up', 0), [56, 16], [-4, 14, 2], [4, 14 + 7.713, 2 + 9.193]],
    ['an upright tail', tail('vertical', 0), [56, 16], [0, 10, 2], [0, 18, 14]],
    ['an upright tail that curls', tail('vertical', 0, 30), [56, 22], [0, 10, 8], [-3, 18, 13.196]],
    [
      'wings',
      { wings: { mode: 'symmetric_dual', motion: 'none' } },
      [0, 0],
      [2, 26, 2],
      [12, 10, 2 + 17.321],
    ],
    [
      'flat wings',
      { wings: { mode: 'flat', motion: 'none' } },
      [0, 0],
      [10, 26, 2.75],
      [-10, 10, 2.75],
    ],
    ['a full chest', { chest: 1 }, [20, 22], [4, 22, -2], [-4, 19.172, -4.828]],
    ['the foot of a claw', { claws: true }, [16, 48], [-4, 0, -6], [0, 0, -2]],
    ['a hand’s claw', { claws: true }, [52, 16], [8, 8, -2], [8, 12, 2]],
    ['a leg on its toes', { legs: 'full' }, [4, 28], [4, 4, -1.5], [0, 0, -3.5]],
    ['half of one', { legs: 'partial' }, [4, 26], [4, 6, -1], [0, 0, -3]],
  ];

  it.each(places)('%s', (...[, said, [u, v], topLeft, bottomRight]) => {
    const [first, last] = cornersAt(surfacesOf(said), u, v);
    near(first, topLeft);
    near(last, bottomRight);
  });

  it('a snout stands on the face and is drawn out', () => {
    const snout = surfacesOf({ snout: { width: 4, height: 2, depth: 3, offset: 1 } });
    near(cornersAt(snout, 0, 2)[0], [2, 27, -7]);
    near(cornersAt(snout, 0, 2)[1], [-2, 25, -7]);
    near(cornersAt(snout, 0, 0)[0], [2, 27, -4]);
    near(cornersAt(snout, 0, 0)[1], [-2, 27, -6]);
    near(cornersAt(snout, 7, 4)[1], [2, 25, -6]);
    expect(surfacesOf({ snout: { width: 4, height: 2, depth: 1, offset: 1 } })).toHaveLength(5);
  });

  it('the game’s own round ears are larger than their texels', () => {
    const corners = surfacesOf('deadmau5').flatMap(({ quad }) => quad.corners);
    for (const [axis, min, max] of [
      [0, -10, 10],
      [1, 29, 37],
      [2, -2, 1],
    ] as const) {
      expect(Math.min(...corners.map((corner) => corner[axis]))).toBeCloseTo(min, 9);
      expect(Math.max(...corners.map((corner) => corner[axis]))).toBeCloseTo(max, 9);
    }
  });

  it('slim arms have their claws nearer', () => {
    expect(cornersAt(surfacesOf({ claws: true }, straight, 'slim'), 52, 16)[0][0]).toBe(7);
  });
});

describe('what carries them', () => {
  it('is the part they are on, with its turn', () => {
    const pose: Pose = { parts: { head: { turn: [0, 90, 0] }, rightArm: { turn: [90, 0, 0] } } };
    near(cornersAt(surfacesOf({ ears: 'above' }, pose), 24, 0)[0], [0, 40, -8]);
    // The hand is raised to the front, and so is its claw.
    near(cornersAt(surfacesOf({ claws: true }, pose), 52, 16)[0], [8, 24, -14]);
  });

  it('is the lower half of a bent limb', () => {
    const pose: Pose = { parts: { rightArm: { bend: 90 } }, airUnits: 0 };
    const [corner] = cornersAt(surfacesOf({ claws: true }, pose), 52, 16);
    near(corner, [8, 20, -10]);
  });
});

describe('every shape', () => {
  const max: Partial<EarsShape> = {
    claws: true,
    snout: { width: 7, height: 4, depth: 8, offset: 4 },
    chest: 1,
    cape: true,
  };
  const shapes: Partial<EarsShape>[] = [
    ...earModes.flatMap((ears) => earAnchors.map((anchor) => ({ ...max, ears, anchor }))),
    ...tailModes.flatMap((mode) =>
      mode === 'none' ? [] : [{ ...max, ...tail(mode, 10, -20, 30, 40), ears: 'tall' as const }],
    ),
    ...wingModes.flatMap((mode) =>
      mode === 'none' ? [] : [{ ...max, wings: { mode, motion: 'normal' as const } }],
    ),
    ...legModes.map((legs) => ({ ...max, legs, ears: 'around' as const })),
    ...protrusions.map((one) => ({ ...max, ...one })),
    {
      ...max,
      ...tail('star_overlap', 1, 2, 3, 4),
      ears: 'tall',
      legs: 'full',
      crown: 'double_halo',
    },
  ];

  it.each(bothModels)('has surfaces of texels on the sheet and of some size, %s', (model) => {
    for (const said of shapes) {
      const surfaces = surfacesOf(said, straight, model);
      for (const { quad } of surfaces) {
        const { u, v, columns, rows } = quad.texels;
        expect(u >= 0 && v >= 0 && u + columns <= 64 && v + rows <= 64).toBe(true);
        expect(columns * rows).toBeGreaterThan(0);
        expect(Math.hypot(...quad.normal)).toBeCloseTo(1, 9);
      }
      // One shell each, apart from the cape, which is a box.
      const shells = surfaces.flatMap(({ quad }) => (quad.shell < 64 ? [] : [quad.shell]));
      expect(new Set(shells).size).toBe(shells.length);
      expect(Math.max(...shells)).toBeLessThan(256);
    }
  });

  it('without the second layer has no jacket and no trousers', () => {
    const ears: EarsShape = { ...noEars, chest: 1, legs: 'full' };
    const figure = { ears, model: 'classic', pose: straight, raised: null } as const;
    const bare = posedEars({ ...figure, hasOverlay: false });
    const all = posedEars({ ...figure, hasOverlay: true });
    expect(all.length - bare.length).toBe(5 + 28);
  });
});

describe('legs of another shape', () => {
  const solids = posedSolids('classic', straight);

  it('take the place of the boxes, or of the lower half of them', () => {
    const isLeg = ({ part }: { part: string }) => part.endsWith('Leg');
    expect(withoutMovedLegs(solids, { ...noEars }, straight)).toBe(solids);
    expect(withoutMovedLegs(solids, { ...noEars, legs: 'full' }, straight).some(isLeg)).toBe(false);
    const halves = withoutMovedLegs(solids, { ...noEars, legs: 'partial' }, straight).filter(isLeg);
    expect(halves).toHaveLength(4);
    for (const { toRow, corners } of halves) {
      expect(toRow).toBe(6);
      expect(Math.min(...corners.map(([, y]) => y))).toBe(6);
    }
  });

  const kneeling = (bend: number): Pose => ({ parts: { rightLeg: { bend } } });
  const rightLegs = (bend: number, legs: 'partial' | 'full') =>
    withoutMovedLegs(
      posedSolids('classic', kneeling(bend)),
      { ...noEars, legs },
      kneeling(bend),
    ).filter(({ part }) => part === 'rightLeg');

  it('keep the upper half of a bent leg, cut straight across', () => {
    const halves = rightLegs(-50, 'partial');
    expect(halves.map(({ fromRow, toRow }) => [fromRow, toRow])).toEqual([
      [0, 6],
      [0, 6],
    ]);
    const bottoms = halves[0]!.corners.filter((_, index) => (index & 2) === 0);
    for (const [, y] of bottoms) expect(y).toBeCloseTo(bottoms[0]![1], 9);
  });

  it('follow the shin below the knee, and the thigh above it', () => {
    const surfaces = surfacesOf({ legs: 'full' }, { ...kneeling(-40), airUnits: 0 });
    const [, knee] = cornersAt(surfaces, 4, 20);
    near(knee, [0, 6, -3.5]);
    const [heel] = cornersAt(surfaces, 8, 16);
    near(heel, [4, 1.725, 4.24]);
  });

  it('are boxes at a steep knee, from the sheet that the texels were moved to', () => {
    const sheets = (legs: 'partial' | 'full') =>
      rightLegs(-90, legs).map(({ fromRow, sheet }) => [fromRow, sheet]);
    expect(sheets('partial')).toEqual([
      [0, 'skin'],
      [6, 'ears'],
      [0, 'skin'],
      [6, 'ears'],
    ]);
    expect(sheets('full').every(([, sheet]) => sheet === 'ears')).toBe(true);
    const surfaces = surfacesOf({ legs: 'full' }, kneeling(-90));
    expect(surfaces.every(({ part }) => part === 'leftLeg')).toBe(true);
  });
});
