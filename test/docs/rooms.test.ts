import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync } from 'rolldown/utils';
import { expect, test } from 'vitest';

// The table of rooms in AGENTS.md says who may import whom; here it is held.

const root = join(import.meta.dirname, '..', '..');

/** A row of the table. Folders and targets are paths without a slash at the end. */
type Room = { readonly folder: string; readonly kernel: boolean; readonly targets: string[] };

/** An import of a value, `from` and `to` as paths below the root of the project. */
type Import = { readonly from: string; readonly to: string };

const rooms = readRooms(readFileSync(join(root, 'AGENTS.md'), 'utf8'));
const folders = globSync('src/**/', { cwd: root }).filter((folder) => folder !== 'src');

/** Of a room, without its tests. */
const maxLines = 8000;

/** The rows of the table; a row with several folders, or with a `*`, makes a room of each. */
function readRooms(text: string): Room[] {
  const rows = text.split('\n').filter((line) => line.startsWith('| `src/'));
  return rows.flatMap((row) => {
    const [names = '', , targets = ''] = row.split('|').slice(1);
    const kernel = targets.includes('the kernel only');
    return quoted(names).map((folder) => ({
      folder,
      kernel,
      targets: quoted(targets).map((target) => join('src', target)),
    }));
  });
}

function quoted(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path.replace(/\/$/, ''));
}

/** The room of a file: the row that names the longest path to it. */
function roomOf(file: string): Room | undefined {
  return rooms
    .filter(({ folder }) => liesIn(file, folder))
    .toSorted((a, b) => b.folder.length - a.folder.length)[0];
}

/** Whether a path is the place itself or lies below it; a `*` stands for one name. */
function liesIn(path: string, place: string): boolean {
  const names = path.split('/');
  return place.split('/').every((name, index) => {
    const own = names[index];
    return (
      own !== undefined && (name === own || (name.startsWith('*') && own.endsWith(name.slice(1))))
    );
  });
}

/** Where a file and the room's own files are: for `src/service/routes/*` the folder of the one feature. */
function ownPlace(file: string, { folder }: Room): string {
  return file.split('/').slice(0, folder.split('/').length).join('/');
}

function isAllowed({ from, to }: Import): boolean {
  const room = roomOf(from);
  if (room === undefined || to === 'src/main.ts') return false;
  const kernel = rooms.filter((one) => one.kernel).map(({ folder }) => folder);
  const places = [ownPlace(from, room), ...kernel, ...room.targets];
  return places.some((place) => liesIn(to, place));
}

/** Every import of a value in the product (types may cross rooms). */
function readImports(): Import[] {
  const files = globSync('src/**/*.ts', { cwd: root }).filter((file) => !file.endsWith('.test.ts'));
  return files.flatMap((file) => importsOf(file, readFileSync(join(root, file), 'utf8')));
}

function importsOf(file: string, source: string): Import[] {
  const { staticImports, staticExports, dynamicImports } = parseSync(file, source).module;
  const named = staticImports
    .filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType))
    .map(({ moduleRequest }) => moduleRequest.value);
  const passedOn = staticExports
    .flatMap(({ entries }) => entries)
    .filter(({ isType }) => !isType)
    .flatMap(({ moduleRequest }) => moduleRequest?.value ?? []);
  const loaded = dynamicImports.map(({ moduleRequest }) =>
    source.slice(moduleRequest.start, moduleRequest.end).replaceAll(/['"`]/g, ''),
  );
  return [...named, ...passedOn, ...loaded]
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => ({ from: file, to: join(dirname(file), specifier) }));
}

test('every folder of src is in the table of rooms', () => {
  expect(folders.length).toBeGreaterThan(10);
  expect(folders.filter((folder) => folder !== 'src/service/routes' && !roomOf(folder))).toEqual(
    [],
  );
});

test('every path in AGENTS.md exists', () => {
  const text = readFileSync(join(root, 'AGENTS.md'), 'utf8');
  const [, outline = ''] = /## Where is …\n([^#]+)/.exec(text) ?? [];
  const places = quoted(outline).filter((place) => place.includes('/'));
  expect(places.length).toBeGreaterThan(10);
  expect(places.filter((place) => !existsSync(join(root, place)))).toEqual([]);
});

