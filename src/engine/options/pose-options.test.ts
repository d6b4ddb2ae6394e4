import { expect, it } from 'vitest';
import { badRequest } from '../../common/errors/lineup-error.ts';
import { readMotion, readPose } from './pose-options.ts';

const refused = (problem: string, within = '') => badRequest(`pose${within}: ${problem}`);

it.each([
  ['head', 'head'],
  ['body', 'body'],
  ['right_arm', 'rightArm'],
  ['left_arm', 'leftArm'],
  ['right_leg', 'rightLeg'],
  ['left_leg', 'leftLeg'],
])('%s is read from both forms', (field, part) => {
  const whole = { turn: [1, -2, 3], bend: -4, twist: 5 };
  const posed = { parts: { [part]: whole } };
  expect(readPose(`${field}:1,-2,3,-4,5`, refused)).toEqual(posed);
  expect(readPose({ [field]: whole }, refused)).toEqual(posed);
  expect(readPose({ [field]: { shift: [6, 7, 8] } }, refused)).toEqual({
    parts: { [part]: { shift: [6, 7, 8] } },
  });
});

it('what only objects have is read, and what is 0 is not omitted', () => {
  const pose = { figure: { turn: [1, 2, 3], shift: [4, 5, 6] }, air: 0, cape: 7 };
  const read = { parts: {}, figure: pose.figure, airUnits: 0, capeDegrees: 7 };
  expect(readPose(pose, refused)).toEqual(read);
  const motion = {
    ms: 400,
    keys: [
      { ms: 0, pose },
      { ms: 399, pose: {} },
    ],
  };
  expect(readMotion(motion, refused)).toEqual({
    ms: 400,
    keys: [
      { ms: 0, pose: read },
      { ms: 399, pose: { parts: {} } },
    ],
  });
});
