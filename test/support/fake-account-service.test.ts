import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

// A drawing thread, which tests of one process share, keeps a texture by its hash: where two files give the
// same one to different skins, the second fails, or not, as they happen to be run.

/** Those of the usual skin, and of the next. */
const usual = new Set(['ab', 'cd']);

test('files of tests have hashes of textures of their own', () => {
  const root = join(import.meta.dirname, '..');
  const filesOf = new Map<string, Set<string>>();
  for (const file of globSync('**/*.test.ts', { cwd: root })) {
    const text = readFileSync(join(root, file), 'utf8');
    if (!text.includes('addTexture(')) continue;
    for (const [, pair = ''] of text.matchAll(/'([\da-f]{2})'\.repeat\(32\)/g)) {
      filesOf.set(pair, (filesOf.get(pair) ?? new Set()).add(file));
    }
  }
  const shared = [...filesOf].filter(([pair, files]) => files.size > 1 && !usual.has(pair));
  expect(shared).toEqual([]);
  expect(filesOf.size).toBeGreaterThan(usual.size);
});
