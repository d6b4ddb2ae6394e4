import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { rolldown } from 'rolldown';
import { publint } from 'publint';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildPackage, engines } from '../../scripts/package/build-package.ts';
import { decodePng } from '../../src/engine/image/decode-png.ts';
import { startFakeYggdrasil, type FakeYggdrasil } from '../support/fake-yggdrasil.ts';
import { nodesBefore, nodesFor } from '../support/nodes.ts';

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

  test('takes at most 68 MB when it is installed', async () => {
    expect(await bytesOf(join(home, 'node_modules'))).toBeLessThanOrEqual(68_000_000);
  });

  test('publint and attw have nothing to say', async () => {
    expect((await publint({ pkgDir: built, strict: true })).messages).toEqual([]);
    const attw = join(root, 'node_modules', '@arethetypeswrong', 'cli', 'dist', 'index.js');
    await run(process.execPath, [attw, tarball]);
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
import { createLineup, DrawError, drawFigure, drawFilm, drawGroup, drawModel } from 'lineup-draw';
import type { DrawErrorCode, FigureOptions, GroupItem, Lineup } from 'lineup-draw';
const skin: Uint8Array = readFileSync('me.png');
const options: FigureOptions = { height: 64, pose: { head: { turn: [0, 9, 0] } } };
const items: readonly GroupItem[] = [{ skin, label: 'Ünï' }, { skin, label: 'Жук', hold: 'sword' }];
const lineup: Lineup = createLineup({ workers: 1 });
const pictures: readonly Buffer<ArrayBuffer>[] = await Promise.all([
  drawFigure(skin, options),
  lineup.drawFigure(skin, options),
  lineup.drawGroup(items, { scene: 'night', size: 'server-list', cape: false }),
  drawFilm(items, { height: 32, motion: { ms: 200, keys: [{ ms: 0, pose: {} }, { ms: 100, pose: {} }] } }),
  drawModel(skin, { motion: ['walk', 'wave'], hold: 'torch' }),
  lineup.drawModel(skin, { motion: 'all' }),
]);
await lineup.close();
export const bodies = pictures.map((picture) => [new Response(picture), new Blob([picture])]);
console.log(pictures.map((picture) => picture.length > 200), Buffer.compare(pictures[0]!, pictures[1]!));
await drawFigure(new Uint8Array()).catch((error: unknown) => {
  if (!(error instanceof DrawError)) throw error;
  const code: DrawErrorCode = error.code;
  console.log(code, error.field, error.sentence);
});
export const refused: readonly (() => Promise<Uint8Array>)[] = [
  // @ts-expect-error
  () => drawFigure(skin, { scene: 'meadow' }),
  // @ts-expect-error
  () => drawModel(skin, { height: 64 }),
  // @ts-expect-error
  () => drawGroup([{ label: 'a' }]),
  // @ts-expect-error
  () => drawFigure(skin, { height: '64' }),
];
`;

test.each([...nodesFor()])(
  'on Node %s the guide, a typed program and the program draw',
  async (_version, node) => {
    const [, { stdout }] = await Promise.all([
      run(node, [inHome('guide.js', snippet)], { cwd: home }),
      run(node, [inHome('use.ts', typed)], { cwd: home }),
      run(node, [program, ...first.split(' ')], { cwd: home }),
    ]);
    expect(stdout).toBe(
      '[ true, true, true, true, true, true ] 0\nunusable-skin skin The skin is not a PNG.\n',
    );
    expect(heightOf('me-front.png')).toBe(300);
    expect(heightOf('team.png')).toBe(630);
    expect(heightOf('fox.png')).toBe(512);
    expect(written('me.glb').toString('latin1', 0, 4)).toBe('glTF');
    expect(written('me-walking.gif').toString('latin1', 0, 6)).toBe('GIF89a');
    for (const file of ['me-front.png', 'me-walking.gif', 'me.glb', 'team.png', 'fox.png']) {
      rmSync(join(home, file));
    }
  },
);

/** The same without `await` at its top, as CommonJS has none. */
const required = `import { DrawError, drawFigure } from 'lineup-draw';
import type { DrawErrorCode, FigureOptions } from 'lineup-draw';
const options: FigureOptions = { height: 64, pose: { head: { turn: [0, 9, 0] } } };
export const codeOf = (error: DrawError): DrawErrorCode => error.code;
export const draw = (): Promise<Uint8Array> => drawFigure(new Uint8Array(), options);
// @ts-expect-error
export const refused = () => drawFigure(new Uint8Array(), { height: '64' });
`;

const modules = join(root, 'node_modules');
/** The oldest way to find modules is gone from the newest compiler. */
const compilers = {
  new: join(modules, 'typescript', 'bin', 'tsc'),
  old: join(modules, '@arethetypeswrong', 'core', 'node_modules', 'typescript', 'bin', 'tsc'),
};

test.each([
  ['nodenext', 'new', ['--module', 'nodenext'], ['use.mts', 'guide.mts', 'required.cts']],
  [
    'node10',
    'old',
    ['--module', 'commonjs', '--moduleResolution', 'node10'],
    ['required.mts', 'required.cts'],
  ],
] as const)(
  'with the moduleResolution %s the declarations describe the options, and refuse others',
  async (_name, compiler, resolution, names) => {
    const texts = { use: typed, guide: snippet, required };
    const files = names.map((name) => {
      const text = Object.entries(texts).find(([start]) => name.startsWith(start))?.[1] ?? '';
      return inHome(name, text);
    });
    const types = ['--types', 'node', '--typeRoots', join(modules, '@types')];
    const strict = ['--strict', '--exactOptionalPropertyTypes', '--noEmit', '--skipLibCheck'];
    const target = ['--target', 'esnext', '--lib', 'esnext,dom'];
    const own = compiler === 'new' ? ['--ignoreConfig'] : [];
    const args = [...files, ...own, ...resolution, ...target, ...strict, ...types];
    await run(process.execPath, [compilers[compiler], ...args], { cwd: home });
  },
);

const drawsAll = `const draw = async ({ createLineup, drawFigure, drawGroup }) => {
  const skin = require('node:fs').readFileSync('me.png');
  const items = [{ skin, label: 'Fox' }];
  const lineup = createLineup({ workers: 1 });
  const all = [
    await drawFigure(skin, { height: 64 }),
    await drawGroup(items, { scene: 'night', size: '200x100' }),
    await lineup.drawGroup(items, { scene: 'night', size: '200x100' }),
  ];
  await lineup.close();
  console.log(require('node:crypto').hash('sha256', Buffer.concat(all)));
};
`;

const requires = `${drawsAll}draw(require('lineup-draw'));\n`;
const imports = `import * as library from 'lineup-draw';
import { createRequire } from 'node:module';
const require = createRequire(import.meta.url);
${drawsAll}draw(library);\n`;

test.each([...nodesFor()])(
  'on Node %s it is imported and required, without a warning',
  async (_version, node) => {
    const [imported, fromRequired] = await Promise.all([
      run(node, [inHome('imports.mjs', imports)], { cwd: home }),
      run(node, [inHome('requires.cjs', requires)], { cwd: home }),
    ]);
    expect(imported.stdout).toMatch(/^[\da-f]{64}\n$/);
    expect(fromRequired).toEqual(imported);
    expect(imported.stderr).toBe('');
  },
);

describe('bundled', () => {
  /** Bundles a program. @returns what it writes */
  async function runBundled(format: 'esm' | 'cjs', external: readonly (string | RegExp)[]) {
    const input = inHome('imports.mjs', imports);
    const bundle = await rolldown({ input, platform: 'node', external: [...external], cwd: home });
    const name = `bundle.${format === 'esm' ? 'mjs' : 'cjs'}`;
    await bundle.write({ dir: join(home, 'out'), entryFileNames: name, format });
    await bundle.close();
    return run(process.execPath, [join('out', name)], { cwd: home });
  }

  test('as CommonJS with the package external, it draws the same', async () => {
    const unbundled = await run(process.execPath, [inHome('imports.mjs', imports)], { cwd: home });
    expect(await runBundled('cjs', ['lineup-draw'])).toEqual(unbundled);
  });

  test('by the command of the guide, it draws the same', async () => {
    const [, command = ''] = /npx rolldown ([^`\n]+)/.exec(guide) ?? [];
    inHome('app.js', imports);
    const unbundled = await run(process.execPath, ['app.js'], { cwd: home });
    const cli = join(modules, 'rolldown', 'bin', 'cli.mjs');
    await run(process.execPath, [cli, ...command.split(' ')], { cwd: home });
    expect(await run(process.execPath, ['app.bundle.mjs'], { cwd: home })).toEqual(unbundled);
  });

  test('without its files it says so', async () => {
    const natives = ['@napi-rs/canvas', '@napi-rs/image', 'piscina', 'undici'];
    await expect(runBundled('esm', natives)).rejects.toMatchObject({
      stderr: expect.stringContaining(
        'lineup-draw is bundled without its files: leave the package external, as its README says',
      ),
    });
  });
});

