import { brotliCompressSync } from 'node:zlib';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { contactSheets } from '../../scripts/contact-sheets.ts';
import { buildFiles } from '../../scripts/build-web.ts';

const root = join(import.meta.dirname, '..', '..');
const built = join(root, 'web/built');

test('what is sent is up to date with its sources', async () => {
  const files = await buildFiles();
  expect(readdirSync(built).toSorted()).toEqual([...files.keys()].toSorted());
  for (const [file, code] of files) {
    expect([file, readFileSync(join(built, file), 'utf8') === code]).toEqual([file, true]);
  }
});

/** What each part of the script may weigh as it is sent, in bytes; what is not listed, 3,000. */
const bounds = new Map([
  ['page.js and base.js', 22_000],
  ['pose-panel.js', 5600],
  ['snippets.js', 4100],
  ['swagger.js', 4200],
  // With three.js; only the page of a model loads it.
  ['viewer.js', 135_000],
]);

test('the script that a page begins with is small, and so is what loads later', () => {
  const sizes = new Map<string, number>();
  for (const file of readdirSync(built).filter((name) => name.endsWith('.js'))) {
    const part = /^(?:page|base)\.js$/.test(file) ? 'page.js and base.js' : file;
    const { length } = brotliCompressSync(readFileSync(join(built, file)));
    sizes.set(part, (sizes.get(part) ?? 0) + length);
  }
  const large = [...sizes].filter(([part, size]) => size > (bounds.get(part) ?? 3000));
  expect(large).toEqual([]);
});

test.each(Object.entries(contactSheets))('%s offers every choice', (file, { names }) => {
  const svg = readFileSync(join(root, 'web/art', file), 'utf8');
  const views = [...svg.matchAll(/<view id="(\w+)"/g)].map(([, name]) => name);
  expect(views).toEqual([...names]);
});

test('where the header stands does not depend on what of the page has arrived', () => {
  expect(readFileSync(join(root, 'web/style.css'), 'utf8')).not.toMatch(/:has\(\.stage\)/);
});
