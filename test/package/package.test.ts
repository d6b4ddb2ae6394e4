import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { publint } from 'publint';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildPackage, engines } from '../../scripts/package/build-package.ts';
import { decodePng } from '../../src/render/image/decode-png.ts';
import { startFakeYggdrasil, type FakeYggdrasil } from '../support/fake-yggdrasil.ts';
import { nodesFor } from '../support/nodes.ts';

// The package as somebody else has it: packed, installed into an empty folder, and used there, as its
// guide says, on every Node of the machine that it is for.

const run = promisify(execFile);
const root = join(import.meta.dirname, '..', '..');
const base = mkdtempSync(join(tmpdir(), 'lineup-package-'));
const [built, home] = [join(base, 'lineup-draw'), join(base, 'home')];
const installed = join(home, 'node_modules', 'lineup-draw');
const program = join(installed, 'dist', 'lineup-cli.js');
const skinFile = join(root, 'samples', 'skins', 'sample-fox.png');
const guide = readFileSync(join(root, 'docs', 'package.md'), 'utf8');
const readme = readFileSync(join(root, 'README.md'), 'utf8');
let tarball = '';
let service: FakeYggdrasil;

beforeAll(async () => {
  mkdirSync(home);
  await buildPackage(built);
  const { stdout } = await run('npm', ['pack', '--silent', '--pack-destination', base], {
    cwd: built,
  });
  tarball = join(base, stdout.trim());
  writeFileSync(join(home, 'package.json'), '{"private":true,"type":"module"}');
  const offline = ['--prefer-offline', '--no-audit', '--no-fund', '--silent'];
  await run('npm', ['install', ...offline, tarball], { cwd: home });
  copyFileSync(skinFile, inHome('me.png', ''));
  service = await startFakeYggdrasil();
  const url = service.addTexture('/textures/1', readFileSync(skinFile));
  service.addPlayer({ name: 'Notch', uuid: 'a'.repeat(32), skin: { url } });
  service.addPlayer({ name: 'jeb_', uuid: 'b'.repeat(32), skin: { url } });
}, 300_000);
afterAll(async () => {
  rmSync(base, { recursive: true });
  await service.close();
});

function inHome(name: string, text: string): string {
  const file = join(home, name);
  writeFileSync(file, text);
  return file;
}

const written = (name: string): Buffer => readFileSync(join(home, name));
const heightOf = (name: string): number => decodePng(written(name)).heightPx;

const lineup = (...args: readonly string[]) =>
  run(process.execPath, [program, ...args], { cwd: home, encoding: 'buffer' });

const bytesOf = async (folder: string): Promise<number> =>
  Number.parseInt((await run('du', ['-sb', folder])).stdout, 10);

describe('the package', () => {
  test('has no scripts, and needs no Node, server or store', () => {
    const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
    expect(manifest.scripts).toBeUndefined();
    expect(manifest.engines).toEqual(engines);
    expect(guide).toContain(`runs on Node ${engines.node.slice(2)} and newer`);
    expect(guide).toContain(`npm install ./${basename(tarball)}`);
    const installedPackages = readdirSync(join(home, 'node_modules'));
    for (const name of ['node', 'fastify', 'ioredis', 'bullmq', 'typebox']) {
      expect(installedPackages).not.toContain(name);
    }
  });

  test('holds compiled files with maps, and fonts for Latin of at most 3 MB', async () => {
    const files = readdirSync(join(installed, 'dist'));
    expect(files.filter((file) => /(?<!\.d)\.ts$/.test(file))).toEqual([]);
    expect(files).toContain('lineup.js.map');
    expect(await bytesOf(join(installed, 'dist', 'fonts'))).toBeLessThanOrEqual(3_000_000);
  });

  test('takes at most 65 MB when it is installed', async () => {
    expect(await bytesOf(join(home, 'node_modules'))).toBeLessThanOrEqual(65_000_000);
  });

  test('publint and attw have nothing to say', async () => {
    expect((await publint({ pkgDir: built, strict: true })).messages).toEqual([]);
    const attw = join(root, 'node_modules', '@arethetypeswrong', 'cli', 'dist', 'index.js');
    await run(process.execPath, [attw, tarball, '--profile', 'esm-only']);
  });
});