describe('on an older Node', () => {
  const sentence = (version: string) =>
    `needs Node ${engines.node.slice(2)} or newer; this is ${version}`;

  const fake = `data:text/javascript,Object.defineProperty(process.versions, 'node', { value: '20.20.2' })`;

  test.each([
    ['as told', '20.20.2', [process.execPath, '--import', fake]],
    ...[...nodesBefore()].map(([version, node]) => [node, version, [node]] as const),
  ] as const)('library and program say so: %s', async (_name, version, [node, ...flags]) => {
    const stderrOf = async (...args: string[]) => {
      const refused = run(node, [...flags, ...args], { cwd: home });
      const { stderr } = await refused.catch((error: { stderr: string }) => error);
      return stderr;
    };
    const library = `Error: lineup-draw ${sentence(version)}\n`;
    expect(await stderrOf(inHome('imports.mjs', imports))).toContain(library);
    expect(await stderrOf(inHome('requires.cjs', requires))).toContain(library);
    expect(await stderrOf(program, '--version')).toBe(`lineup: ${sentence(version)}\n`);
  });
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
    const small = name.endsWith('.glb') ? [] : ['--height', '64'];
    await lineup(...args, '--service', service.origin, ...small);
    expect(written(name).length).toBeGreaterThan(200);
    rmSync(join(home, name));
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
    const animation = [
      'sample-fox',
      'sample-dj',
      '-o',
      'cut.gif',
      '--motion',
      'walk',
      '--scene',
      'meadow',
    ];
    // A terminal, so that its progress tells when the animation has begun.
    const code = `Object.defineProperty(process.stderr, 'isTTY', { value: true }); process.argv = [process.argv[0], 'lineup', ...${JSON.stringify(animation)}]; await import(${JSON.stringify(program)});`;
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
