import { expect, test } from 'vitest';
import { boxesIn } from '../../../web/script/boxes.ts';

const figures = 'lineup:figures="1,2,3,4,-5 60,70,80,90,100"';
const boxes = [
  { left: 1, top: 2, width: 3, height: 4, nameTop: -5 },
  { left: 60, top: 70, width: 80, height: 90, nameTop: 100 },
];

test.each([
  ['at its end', [`<x ${figures}/>`], boxes],
  ['before a little more', ['a'.repeat(5000), figures, 'b'.repeat(2000)], boxes],
  ['nowhere', ['a'], []],
  ['in an older form', ['lineup:figures="1,2,3"'], []],
])('the figures of a picture that has them %s', async (_, parts, found) => {
  expect(await boxesIn(new Blob(parts))).toEqual(found);
});
