import { brotliCompressSync } from 'node:zlib';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { contactSheets } from '../../scripts/contact-sheets.ts';
import { buildScript, builtScripts } from '../../scripts/web-scripts.ts';

const root = join(import.meta.dirname, '..', '..');

test.each(builtScripts)('$file is up to date with $entry', async ({ file, entry, format }) => {
  expect(readFileSync(join(root, file), 'utf8')).toBe(await buildScript(entry, format));
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
