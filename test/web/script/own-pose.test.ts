import { expect, test } from 'vitest';
import {
  compactOf,
  mirrored,
  poseFrom,
  poseOfType,
  readCompact,
} from '../../../web/script/own-pose.ts';
import { renderTypes } from '../../../src/engine/figure/render-types.ts';
import { mirroredPose } from '../../../src/engine/figure/pose.ts';

const text = 'body:5,6,-7;head:0,20,3;left_leg:1,2,3,4,5;right_arm:76,1,-2,8,-9';
const sorted = (compact: string): string => compact.split(';').toSorted().join(';');

test('the compact form is read and written, and what does not turn is left out', () => {
  expect(sorted(compactOf(readCompact(text)))).toBe(text);
  expect(compactOf(readCompact('head:0.4,0,-0.2;no_part:1,2,3;body:x'))).toBe('head:0,0,0');
  expect(compactOf(readCompact('right_leg:0,0,0,0,7'))).toBe('right_leg:0,0,0,0,7');
});

test('a mirrored pose is that of the figure in a mirror', () => {
  const own = readCompact(text);
  expect(poseFrom(mirrored(own)).parts).toMatchObject(mirroredPose(poseFrom(own)).parts);
  expect(mirrored(mirrored(own))).toEqual(own);
});

test.each(['default', 'walking', 'lunging'] as const)(
  '%s is edited from where it is seen',
  (name) => {
    expect(poseOfType(name).yawDegrees).toBe(renderTypes[name].view.yawDegrees);
  },
);
