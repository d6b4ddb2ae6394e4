import { describe, expect, it } from 'vitest';
import type { PartName } from './boxes.ts';
import { poses } from './poses.ts';
import { posedSolids } from './solids.ts';

/** The height of the lowest point of each part, in units. */
function heightsOf(name: keyof typeof poses): Record<string, number> {
  const heights: Record<string, number> = {};
  for (const { part, layer, corners } of posedSolids('classic', poses[name].pose)) {
    if (layer !== 'base') continue;
    heights[part] = Math.min(heights[part] ?? Infinity, ...corners.map(([, y]) => y));
  }
  return heights;
}

/** What rests on the ground, and does not hang just above it. */
const resting: readonly (readonly [keyof typeof poses, readonly PartName[]])[] = [
  ['dead', ['head', 'body', 'rightArm', 'leftArm', 'rightLeg', 'leftLeg']],
  ['sleeping', ['head', 'body', 'rightArm', 'rightLeg']],
  ['relaxing', ['body', 'rightArm', 'leftArm', 'rightLeg', 'leftLeg']],
  ['criss_cross', ['body', 'rightLeg', 'leftLeg']],
  ['reading', ['body', 'rightLeg', 'leftLeg']],
];

describe('what rests on the ground', () => {
  it.each(resting)('%s', (name, parts) => {
    const heights = heightsOf(name);
    for (const part of parts) expect(heights[part]).toBeLessThan(1.5);
  });
});
