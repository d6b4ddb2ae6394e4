import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { familyNames, fontsFolder, type FontFile } from './font-files.ts';
import { covers, createFontRegistry } from './font-registry.ts';

test('covers finds the ends of every range and nothing between two', () => {
  const ranges = [10, 20, 30, 30, 40, 50];
  const inside = [10, 15, 20, 30, 40, 50];
  const outside = [0, 9, 21, 29, 31, 39, 51, 0x10ffff];
  expect(inside.map((codepoint) => covers(ranges, codepoint))).not.toContain(false);
  expect(outside.map((codepoint) => covers(ranges, codepoint))).not.toContain(true);
  expect(covers([], 10)).toBe(false);
});

test.each(familyNames)(
  '%s: its files exist, and each character is in the first that covers it',
  (family) => {
    const files: FontFile[] = JSON.parse(
      readFileSync(new URL(`${family}.json`, fontsFolder), 'utf8'),
    );
    expect(files.length).toBeGreaterThan(0);
    const fonts = createFontRegistry();
    for (const { name, characters } of files.slice(0, 9)) {
      const found = fonts.findFont([characters[0] ?? 0], [family])?.alias;
      const first = files.find((file) => covers(file.characters, characters[0] ?? 0));
      expect(found).toBe(`lineup-${first?.name ?? name}`);
    }
  },
);

test('characters outside the published range of a file are used only within a cluster', () => {
  const fonts = createFontRegistry();
  const [ka, space] = [0xe01, 0x20];
  expect(fonts.findFont([ka, space], ['thai'])?.family).toBe('thai');
  expect(fonts.findFont([space, ka], ['thai'])).toBeUndefined();
});
