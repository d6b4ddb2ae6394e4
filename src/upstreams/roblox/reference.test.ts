import { expect, test } from 'vitest';
import { parseGame, parseGroup, parseUser } from './reference.ts';

test.each([
  ['1', { id: 1 }],
  ['9007199254740991', { id: 9_007_199_254_740_991 }],
  ['9007199254740993', null],
  ['0', null],
  ['12345678901234567890', null],
  ['name:123', { name: '123' }],
  ['Builder_man', { name: 'Builder_man' }],
  ['Old.Name', { name: 'Old.Name' }],
  ['name:Old.json', { name: 'Old.json' }],
  [' an old name ', { name: 'an old name' }],
  ['x'.repeat(64), { name: 'x'.repeat(64) }],
  ['x'.repeat(65), null],
  ['a\u0000b', null],
  ['a/b', null],
  ['https://www.roblox.com/users/156/profile', { id: 156 }],
  ['roblox.com/de/users/156', { id: 156 }],
  ['https://evil.example/users/156', null],
  ['https://www.roblox.com.evil.example/users/156', null],
  ['', null],
])('user %s', (text, expected) => {
  expect(parseUser(text)).toEqual(expected);
});

test.each([
  ['920587237', { placeId: 920_587_237 }],
  ['universe:383310974', { universeId: 383_310_974 }],
  ['https://www.roblox.com/games/920587237/Adopt-Me', { placeId: 920_587_237 }],
  ['https://www.roblox.com/pt-br/games/920587237?x=1', { placeId: 920_587_237 }],
  ['Adopt Me', null],
  ['universe:', null],
  ['universe:0', null],
])('game %s', (text, expected) => {
  expect(parseGame(text)).toEqual(expected);
});

test.each([
  ['7', { id: 7 }],
  ['https://www.roblox.com/communities/7/Roblox', { id: 7 }],
  ['https://www.roblox.com/groups/7/Roblox#!/about', { id: 7 }],
  [' Adopt Me ', { name: 'Adopt Me' }],
  ['x'.repeat(51), null],
  ['a\u0000b', null],
  ['99999999999999999999', null],
  [' ', null],
])('group %j', (text, expected) => {
  expect(parseGroup(text)).toEqual(expected);
});
