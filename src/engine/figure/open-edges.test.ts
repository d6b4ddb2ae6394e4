import { describe, expect, it } from 'vitest';
import { faceRect } from '../../../test/support/skin-facts.ts';
import type { FaceName, PartName } from './boxes.ts';
import { edgeBits, openEdges, opennessShift, wholeOpenness } from './open-edges.ts';
import { view } from './posed-row.ts';
import type { Pose } from './pose.ts';
import { posedSolids } from './solids.ts';

const { left, right, top, bottom } = edgeBits;

/** From straight ahead. */
const ahead = view(0, 0, 16, null);

/** What is open along the four edges of a side, of which each corner texel lies at two. */
function openOn(pose: Pose, part: PartName, face: FaceName): number {
  const table = openEdges(posedSolids('classic', pose), ahead);
  const { u, v, columns, rows } = faceRect('classic', part, 'base', face);
  const at = (column: number, row: number): number => table[(v + row) * 64 + u + column]!;
  const [middle, half] = [columns >> 1, rows >> 1];
  const all = at(0, half) | at(columns - 1, half) | at(middle, 0) | at(middle, rows - 1);
  return all & (left | right | top | bottom);
}

describe('open edges of a figure that stands straight', () => {
  it.each([
    ['head', 'front', left | right | top],
    ['rightArm', 'front', left | top | bottom],
    ['leftArm', 'front', right | top | bottom],
    ['rightLeg', 'front', left | bottom],
    ['leftLeg', 'front', right | bottom],
    ['body', 'front', 0],
  ] as const)('%s, %s', (part, face, open) => {
    expect(openOn({ parts: {} }, part, face)).toBe(open);
  });

  it('lie at no other texels', () => {
    const table = openEdges(posedSolids('classic', { parts: {} }), ahead);
    const { u, v } = faceRect('classic', 'head', 'base', 'front');
    expect(table[(v + 3) * 64 + u + 3]).toBe(0);
    // The corner of the sheet shows no side.
    expect(table[0]).toBe(0);
  });
});

describe('a pose', () => {
  it('opens the inner edge of an arm that is spread', () => {
    const spread: Pose = { parts: { rightArm: { turn: [0, 0, 80] } } };
    expect(openOn(spread, 'rightArm', 'front') & right).toBe(right);
  });

  it('has no edge at the joint of a bent limb', () => {
    const table = openEdges(posedSolids('classic', { parts: { rightArm: { bend: 60 } } }), ahead);
    const { u, v, columns, rows } = faceRect('classic', 'rightArm', 'base', 'front');
    const joint = table.subarray((v + rows / 2) * 64 + u, (v + rows / 2) * 64 + u + columns);
    expect(joint.every((bits) => (bits & (top | bottom)) === 0)).toBe(true);
  });

  it('fades the light where one limb begins to pass before another', () => {
    const pose: Pose = {
      parts: { rightLeg: { turn: [-20, 0, -55] }, leftLeg: { turn: [20, 0, 0] } },
    };
    const table = openEdges(posedSolids('classic', pose), ahead);
    const { u, v, columns, rows } = faceRect('classic', 'leftLeg', 'base', 'front');
    const levels = Array.from(
      { length: rows },
      (_, row) => table[(v + row) * 64 + u + columns - 1]! >> opennessShift,
    );
    expect(new Set(levels)).toEqual(new Set([0, 1, 2, wholeOpenness]));
  });
});
