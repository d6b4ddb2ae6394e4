import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetRecent, keepRecent, recentNames } from '../../../web/script/recent-names.ts';

let kept: Map<string, string>;

beforeEach(() => {
  kept = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

const twelve = Array.from({ length: 12 }, (_, index) => `Player_${index}`);

test('the newest come first, each once, and the oldest of more than twelve is dropped', () => {
  keepRecent(twelve);
  keepRecent(['Newest', 'Player_11']);
  expect(recentNames()).toEqual(['Newest', 'Player_11', ...twelve.slice(0, 10)]);
});

test.each([
  ['Notch', true],
  ['.Some_Player', true],
  ['roblox:builderman', true],
  ['Ünïcödé', true],
  ['a'.repeat(36), true],
  ['a'.repeat(37), false],
  ['sample-fox', false],
  ['https://a.example/skin.png', false],
  ['two words', false],
  ['', false],
])('%s is kept: %s', (name, isKept) => {
  keepRecent([name]);
  expect(recentNames()).toEqual(isKept ? [name] : []);
});

const odd = '["<img src=x onerror=alert(1)>",7,null,"Notch","javascript:alert(1)","sample-fox"]';
test.each(['{', '{"a":1}', odd])('of %s only names are read', (saved) => {
  kept.set('lineup-recent', saved);
  expect(recentNames()).toEqual(saved.startsWith('[') ? ['Notch'] : []);
});

test('nothing is left when they are forgotten', () => {
  keepRecent(twelve);
  forgetRecent();
  expect([recentNames(), kept.size]).toEqual([[], 0]);
});

test('a browser that keeps nothing has none', () => {
  vi.stubGlobal('localStorage', undefined);
  keepRecent(twelve);
  expect(recentNames()).toEqual([]);
});
