import { expect, test } from 'vitest';
import { maxPitchDegrees } from '../figure/camera/view.ts';
import { renderTypes } from '../figure/render-types.ts';
import { renderTypeNames, usefulPitch } from './render-names.ts';

test.each(renderTypeNames)('%s is seen from straight above and straight below', (name) => {
  const row = renderTypes[name];
  const own = row.kind === 'flat' ? 0 : row.view.pitchDegrees;
  const max = row.kind === 'flat' ? 0 : maxPitchDegrees;
  const steepest = [-90, 90].map((pitch) => own + usefulPitch(name, 2 * pitch));
  expect(steepest).toEqual([0 - max, max]);
  expect(usefulPitch(name, 7)).toBe(row.kind === 'flat' ? 0 : 7);
});
