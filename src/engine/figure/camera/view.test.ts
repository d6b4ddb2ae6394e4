import { describe, expect, it } from 'vitest';
import { dot } from '../vector.ts';
import { cameraAxes, flatten, seenFrom, viewUnder, type View } from './view.ts';

const view: View = { yawDegrees: 30, pitchDegrees: 20, target: [0, 16, 0], distanceUnits: 50 };

describe('a roll', () => {
  it('turns the picture clockwise about its middle, and changes no depth', () => {
    const head = [0, 30, 0] as const;
    const straight = flatten(view, seenFrom(view)(head));
    const rolled = { ...view, rollDegrees: 90 };
    const turned = flatten(rolled, seenFrom(rolled)(head));

    // What was above the middle is to its right.
    expect(turned[0]).toBeCloseTo(straight[1], 12);
    expect(turned[1]).toBeCloseTo(-straight[0], 12);
    expect(cameraAxes(rolled).away).toEqual(cameraAxes(view).away);
  });

  it.each([-180, -33, 12.5, 90])('of %d° leaves the axes square', (rollDegrees) => {
    const { right, up, away } = cameraAxes({ ...view, rollDegrees });
    for (const [a, b] of [
      [right, up],
      [up, away],
      [away, right],
    ] as const) {
      expect(dot(a, b)).toBeCloseTo(0, 12);
      expect(dot(a, a)).toBeCloseTo(1, 12);
    }
  });
});

describe('an angle of view', () => {
  it('keeps the height of the figure as the eye moves nearer or farther', () => {
    for (const fovDegrees of [20, 45, 60]) {
      const { distanceUnits } = viewUnder(view, fovDegrees, []);
      expect(distanceUnits! * Math.tan((fovDegrees * Math.PI) / 360)).toBeCloseTo(17, 9);
    }
  });

  it('keeps the eye outside the figure', () => {
    const { away } = cameraAxes(view);
    const knee = [away[0] * -20, 16 + away[1] * -20, away[2] * -20] as const;
    expect(viewUnder(view, 90, [knee]).distanceUnits).toBeCloseTo(28, 9);
  });

  it('has no effect without perspective', () => {
    const flat = { ...view, distanceUnits: null };
    expect(viewUnder(flat, 90, [])).toBe(flat);
  });
});