/** The first code of a language after some words of a text. */
const codeAfter = (text: string, words: string, language: string): string =>
  new RegExp(`${words}.*?\`\`\`${language}\\n(.*?)\`\`\``, 's').exec(text)?.[1] ?? '';

/** All commands of guide and README; the first is that of a sample. */
const [first = '', ...others] = new Set(
  [...`${guide}${readme}`.matchAll(/npx lineup ([^`\n]+)/g)].map(([, line = '']) => line),
);

const snippet = codeAfter(guide, '## The library', 'js');

const typed = `import { readFileSync } from 'node:fs';
import { createLineup, DrawError, drawFigure, drawFilm, drawGroup } from 'lineup-draw';
import type { FigureOptions, GroupItem, Lineup } from 'lineup-draw';
const skin: Uint8Array = readFileSync('me.png');
const options: FigureOptions = { height: 64, pose: { head: { turn: [0, 9, 0] } } };
const items: readonly GroupItem[] = [{ skin, label: 'Ünï' }, { skin, label: 'Жук', hold: 'sword' }];
const lineup: Lineup = createLineup({ workers: 1 });
const pictures: readonly Uint8Array[] = await Promise.all([
  drawFigure(skin, options),
  lineup.drawFigure(skin, options),
  lineup.drawGroup(items, { scene: 'night', size: 'server-list', cape: false }),
  drawFilm(items, { height: 32, motion: { ms: 200, keys: [{ ms: 0, pose: {} }, { ms: 100, pose: {} }] } }),
]);
await lineup.close();
console.log(pictures.map((picture) => picture.length > 200), Buffer.compare(pictures[0]!, pictures[1]!));
await drawFigure(new Uint8Array()).catch((error: unknown) => {
  if (error instanceof DrawError) console.log(error.code, error.field, error.sentence);
});
export const refused: readonly (() => Promise<Uint8Array>)[] = [
  // @ts-expect-error
  () => drawFigure(skin, { scene: 'meadow' }),
  // @ts-expect-error
  () => drawGroup([{ label: 'a' }]),
  // @ts-expect-error
  () => drawFigure(skin, { height: '64' }),
];
`;

test.each([...nodesFor(engines.node)])(
  'on Node %s the guide, a typed program and the program draw',
  async (_version, node) => {
    const [, { stdout }] = await Promise.all([
      run(node, [inHome('guide.js', snippet)], { cwd: home }),
      run(node, [inHome('use.ts', typed)], { cwd: home }),
      run(node, [program, ...first.split(' ')], { cwd: home }),
    ]);
    expect(stdout).toBe(
      '[ true, true, true, true ] 0\nunusable-skin skin The skin is not a PNG.\n',
    );
    expect(heightOf('me-front.png')).toBe(300);
    expect(heightOf('team.png')).toBe(630);
    expect(heightOf('fox.png')).toBe(512);
    expect(written('me-walking.gif').toString('latin1', 0, 6)).toBe('GIF89a');
    for (const file of ['me-front.png', 'me-walking.gif', 'team.png', 'fox.png']) {
      rmSync(join(home, file));
    }
  },
);

test('the declarations describe the options, and refuse others', async () => {
  const files = [inHome('use.ts', typed), inHome('guide.ts', snippet)];
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const types = ['--types', 'node', '--typeRoots', join(root, 'node_modules', '@types')];
  const strict = ['--strict', '--exactOptionalPropertyTypes', '--noEmit', '--skipLibCheck'];
  const nodenext = ['--ignoreConfig', '--module', 'nodenext', '--target', 'esnext'];
  await run(process.execPath, [tsc, ...files, ...nodenext, ...strict, ...types], { cwd: home });
});

test('the bot and the build script of the guide, and the call of the README, do what they say', async () => {
  symlinkSync(join(root, 'node_modules', 'discord.js'), join(home, 'node_modules', 'discord.js'));
  inHome('bot.js', codeAfter(guide, '## A Discord bot', 'js'));
  inHome('build.js', codeAfter(guide, '## A build script', 'js'));
  const [call] = /drawGroup\(.*?\)(?=`)/.exec(readme) ?? [];
  const file = inHome(
    'call.js',
    `import { readFileSync } from 'node:fs';
import { drawGroup } from 'lineup-draw';
import { stop, teamReply } from './bot.js';
import { drawFolder } from './build.js';
const skin = readFileSync('me.png');
const { files } = await teamReply([{ name: 'Fox', skin }, { name: 'Vixen', skin }]);
console.log(files[0].name, files[0].attachment.length > 1000);
console.log((await teamReply([{ name: 'Fox', skin: Buffer.from('no') }])).content);
await stop();
await drawFolder('skins', 'drawn');
console.log((await ${call}).length > 1000);`,
  );
  mkdirSync(join(home, 'skins'));
  copyFileSync(skinFile, join(home, 'skins', 'fox.png'));
  const { stdout } = await run(process.execPath, [file], { cwd: home });
  expect(stdout).toBe('team.png true\nitems[0].skin: The skin is not a PNG.\ntrue\n');
  expect(readdirSync(join(home, 'drawn')).toSorted()).toEqual(['fox-face.png', 'fox.webp']);
});

test('names in other scripts are boxes until their fonts are installed', async () => {
  const file = inHome(
    'names.js',
    `import { readFileSync } from 'node:fs';
import { drawGroup } from 'lineup-draw';
const skin = readFileSync('me.png');
const draw = (label) => drawGroup([{ skin, label }], { height: 64 });
console.log(Buffer.compare(await draw('日本'), await draw('□□')) === 0);`,
  );
  const areBoxes = async () => (await run(process.execPath, [file], { cwd: home })).stdout;
  expect(await areBoxes()).toBe('true\n');
  const fonts = ['@fontsource-variable', 'noto-sans-sc'];
  mkdirSync(join(home, 'node_modules', '@fontsource-variable'));
  symlinkSync(join(root, 'node_modules', ...fonts), join(home, 'node_modules', ...fonts));
  expect(await areBoxes()).toBe('false\n');
});

describe('the program', () => {
  test.each(others)('lineup %s', async (line) => {
    const args = line.split(' ');
    const name = args[args.indexOf('-o') + 1] ?? '';
    await lineup(...args, '--service', service.origin, '--height', '64');
    expect(written(name).length).toBeGreaterThan(200);
    rmSync(join(home, name));
  });

  test('says which Node it needs on an older one', async () => {
    const code = `Object.defineProperty(process.versions, 'node', { value: '20.20.2' }); await import(${JSON.stringify(program)});`;
    const refused = run(process.execPath, ['-e', code], { cwd: home });
    await expect(refused).rejects.toMatchObject({
      code: 1,
      stderr: `lineup: needs Node ${engines.node.slice(2)} or newer; this is 20.20.2\n`,
    });
  });

  test('draws a file and standard input', async () => {
    const child = run(process.execPath, [program, '-', '-o', '-', '--height', '64'], {
      cwd: home,
      encoding: 'buffer',
    });
    child.child.stdin?.end(readFileSync(skinFile));
    await lineup('me.png', '-o', 'file.png', '--height=64');
    expect((await child).stdout.equals(written('file.png'))).toBe(true);
    expect(heightOf('file.png')).toBe(64);
  });

  test('says that the reader of its output is gone', async () => {
    const child = spawn(process.execPath, [program, 'sample-fox', '-o', '-'], { cwd: home });
    child.stdout.destroy();
    const errors: Buffer[] = [];
    child.stderr.on('data', (chunk: Buffer) => errors.push(chunk));
    const [code] = await once(child, 'close');
    expect([code, Buffer.concat(errors).toString()]).toEqual([
      1,
      "lineup: the output can't be written: write EPIPE\n",
    ]);
  });

  test('leaves no file when it is interrupted', async () => {
    const film = [
      'sample-fox',
      'sample-dj',
      '-o',
      'cut.gif',
      '--motion',
      'walk',
      '--scene',
      'meadow',
    ];
    // A terminal, so that its progress tells when the film has begun.
    const code = `Object.defineProperty(process.stderr, 'isTTY', { value: true }); process.argv = [process.argv[0], 'lineup', ...${JSON.stringify(film)}]; await import(${JSON.stringify(program)});`;
    const file = inHome('interrupted.js', code);
    const child = spawn(process.execPath, [file], { cwd: home });
    await once(child.stderr, 'data');
    const before = readdirSync(home);
    child.kill('SIGINT');
    const [exitCode] = await once(child, 'close');
    expect(exitCode).toBe(130);
    expect(readdirSync(home)).toEqual(before);
  });
});
