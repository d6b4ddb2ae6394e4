import { expect, it } from 'vitest';
import { colourFrom, visibleColour } from './colours.ts';

it.each([
  ['1aB', '11aabbff'],
  ['#1aB8', '11aabb88'],
  ['1a2b3C', '1a2b3cff'],
  ['#1a2b3c4d', '1a2b3c4d'],
  ['1a20', null],
  ['1a2b3c00', null],
  [undefined, null],
])('%s is %s', (text, colour) => {
  expect(visibleColour(text)).toBe(colour);
  if (colour !== null) expect(Buffer.from(colourFrom(text)).toString('hex')).toBe(colour);
});
