import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { publint } from 'publint';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildPackage } from '../../scripts/package/build-package.ts';
import { findProgram } from '../../scripts/requirements.ts';
import { decodePng } from '../../src/render/image/decode-png.ts';

// The package as somebody else has it: packed, installed into an empty folder, and used there.

const run = promisify(execFile);
const root = join(import.meta.dirname, '..', '..');
const base = mkdtempSync(join(tmpdir(), 'lineup-package-'));
const [built, home] = [join(base, 'lineup-draw'), join(base, 'home')];
const installed = join(home, 'node_modules', 'lineup-draw');
const program = join(installed, 'dist', 'lineup-cli.js');
const skinFile = join(root, 'samples', 'skins', 'sample-fox.png');
let tarball = '';

/** Ours, and that of the machine if the package may run there. */
const nodes = [process.execPath, ...olderNodes()];

function olderNodes(): string[] {
  const path = (process.env.PATH ?? '').split(delimiter);
  const others = path.filter((place) => !place.includes('node_modules')).join(delimiter);
  const node = findProgram('node', others);
  if (node === undefined) return [];
  const version = execFileSync(node, ['-p', 'process.versions.node'], { encoding: 'utf8' });
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > 22 || (major === 22 && minor >= 15) ? [node] : [];
}

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
}, 300_000);
afterAll(() => rmSync(base, { recursive: true }));

function inHome(name: string, text: string): string {
  const file = join(home, name);
  writeFileSync(file, text);
  return file;
}

const lineup = (...args: readonly string[]) =>
  run(process.execPath, [program, ...args], { cwd: home, encoding: 'buffer' });

const failure = async (...args: readonly string[]) => {
  const { code, stderr } = await lineup(...args).then(
    () => ({ code: 0, stderr: '' }),
    (error: { code: number; stderr: Buffer }) => error,
  );
  return [code, String(stderr)];
};

describe('the package', () => {
  test('has no scripts, and needs no Node, server or store', () => {
    const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
    expect(manifest.scripts).toBeUndefined();
    expect(manifest.engines).toEqual({ node: '>=22.15' });
    const installedPackages = readdirSync(join(home, 'node_modules'));
    for (const name of ['node', 'fastify', 'ioredis', 'bullmq', 'typebox']) {
      expect(installedPackages).not.toContain(name);
    }
  });

  test('holds compiled files with maps, and fonts for Latin of at most 3 MB', async () => {
    const files = readdirSync(join(installed, 'dist'));
    expect(files.filter((file) => /(?<!\.d)\.ts$/.test(file))).toEqual([]);
    expect(files).toContain('lineup.js.map');
    const { stdout } = await run('du', ['-sk', join(installed, 'dist', 'fonts')]);
    expect(Number.parseInt(stdout, 10)).toBeLessThanOrEqual(3 * 1024);
  });

  test('takes at most 65 MB when it is installed', async () => {
    const { stdout } = await run('du', ['-sk', join(home, 'node_modules')]);
    expect(Number.parseInt(stdout, 10)).toBeLessThanOrEqual(65 * 1024);
  });

  test('publint and attw have nothing to say', async () => {
    expect((await publint({ pkgDir: built, strict: true })).messages).toEqual([]);
    const attw = join(root, 'node_modules', '@arethetypeswrong', 'cli', 'dist', 'index.js');
    await run(process.execPath, [attw, tarball, '--profile', 'esm-only']);
  });
});

test.each(nodes)(
  '%s: the library draws figures, groups and films, also in threads',
  async (node) => {
    const file = inHome(
      'use.js',
      `import { readFileSync } from 'node:fs';
import { createLineup, drawFigure, drawFilm, drawGroup } from 'lineup-draw';
const skin = readFileSync(${JSON.stringify(skinFile)});
const items = [{ skin, label: 'Ünï' }, { skin, label: 'Жук', hold: 'sword' }];
const lineup = createLineup({ workers: 1 });
const pictures = [
  await drawFigure(skin, { height: 64 }),
  await drawGroup(items, { scene: 'night', title: 'Oak', size: 'server-list' }),
  await drawFilm(skin, { motion: 'wave', height: 32 }),
  await lineup.drawFigure(skin, { height: 64 }),
];
await lineup.close();
console.log(pictures.map((picture) => picture.length > 200));
console.log(Buffer.compare(pictures[0], pictures[3]));`,
    );
    const { stdout } = await run(node, [file], { cwd: home });
    expect(stdout).toBe('[ true, true, true, true ]\n0\n');
  },
);

