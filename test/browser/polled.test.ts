import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

// A page follows what is done to it a moment later: what it shows is waited for, never read once.

const readOnce =
  /expect\(\(?await (?:[\w.]|\((?:[^()]|\([^()]*\))*\)|\s)*\.(?:textContent|getAttribute|inputValue|isVisible|isDisabled|isChecked|count|allTextContents|values|labels|size)\(/g;

const readsIn = (source: string): readonly string[] => source.match(readOnce) ?? [];

test('no browser test reads once what a page shows', () => {
  const files = globSync('*.test.ts', { cwd: import.meta.dirname, exclude: ['polled.test.ts'] });
  expect(files.length).toBeGreaterThan(20);
  const found = files.flatMap((file) =>
    readsIn(readFileSync(join(import.meta.dirname, file), 'utf8')).map(
      (read) => `${file}: ${read}`,
    ),
  );
  expect(found).toEqual([]);
});

test('the check finds such reads', () => {
  const [read, polled] = ["page.locator('#a').nth(1).textContent()", 'hands.label(2).inputValue()'];
  expect(
    readsIn(`expect(await ${read}).toBe('b'); await expect.poll(() => ${polled}).toBe('b')`),
  ).toHaveLength(1);
  expect(readsIn(`expect((await hands.values()).at(-1)).toBe('b')`)).toHaveLength(1);
});
