import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

// Who may import whom, as the tree in AGENTS.md shows; an import of a type counts like any other.

const figures = ['common', 'engine/image', 'engine/skin', 'engine/figure'];
const drawing = [...figures, 'engine/raster', 'engine/text', 'engine/scenes', 'engine/options'];
const mayImport: Readonly<Record<string, readonly string[]>> = {
  'src/common': [],
  'src/upstreams': ['common'],
  'src/engine': ['common', 'engine'],
  'src/engine/image': ['common'],
  'src/engine/skin': figures.slice(0, 2),
  'src/engine/figure': figures.slice(0, 3),
  'src/engine/raster': figures,
  'src/engine/text': ['common', 'engine/image'],
  'src/engine/scenes': ['common', 'engine/image', 'engine/text'],
  'src/engine/cards': ['common', 'engine/image', 'engine/text'],
  'src/engine/options': [...figures, 'engine/text', 'engine/scenes', 'engine/cards'],
  'src/engine/pictures': drawing,
  'src/engine/workers': [...drawing, 'engine/pictures', 'engine/cards'],
  'src/service': ['common', 'engine', 'upstreams'],
  'src/cli': ['common', 'engine', 'upstreams'],
  'src/main.ts': ['common', 'service'],
};

const root = join(import.meta.dirname, '..', '..');
const files = globSync('src/**/*.ts', { cwd: root }).filter(
  (file) => !/\.(?:test|d)\.ts$/.test(file),
);
const imports = new Map(files.map((file) => [file, importsOf(file)]));

function importsOf(from: string) {
  const source = readFileSync(join(root, from), 'utf8');
  return [...source.matchAll(/^(?:import|export) (type )?(?:[^;']* from )?'([^']+)'/gm)].map(
    ([, type, to = '']) => ({ from, to: to.startsWith('.') ? join(dirname(from), to) : to, type }),
  );
}

const within = (path: string, place: string): boolean => `${path}/`.startsWith(`${place}/`);

test('a file imports from its own folder and those below it', () => {
  const wrong = [...imports.values()].flat().filter(({ from, to }) => {
    const place = Object.keys(mayImport).findLast((one) => within(from, one)) ?? '';
    const places = [place, ...(mayImport[place] ?? []).map((one) => `src/${one}`)];
    return to.startsWith('src/') && !places.some((one) => within(to, one));
  });
  expect(files.length).toBeGreaterThan(300);
  expect(wrong).toEqual([]);
});

test('no files import each other in a circle', () => {
  const left = new Map(imports);
  for (let before = -1; before !== left.size;) {
    before = left.size;
    for (const [file, list] of left) if (!list.some(({ to }) => left.has(to))) left.delete(file);
  }
  expect([...left.keys()]).toEqual([]);
});

test('the thread that serves requests loads nothing that decodes, draws or encodes', () => {
  const loaded = new Set(['src/main.ts']);
  for (const file of loaded)
    for (const { to, type } of imports.get(file) ?? []) if (type === undefined) loaded.add(to);
  expect(loaded.size).toBeGreaterThan(200);
  const heavy =
    /^@napi-rs|^harfbuzz|^src\/engine\/(?:raster|pictures|image\/(?:animation|deflate|webp|decode|encode))/;
  expect([...loaded].filter((one) => heavy.test(one))).toEqual([]);
});