test('no room is larger than a newcomer can read', () => {
  const lines: Record<string, number> = {};
  for (const file of globSync('src/**/*.ts', { cwd: root })) {
    const room = roomOf(file);
    if (room === undefined || file.endsWith('.test.ts')) continue;
    const place = ownPlace(file, room);
    lines[place] = (lines[place] ?? 0) + readFileSync(join(root, file), 'utf8').split('\n').length;
  }
  expect(Object.keys(lines).length).toBeGreaterThan(30);
  expect(Object.entries(lines).filter(([, count]) => count > maxLines)).toEqual([]);
});

test('values are imported only in the directions that the table allows', () => {
  const imports = readImports();
  expect(imports.length).toBeGreaterThan(200);
  expect(imports.filter((one) => !isAllowed(one))).toEqual([]);
});

test.each([
  ['src/upstreams/net/safe-fetch.ts', "import { a } from '../players/players.ts';"],
  ['src/upstreams/net/safe-fetch.ts', "import { type A, b } from '../cache/keys.ts';"],
  ['src/upstreams/net/safe-fetch.ts', "export { a } from '../discord/sender.ts';"],
  ['src/upstreams/net/safe-fetch.ts', "import '../app/create-app.ts';"],
  ['src/upstreams/net/safe-fetch.ts', "await import('../redis/redis.ts');"],
  ['src/upstreams/players/players.ts', "import { a } from '../game-servers/ports.ts';"],
  ['src/upstreams/players/players.ts', "import { a } from '../support/watched-drawing.ts';"],
  ['src/common/errors/catalogue.ts', "import { a } from '../net/net-error.ts';"],
  ['src/engine/text/draw.ts', "import { a } from '../render/plan/plan.ts';"],
  ['src/engine/image/encode.ts', "import { a } from '../plan/plan.ts';"],
  ['src/service/routes/composition/route.ts', "import { a } from '../docs/html.ts';"],
  ['src/service/routes/composition/route.ts', "import { a } from '../../app/create-app.ts';"],
  ['src/service/create-app.ts', "import { a } from '../main.ts';"],
  ['src/new-room/file.ts', "import { a } from '../errors/catalogue.ts';"],
])('%s must not contain %s', (file, source) => {
  expect(importsOf(file, source).map(isAllowed)).toEqual([false]);
});

test.each([
  ['src/upstreams/net/safe-fetch.ts', "import type { A } from '../players/players.ts';", []],
  ['src/upstreams/net/safe-fetch.ts', "import { a } from '../async/clock.ts';", [true]],
  ['src/common/errors/catalogue.ts', "import { a } from '../png/png.ts';", [true]],
  ['src/engine/text/draw.ts', "import { a } from '../render/image/canvas.ts';", [true]],
  ['src/service/site/front/composer.ts', "import { a } from '../html.ts';", [true]],
  ['src/main.ts', "import { a } from './app/create-app.ts';", [true]],
])('%s may contain %s', (file, source, allowed) => {
  expect(importsOf(file, source).map(isAllowed)).toEqual(allowed);
});

test('one file decides whether a picture is made, sent from the cache, or answered 304', () => {
  const callers = globSync('src/**/*.ts', { cwd: root }).filter(
    (file) =>
      !file.endsWith('.test.ts') &&
      /\bisKnown\(etag\)/.test(readFileSync(join(root, file), 'utf8')),
  );
  expect(callers).toEqual(['src/service/pictures/respond.ts']);
});

test('the thread that serves requests loads nothing that draws', () => {
  const imports = Map.groupBy(readImports(), ({ from }) => from);
  const loaded = new Set(['src/main.ts']);
  for (const file of loaded) for (const { to } of imports.get(file) ?? []) loaded.add(to);
  expect(loaded.size).toBeGreaterThan(200);
  const drawing = ['src/engine/pictures', 'src/engine/raster', 'src/engine/figure/stage'];
  expect([...loaded].filter((file) => drawing.some((room) => liesIn(file, room)))).toEqual([]);
});
