import { describe, expect, it } from 'vitest';
import { measureFigure } from '../figure.ts';
import {
  renderTypeNames,
  renderTypes,
  type RenderType,
  type RenderTypeRow,
} from '../render-types.ts';

const posedNames = renderTypeNames.filter((name) => renderTypes[name].kind === 'posed');
const wholeNames = posedNames.filter((name) => !('parts' in renderTypes[name]));

const stanceOf = (renderType: RenderType, crop: 'full' | 'bust' | 'face' = 'full', more = {}) =>
  measureFigure({ renderType, crop, model: 'classic', ...more });

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
    expect(stance.feet).not.toBeNull();
    expect(stance.feet!.bottom).toBeGreaterThanOrEqual(stance.groundUp - 1e-9);
    expect(stance.feet!.bottom).toBeLessThan(stance.face.top);
  });

  it('has no feet in a crop above them, and the cut as its ground', () => {
    for (const crop of ['bust', 'face'] as const) {
      const { stance, extent } = stanceOf('default', crop);
      expect([stance.feet, stance.groundUp]).toEqual([null, extent.bottom]);
    }
  });

  it('lies along the ground in a lying pose', () => {
    const across = ({ left, right }: { left: number; right: number }): number => right - left;
    const [lying, standing] = [stanceOf('sleeping').stance, stanceOf('default').stance];
    expect(across(lying.feet!)).toBeGreaterThan(2 * across(standing.feet!));
  });

  it('is the same for both models, and reversed in a mirror', () => {
    const slim = stanceOf('walking', 'full', { model: 'slim' }).stance;
    const { stance } = stanceOf('walking');
    expect(slim).toEqual(stance);
    const mirrored = stanceOf('walking', 'full', { mirror: true }).stance;
    expect(mirrored.groundUp).toBeCloseTo(stance.groundUp, 9);
    expect(mirrored.face.left).toBeCloseTo(-stance.face.right, 9);
    expect(mirrored.feet!.right).toBeCloseTo(-stance.feet!.left, 9);
  });
});