test('the declarations describe the options, and refuse others', async () => {
  const file = inHome(
    'use.ts',
    `import { createLineup, DrawError, drawFigure, drawFilm, drawGroup } from 'lineup-draw';
import type { FigureOptions, GroupItem } from 'lineup-draw';
const skin = new Uint8Array();
const options: FigureOptions = { render_type: 'walking', pose: { head: { turn: [0, 9, 0] } } };
const items: readonly GroupItem[] = [{ skin, cape: skin, elytra: true, label: 'a' }];
export const all: readonly Promise<Uint8Array>[] = [
  drawFigure(skin, options),
  drawGroup(items, { scene: 'meadow', cape: false }),
  drawFilm(skin, { motion: 'walk' }),
  drawFilm(items, { motion: { ms: 900, keys: [{ ms: 0, pose: {} }] } }),
  // @ts-expect-error
  drawFigure(skin, { scene: 'meadow' }),
  // @ts-expect-error
  drawGroup([{ label: 'a' }]),
];
export const sentence = new DrawError('a: b', 'c').sentence.length;
export const closed: Promise<void> = createLineup({ workers: 2 }).close();`,
  );
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const strict = ['--strict', '--exactOptionalPropertyTypes', '--noEmit', '--types', 'none'];
  await run(
    process.execPath,
    [tsc, '--ignoreConfig', file, '--module', 'nodenext', ...strict.slice(0, 3)],
    {
      cwd: home,
    },
  );
});

describe('the guide', () => {
  const guide = readFileSync(join(root, 'docs', 'package.md'), 'utf8');
  const example = (name: string): string =>
    new RegExp(`<!-- example ${name} -->\\s+\`\`\`js\\n(.*?)\`\`\``, 's').exec(guide)?.[1] ?? '';

  test('its bot replies with a picture, or with what is wrong', async () => {
    symlinkSync(join(root, 'node_modules', 'discord.js'), join(home, 'node_modules', 'discord.js'));
    inHome('bot.js', example('bot'));
    const file = inHome(
      'call-bot.js',
      `import { readFileSync } from 'node:fs';
import { stop, teamReply } from './bot.js';
const skin = readFileSync(${JSON.stringify(skinFile)});
const { files } = await teamReply([{ name: 'Fox', skin }, { name: 'Vixen', skin }]);
console.log(files[0].name, files[0].attachment.length > 1000);
console.log((await teamReply([{ name: 'Fox', skin: Buffer.from('no') }])).content);
await stop();`,
    );
    const { stdout } = await run(process.execPath, [file], { cwd: home });
    expect(stdout).toBe('team.png true\nitems[0].skin: The skin is not a PNG.\n');
  });

  test('its build script draws a folder', async () => {
    inHome('build.js', example('build'));
    const file = inHome(
      'call-build.js',
      `import { drawFolder } from './build.js';
await drawFolder(${JSON.stringify(join(base, 'skins'))}, 'drawn');`,
    );
    mkdirSync(join(base, 'skins'));
    writeFileSync(join(base, 'skins', 'fox.png'), readFileSync(skinFile));
    await run(process.execPath, [file], { cwd: home });
    expect(readdirSync(join(home, 'drawn')).toSorted()).toEqual(['fox-face.png', 'fox.webp']);
  });
});

describe('names in other scripts', () => {
  const draw = async (label: string): Promise<Buffer> => {
    const args = ['sample-fox', '--title', 'x', '--label', label, '--height', '64', '-o', '-'];
    return (await lineup(...args)).stdout;
  };

  test('are boxes until their fonts are installed', async () => {
    expect((await draw('日本')).equals(await draw('□□'))).toBe(true);
    const fonts = ['@fontsource-variable', 'noto-sans-sc'];
    mkdirSync(join(home, 'node_modules', '@fontsource-variable'));
    symlinkSync(join(root, 'node_modules', ...fonts), join(home, 'node_modules', ...fonts));
    expect((await draw('日本')).equals(await draw('□□'))).toBe(false);
  });
});

describe('the program', () => {
  test('draws a sample, a file and standard input, in the format of the ending', async () => {
    await lineup('sample-fox', '-o', 'fox.png', '--height', '64');
    const fox = readFileSync(join(home, 'fox.png'));
    expect(decodePng(fox).heightPx).toBe(64);
    await lineup(skinFile, '-o', 'file.png', '--height=64');
    expect(readFileSync(join(home, 'file.png')).equals(fox)).toBe(true);
    const child = run(process.execPath, [program, '-', '-o', '-', '--height', '64'], {
      cwd: home,
      encoding: 'buffer',
    });
    child.child.stdin?.end(readFileSync(skinFile));
    expect((await child).stdout.equals(fox)).toBe(true);
    await lineup('sample-fox', '-o', 'fox.gif', '--motion', 'wave', '--height', '32');
    expect(readFileSync(join(home, 'fox.gif'), 'latin1')).toMatch(/^GIF89a/);
  });

  test('does not replace a folder, and leaves nothing beside it', async () => {
    mkdirSync(join(home, 'folder.png'));
    const before = readdirSync(home);
    expect(await failure('sample-fox', '-o', 'folder.png')).toEqual([
      1,
      'lineup: folder.png: is a folder\n',
    ]);
    expect(readdirSync(home)).toEqual(before);
  });

  test('lists every option with --help', async () => {
    const help = String((await lineup('--help')).stdout);
    for (const name of ['render-type', 'scene', 'motion', 'fov', 'hold-left']) {
      expect(help).toContain(`  --${name}: `);
    }
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
    expect(readdirSync(dirname(file))).not.toContain('cut.gif');
  });
});
