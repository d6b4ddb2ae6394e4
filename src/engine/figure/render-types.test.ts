import { describe, expect, it } from 'vitest';
import { seenFrom, turnedView, maxPitchDegrees } from './camera/view.ts';
import { stageFigure } from './figure.ts';
import { capeSolids, posedSolids } from './solids.ts';
import { renderTypes, renderTypeNames, usefulPitch } from './render-types.ts';

const angles = [-100, 0, 60, 145].flatMap((yawDegrees) =>
  [-90, -40, 0, 60].map((pitchDegrees) => ({ yawDegrees, pitchDegrees })),
);

it.each([
  ['head', 'bust'],
  ['pixel', 'face'],
  ['sleeping', 'face'],
] as const)('a %s has no %s', (renderType, crop) => {
  const staging = { renderType, crop, model: 'classic', heightPx: 40 } as const;
  expect(() => stageFigure(staging)).toThrow(new RangeError(`${renderType} has no crop ${crop}`));
});

describe('the eye', () => {
  const posed = Object.entries(renderTypes).flatMap(([name, row]) =>
    row.kind === 'posed' ? [{ name, row }] : [],
  );

  it.each(posed)('of $name never comes close to the figure, from any angle', ({ row }) => {
    const corners = [...posedSolids('classic', row.pose), ...capeSolids(row.pose)].flatMap(
      (solid) => solid.corners,
    );
    for (const { yawDegrees, pitchDegrees } of angles) {
      const view = turnedView(row.view, yawDegrees, pitchDegrees);
      if (view.distanceUnits === null) continue;
      const nearest = Math.min(...corners.map((corner) => seenFrom(view)(corner)[2]));
      expect(nearest).toBeGreaterThan(8);
    }
  });
});

it.each(renderTypeNames)('%s is seen from straight above and straight below', (name) => {
  const row = renderTypes[name];
  const own = row.kind === 'flat' ? 0 : row.view.pitchDegrees;
  const max = row.kind === 'flat' ? 0 : maxPitchDegrees;
  const steepest = [-90, 90].map((pitch) => own + usefulPitch(name, 2 * pitch));
  expect(steepest).toEqual([0 - max, max]);
  expect(usefulPitch(name, 7)).toBe(row.kind === 'flat' ? 0 : 7);
});
