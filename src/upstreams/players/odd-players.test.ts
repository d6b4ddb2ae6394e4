import { expect, test } from 'vitest';
import { itemOf } from './find-figure.ts';
import { ownSheet } from '../../common/player.ts';

const uuid = '069a79f444e94726a5befca90e38aaf5';
const deadmau5 = '1e18d5ff643d45c8b50943b8461d8614';

test.each([
  ['Dinnerbone', uuid, { upsideDown: true, ears: false }],
  ['Grumm', uuid, { upsideDown: true, ears: false }],
  ['grumm', uuid, { upsideDown: false, ears: false }],
  // Files of the sample folder have no UUID.
  ['Dinnerbone', null, { upsideDown: false, ears: false }],
  ['deadmau5', deadmau5, { upsideDown: false, ears: true }],
  ['deadmau5', uuid, { upsideDown: false, ears: false }],
  [null, null, { upsideDown: false, ears: false }],
])('the game draws %s of %s so: %j', (name, id, expected) => {
  const skin = ownSheet(new Uint8Array());
  const player = { name, uuid: id, model: 'classic', skin, cape: null } as const;
  const { upsideDown, hasMouseEars: ears } = itemOf(player, { label: null });
  expect({ upsideDown, ears }).toEqual(expected);
});
