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
  'src/engine/model': [...drawing, 'engine/pictures'],
  'src/engine/workers': [...drawing, 'engine/pictures', 'engine/model', 'engine/cards'],
  'src/service': ['common', 'engine', 'upstreams'],
  'src/cli': ['common', 'engine', 'upstreams'],
  'src/main.ts': ['common', 'service'],
};
const files = globSync('src/**/*.ts').filter((file) => !/\.(?:test|d)\.ts$/.test(file));
const importing = /(?:^(?:import|export) (type )?(?:[^;']* from )?|\bimport\()'([^']+)'/gm;
const imports = files.flatMap((from) =>
  [...readFileSync(from, 'utf8').matchAll(importing)].map(([, type, to = '']) => {
    return { from, to: to.startsWith('.') ? join(dirname(from), to) : to, type };
  }),
);
const within = (path: string, place: string): boolean => `${path}/`.startsWith(`${place}/`);

test('a file imports from its own folder and those below it', () => {
  const wrong = imports.filter(({ from, to }) => {
    const place = Object.keys(mayImport).findLast((one) => within(from, one)) ?? '';
    const places = [place, ...(mayImport[place] ?? []).map((one) => `src/${one}`)];
    return to.startsWith('src/') && !places.some((one) => within(to, one));
  });
  expect([files.length > 300, wrong]).toEqual([true, []]);
});

test('no files import each other in a circle', () => {
  let left = files;
  for (let before = Infinity; left.length < before;) {
    before = left.length;
    left = left.filter((one) => imports.some(({ from, to }) => from === one && left.includes(to)));
  }
  expect(left).toEqual([]);
});

test('the thread that serves requests loads nothing that decodes, draws or encodes', () => {
  const loaded = new Set(['src/main.ts']);
  for (const file of loaded)
    for (const { from, to, type } of imports) if (from === file && !type) loaded.add(to);
  const heavy =
    /@napi|@gltf|harfbuzz|ne\/(model|raster|pictures|image\/(anim|deflate|webp|decode|encode))/;
  expect([loaded.size > 200, [...loaded].filter((to) => heavy.test(to))]).toEqual([true, []]);
});
