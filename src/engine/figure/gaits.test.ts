import { describe, expect, it } from 'vitest';
import { flatten, seenFrom, type View } from './camera/view.ts';
import { strides } from './gaits.ts';
import { around } from './motion.ts';
import { motions } from './motions.ts';
import { lowerMove, type Pose } from './pose.ts';
import { groundLift } from './solids.ts';
import { apply, type Vec3 } from './vector.ts';

/** Three-quarter, as figures of a scene are seen. */
const view: View = { yawDegrees: 55, pitchDegrees: 10, target: [0, 16.5, 0], distanceUnits: 92 };

function footAt(pose: Pose, leg: 'rightLeg' | 'leftLeg'): Vec3 {
  const sole: Vec3 = [leg === 'rightLeg' ? 2 : -2, 0, 0];
  const [x, y, z] = apply(lowerMove('classic', pose, leg), sole);
  return [x, y + groundLift(pose), z];
}

/** Where a foot is seen, in units to the right. */
function seenAt(pose: Pose, leg: 'rightLeg' | 'leftLeg'): number {
  return flatten(view, seenFrom(view)(footAt(pose, leg)))[0] * view.distanceUnits!;
}

describe.each([
  ['walk', 0.5],
  ['run', 0.33],
] as const)('a foot on the ground in a %s', (name, stance) => {
  const { frames, poseAt } = motions[name];
  const legs = ['rightLeg', 'leftLeg'] as const;
  const stances = legs.flatMap((leg) => {
    const landing = leg === 'rightLeg' ? 0 : 0.5;
    const count = Math.floor(stance * frames);
    return Array.from({ length: count }, (_, step) => [leg, landing + step / frames] as const);
  });

  it('is seen to go back by the same in every frame, as far as the stride says', () => {
    // The ground below the figure is farther away than the point that the camera looks at.
    const share = Math.sin((view.yawDegrees * Math.PI) / 180) * (92 / 94.8);
    const stepUnits = (strides[name] * share) / frames;
    for (const [leg, phase] of stances) {
      const [before, after] = [phase, phase + 1 / frames].map((at) =>
        seenAt(poseAt(around(at)), leg),
      );
      expect(Math.abs(before! - after! - stepUnits), `${leg} ${phase}`).toBeLessThan(0.08);
    }
  });

  it('does not go aside, whatever the hips do', () => {
    for (const [leg, phase] of stances) {
      const [x] = footAt(poseAt(around(phase)), leg);
      expect(Math.abs(x)).toBeCloseTo(2.1, 2);
    }
  });
});
