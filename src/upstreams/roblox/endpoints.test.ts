import { expect, test } from 'vitest';
import { isPictureHost, paces } from './endpoints.ts';

test.each([
  ['tr.rbxcdn.com', true],
  ['t0.tr.rbxcdn.com', true],
  ['evilrbxcdn.com', false],
  ['rbxcdn.com', false],
  ['rbxcdn.com.evil.example', false],
  ['tr.rbxcdn.com.', false],
  ['', false],
])('%s serves pictures of Roblox: %s', (hostname, expected) => {
  expect(isPictureHost(hostname)).toBe(expected);
});

test('waits one after the other leave time for their calls', () => {
  const { apis, games, users, thumbnails, pictures } = paces;
  expect(apis.maxWaitMs + games.maxWaitMs).toBeLessThanOrEqual(3600);
  expect(users.maxWaitMs + thumbnails.maxWaitMs + pictures.maxWaitMs).toBeLessThanOrEqual(4700);
});
