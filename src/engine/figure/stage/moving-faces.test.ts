import { expect, it } from 'vitest';
import { compileFigure, frameFigure } from '../../../../test/support/compile-figure.ts';
import { drawnPlan } from '../../../../test/support/draw-scene.ts';
import { paintSheet } from '../../../../test/support/pattern-sheets.ts';
import type { Figure } from '../figure.ts';
import { motionRow } from '../motions.ts';
import type { Pose } from '../pose.ts';
import { standing } from '../standing.ts';

/** A face of a colour that nothing else has. */
const sheet = paintSheet('classic', 1, ({ layer, part, face }) => {
  if (layer === 'overlay') return [0, 0, 0, 0];
  return part === 'head' && face === 'front' ? [255, 0, 255, 255] : [0, 0, 0, 255];
});

/** How much of the face is seen, in units of the figure. */
function seenFace(pose: Pose, yawDegrees: number): number {
  const figure: Figure = {
    renderType: 'default',
    crop: 'full',
    model: 'classic',
    heightPx: 64,
    texelsPerUnit: 1,
    pose,
    yawDegrees,
  };
  const { data } = drawnPlan(compileFigure(figure), sheet);
  let pixels = 0;
  for (let at = 0; at < data.length; at += 4) {
    if (data[at]! > 100 && data[at + 2]! > 100 && data[at + 1]! < 40) pixels++;
  }
  return pixels / frameFigure(figure).scale ** 2;
}

it.each(['wave', 'cheer', 'dance'] as const)('%s shows its face in all frames', (name) => {
  for (let twelfth = 0; twelfth < 12; twelfth++) {
    const pose = motionRow(name).poseAt(twelfth / 12, standing);
    const { head, body } = pose.parts;
    const armless: Pose = { ...pose, parts: { ...(head && { head }), ...(body && { body }) } };
    // As a single picture shows it, and from straight ahead.
    for (const yawDegrees of [0, -27]) {
      expect(seenFace(pose, yawDegrees)).toBeGreaterThan(0.9 * seenFace(armless, yawDegrees));
    }
  }
});
