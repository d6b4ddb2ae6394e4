import { brotliCompressSync } from 'node:zlib';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { contactSheets } from '../../scripts/contact-sheets.ts';
import { buildFile, builtFiles } from '../../scripts/web-files.ts';

const root = join(import.meta.dirname, '..', '..');

test.each(builtFiles)('$file is up to date with $entry', async (built) => {
  expect(readFileSync(join(root, built.file), 'utf8')).toBe(await buildFile(built));
});

test('the script of the pages is small', () => {
  const sent = brotliCompressSync(readFileSync(join(root, 'web/built/page.js')));
  expect(sent.length).toBeLessThan(30_000);
});

test.each(Object.entries(contactSheets))('%s offers every choice', (file, { names }) => {
  const svg = readFileSync(join(root, 'web/art', file), 'utf8');
  const views = [...svg.matchAll(/<view id="(\w+)"/g)].map(([, name]) => name);
  expect(views).toEqual([...names]);
});
