import { describe, expect, it } from 'vitest';
import { measureFigure } from '../figure.ts';
import { flatten, seenFrom } from '../camera/view.ts';
import type { Pose } from '../pose.ts';
import { poses } from '../poses.ts';
import {
  renderTypeNames,
  renderTypes,
  type RenderType,
  type RenderTypeRow,
} from '../render-types.ts';
import { posedSolids } from '../solids.ts';
import type { Moment, Stance } from './stage.ts';

const posedNames = renderTypeNames.filter((name) => renderTypes[name].kind === 'posed');
const wholeNames = posedNames.filter((name) => !('parts' in renderTypes[name]));

const stanceOf = (renderType: RenderType, crop: 'full' | 'bust' | 'face' = 'full', more = {}) =>
  measureFigure({ renderType, crop, model: 'classic', ...more });

/** Shifted by as much as is allowed: one part behind the eye of its view, others before it. */
const farReaching: Pose = {
  figure: { turn: [305, 184, -278], shift: [-1, 4, -13] },
  parts: {
    body: { turn: [-10, -237, 145], shift: [15, -2, 16] },
    rightArm: { turn: [-99, -256, 353], shift: [-2, 15, -14] },
    leftArm: { turn: [-244, -67, 227], shift: [-8, 9, -12] },
    head: { turn: [-296, 291, 330], shift: [5, 7, -15] },
  },
};
const ownMotion: Moment = {
  motion: {
    keys: [
      { ms: 0, pose: { parts: {} } },
      { ms: 500, pose: farReaching },
    ],
    ms: 1000,
  },
  phase: 0.5,
};

describe('how a posed figure stands', () => {
  it.each(posedNames)('%s has its head within the picture', (name) => {
    const { stance, extent } = stanceOf(name);
    const { face } = stance;
    expect(face.left).toBeLessThan(face.right);
    expect(face.bottom).toBeLessThan(face.top);
    expect(face.left).toBeGreaterThanOrEqual(extent.left - 1e-9);
    expect(face.right).toBeLessThanOrEqual(extent.right + 1e-9);
    expect(face.top).toBeLessThanOrEqual(extent.top + 1e-9);
  });

  it.each(wholeNames)('%s stands on its lowest point, or jumps above it', (name) => {
    const { stance, extent } = stanceOf(name);
    const row: RenderTypeRow = renderTypes[name];
    const isInAir = row.kind === 'posed' && (row.pose.airUnits ?? 0) > 0;
    if (isInAir) expect(stance.groundUp).toBeLessThan(extent.bottom);
    else expect(stance.groundUp).toBeGreaterThanOrEqual(extent.bottom - 1e-9);
    const heights = stance.casters.flat().map(({ heightUnits }) => heightUnits);
    const airUnits = row.kind === 'posed' ? (row.pose.airUnits ?? 0) : 0;
    expect(Math.min(...heights)).toBeCloseTo(airUnits, 9);
  });

  it('casts no shadow in a crop above its feet, and has the cut as its ground', () => {
    for (const crop of ['bust', 'face'] as const) {
      const { stance, extent } = stanceOf('default', crop);
      expect([stance.casters, stance.groundUp]).toEqual([[], extent.bottom]);
    }
  });

  it('is the same for both models but for its width, and reversed in a mirror', () => {
    const slim = stanceOf('walking', 'full', { model: 'slim' }).stance;
    const { stance } = stanceOf('walking');
    expect({ ...slim, column: null }).toEqual({ ...stance, column: null });
    const mirrored = stanceOf('walking', 'full', { mirror: true }).stance;
    expect(mirrored.groundUp).toBeCloseTo(stance.groundUp, 9);
    expect(mirrored.face.left).toBeCloseTo(-stance.face.right, 9);
    const rightmost = (of: Stance, sign: 1 | -1): number =>
      Math.max(...of.casters.flat().map(({ right }) => sign * right));
    expect(rightmost(mirrored, 1)).toBeCloseTo(rightmost(stance, -1), 9);
  });

  it('keeps its room and its face when it moves, but for its highest point', () => {
    const still = stanceOf('default').stance;
    for (const motion of ['walk', 'cheer', 'idle'] as const) {
      const { stance, extent } = stanceOf('default', 'full', { motion: { motion, phase: 0.3 } });
      expect(stance.column).toEqual(still.column);
      expect(stance.face).toEqual(still.face);
      expect(stance.crownUp).toBeGreaterThanOrEqual(still.crownUp);
      expect(extent.top).toBeGreaterThanOrEqual(stance.crownUp - 1e-9);
    }
  });

  it('casts the shadow of what touches the ground where it is seen to touch it', () => {
    const { stance, stage } = stanceOf('relaxing', 'full', { pitchDegrees: -6 });
    const { view } = stage;
    const corners = posedSolids('classic', poses.relaxing.pose)
      .filter(({ layer }) => layer === 'base')
      .flatMap((solid) => solid.corners);
    const touching = corners.flatMap(([x, y, z], i) => (y < 0.6 ? [[[x, y, z], i] as const] : []));
    expect(touching.length).toBeGreaterThan(5);
    for (const [[x, , z], i] of touching) {
      const [right, up] = flatten(view, seenFrom(view)([x, 0, z]));
      const corner = stance.casters.flat()[i]!;
      expect(corner.right).toBeCloseTo(right, 9);
      expect(corner.back).toBeCloseTo(up - stance.groundUp, 1);
    }
  });

  // As far as behind the eye, a figure would have a picture of any size.
  it.each([{ pose: farReaching }, { motion: ownMotion }])(
    'has a bounded picture wherever its own pose reaches, %o',
    (moved) => {
      const { extent, stance, unitsPerPlane } = stanceOf('ultimate', 'full', moved);
      const units = (planes: number): number => planes * unitsPerPlane;
      expect(units(extent.top - extent.bottom)).toBeLessThan(400);
      expect(units(extent.right - extent.left)).toBeLessThan(400);
      expect(stance.groundUp).toBeGreaterThanOrEqual(extent.bottom - 1e-9);
      expect(stance.face.top).toBeLessThanOrEqual(extent.top + 1e-9);
    },
  );
});
