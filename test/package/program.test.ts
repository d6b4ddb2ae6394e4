import { execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import {
  constants,
  copyFileSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  closeSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { maxSheetBytes } from '../../src/engine/entry/draw-picture.ts';
import { animationOf } from '../../src/engine/options/animation.ts';
import { leastNode, nodeProblem } from '../../src/cli/least-node.ts';
import {
  figureOptions,
  groupOptions,
  shownOption,
  readArguments,
} from '../../src/cli/read-arguments.ts';
import { readLocalSkin, saveFile } from '../../src/cli/files.ts';
import { run } from '../../src/cli/run.ts';
import { decodePng } from '../../src/engine/image/decode-png.ts';
import { drawModel } from '../../src/engine/library/lineup.ts';
import { formatOfFile } from '../../src/engine/options/picture-formats.ts';
import { startFakeYggdrasil, type FakeYggdrasil } from '../support/fake-yggdrasil.ts';
import { skinFile } from '../support/skin-files.ts';

// The program in this process, with look-ups at an account service on loopback; the rest is in package.test.ts.

const folder = mkdtempSync(join(tmpdir(), 'lineup-program-'));
const output = join(folder, 'a.png');
const samples = join(import.meta.dirname, '..', '..', 'samples', 'skins');
let service: FakeYggdrasil;

beforeAll(async () => {
  service = await startFakeYggdrasil();
  const url = service.addTexture('/textures/1', skinFile(2));
  const cape = service.addTexture('/textures/cape', skinFile(4, { heightPx: 32 }));
  service.addPlayer({ name: 'Notch', uuid: 'a'.repeat(32), skin: { url }, cape });
});
afterEach(() => {
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await service.close();
});

type Terminals = { readonly out?: boolean; readonly err?: boolean; readonly input?: Buffer };

async function lineup(args: readonly string[], { out, err, input }: Terminals = {}) {
  const [written, said]: [Buffer[], string[]] = [[], []];
  const streamTo = (keep: (data: string | Uint8Array) => void, isTTY = false) => ({
    isTTY,
    write: (data: string | Uint8Array, done: (error?: Error | null) => void) => {
      keep(data);
      done();
    },
  });
  const code = await run(args, {
    stdin: Readable.from(input === undefined ? [] : [input]),
    stdout: streamTo((data) => written.push(Buffer.from(data)), out),
    stderr: streamTo((data) => said.push(String(data)), err),
  });
  return { code, out: Buffer.concat(written), said };
}

/** Expects a picture in the file, and that nothing else is written or said; returns a hash of its pixels. */
async function drawn(...args: readonly string[]): Promise<string> {
  const result = await lineup([...args, '-o', output, '--height', '64']);
  expect(result).toEqual({ code: 0, out: Buffer.alloc(0), said: [] });
  expect(readdirSync(folder)).toEqual(['a.png']);
  return hash('sha256', decodePng(readFileSync(output)).data);
}

const known = (...args: readonly string[]) => drawn(...args, '--service', service.origin);

describe('a player that is looked up', () => {
  test('wears its cape, alone and beside samples', async () => {
    const back = ['--render-type', 'back'];
    const alone = await known('notch', ...back);
    expect(await known('notch', ...back, '--cape=false')).not.toBe(alone);
    const scene = ['--scene', 'night', '--size', '128x64'];
    const both = await known('sample-fox', 'notch', ...back, ...scene);
    expect(await known('sample-fox', 'notch', ...back, ...scene, '--no-cape')).not.toBe(both);
  });

  test('may be at a service that is called with a slash', async () => {
    const withSlash = await drawn('notch', '--service', `${service.origin}/`);
    expect(withSlash).toBe(await known('notch'));
  });

  test('may be the URL of a skin, as may be a cape', async () => {
    const named = ['--label', 'Notch', '--label', 'sample-fox', '--cape=false'];
    const url = `${service.origin}/textures/1`;
    expect(await known(url)).toBe(await known('notch', '--cape=false'));
    expect(await known(url, 'sample-fox', ...named)).toBe(
      await known('notch', 'sample-fox', ...named),
    );
    const back = ['--render-type', 'back'];
    const bare = await known('sample-fox', ...back);
    expect(
      await known('sample-fox', ...back, '--cape', `${service.origin}/textures/cape`),
    ).not.toBe(bare);
  });

  test('may be drawn grey if it is not there', async () => {
    await known('Nobody', 'Notch', '--fallback', 'silhouette');
  });
});

describe('a skin that is here', () => {
  test.each(readdirSync(samples))('%s has its model and its name', async (file) => {
    const [name = '', slim] = file.split('.');
    const model = slim === 'slim' ? 'slim' : 'classic';
    const read = async (argument: string) => {
      const local = await readLocalSkin(argument, Readable.from([]));
      return { ...local, sheet: Buffer.from(local!.sheet) };
    };
    const sheet = readFileSync(join(samples, file));
    expect(await read(name.toUpperCase())).toEqual({ sheet, model, name });
    expect(await read(join(samples, file))).toEqual({ sheet, model, name: '' });
  });

  test('is drawn with its model, unless another one is given', async () => {
    for (const others of [[], ['sample-fox']]) {
      const own = await drawn('sample-kitsune', ...others);
      expect(await drawn('sample-kitsune', ...others, '--model', 'classic')).not.toBe(own);
      const [model, ...names] =
        others.length === 0 ? ['--model'] : ['--model.0', '--label', 'sample-kitsune'];
      expect(await drawn('sample-kitsune', ...others, model, 'slim', ...names)).toBe(own);
    }
  });

  test.each(['https://a/b.png', 'DATA:image/png,', 'notch', 'sample-nobody'])(
    '%s is none',
    async (argument) => {
      expect(await readLocalSkin(argument, Readable.from([]))).toBeNull();
    },
  );

  test('is as large as a sheet may be, and no larger', async () => {
    const read = (bytes: number) => readLocalSkin('-', Readable.from([Buffer.alloc(bytes)]));
    expect((await read(maxSheetBytes))?.sheet).toHaveLength(maxSheetBytes);
    await expect(read(maxSheetBytes + 1)).rejects.toThrow('-: a skin has at most 3145728 bytes');
  });

  test('is one of a varied group, with a name, also alone', async () => {
    const varied = ['sample-fox', '--render-type', 'Varied'];
    expect(await drawn(...varied)).toBe(await drawn(...varied, '--arrangement', 'row'));
    expect(await drawn(...varied, '--label', 'sample-fox')).toBe(await drawn(...varied));
  });
});

test.each<[string, Partial<ReturnType<typeof readArguments>>]>([
  ['a --shadow b', { players: ['a', 'b'], options: { shadow: 'true' } }],
  ['--shadow FALSE a', { players: ['a'], options: { shadow: 'FALSE' } }],
  ['--no-shadow a', { players: ['a'], options: { shadow: 'false' } }],
  ['--cape --yaw -30 a', { players: ['a'], options: { cape: 'true', yaw: '-30' } }],
  ['--no-cape a', { players: ['a'], options: { cape: 'false' } }],
  ['--cape a b', { players: ['b'], options: { cape: 'a' } }],
  ['a --title=b=c', { players: ['a'], options: { title: 'b=c' } }],
  ['--label a --label b c', { players: ['c'], options: { label: ['a', 'b'] } }],
  [
    '--pose.1=sitting --hold-left.0 axe a',
    { options: { 'pose.1': 'sitting', 'hold_left.0': 'axe' } },
  ],
  ['- -- --version -o', { players: ['-', '--version', '-o'], wants: 'picture' }],
  ['a -o - --service x', { output: '-', service: 'x', options: {} }],
  ['--output=b --service=x a', { output: 'b', service: 'x' }],
  ['a -h', { wants: 'help' }],
  ['--version', { wants: 'version', players: [] }],
])('the arguments %s', (line, expected) => {
  expect(readArguments(line.split(' '))).toMatchObject(expected);
});

describe('what is written', () => {
  test('to standard output is the picture, and to a terminal none', async () => {
    const input = skinFile(1);
    const { code, out, said } = await lineup(['-', '-o', '-', '--height=64'], { input });
    expect([code, decodePng(out).heightPx, said]).toEqual([0, 64, []]);
    const refused = await lineup(['-', '-o', '-'], { input, out: true });
    const sentence = 'lineup: -o: a picture is not written to a terminal\n';
    expect(refused).toEqual({ code: 2, out: Buffer.alloc(0), said: [sentence] });
  });

  test('of a film to a terminal is how far it is, on one line that is gone at its end', async () => {
    const animation = [
      'sample-fox',
      '--motion',
      'walk',
      '--height',
      '32',
      '-o',
      join(folder, 'a.gif'),
    ];
    const steps = 2 * animationOf(['walk']).frames + 1;
    const { said } = await lineup(animation, { err: true });
    expect(said).toEqual([
      ...Array.from({ length: steps - 1 }, (_, step) => {
        return `\rdrawing: ${Math.floor(((step + 1) / steps) * 100)} %`;
      }),
      '\r\u001b[K',
    ]);
    expect((await lineup(animation)).said).toEqual([]);
  });

  test('for --version and --help, which has every option once, in lines that a terminal shows', async () => {
    expect(String((await lineup(['--version', 'a'])).out)).toBe(`${manifest.version}\n`);
    const { code, out, said } = await lineup(['--help']);
    expect([code, said]).toEqual([0, []]);
    const lines = String(out).split('\n');
    expect(lines.filter((line) => line.length > 120)).toEqual([]);
    const names = Object.keys({ ...figureOptions.properties, ...groupOptions.properties });
    const listed = lines.flatMap((line) => /^ {2}(--[\w-]+): /.exec(line)?.[1] ?? []);
    expect(listed.toSorted()).toEqual(names.map(shownOption).toSorted());
    expect(String(out)).toContain('\n  --scale.0: ');
  });
});

describe('a file that is saved', () => {
  const bytes = Buffer.from('new');

  test('replaces what a link leads to, and not the link', () => {
    const [old, link] = [join(folder, 'old.png'), join(folder, 'link.png')];
    copyFileSync(join(samples, 'sample-fox.png'), old);
    symlinkSync(old, link);
    saveFile(link, bytes);
    expect([lstatSync(link).isSymbolicLink(), readFileSync(old)]).toEqual([true, bytes]);
  });

  test('is written to a pipe, which stays one', () => {
    const pipe = join(folder, 'pipe.png');
    execFileSync('mkfifo', [pipe]);
    const reader = openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK);
    saveFile(pipe, bytes);
    expect(lstatSync(pipe).isFIFO()).toBe(true);
    expect(readSync(reader, Buffer.alloc(9))).toBe(bytes.length);
    closeSync(reader);
  });

  test('leaves nothing beside it if it cannot be renamed', () => {
    // What ends in a slash can only be a folder.
    expect(() => saveFile(`${output}/`, bytes)).toThrow('a.png/: is not in a folder');
    expect(readdirSync(folder)).toEqual([]);
  });

  test('leaves the old one, and nothing beside it, if the disk is full', () => {
    saveFile(output, bytes);
    const code = `const { saveFile } = await import(process.argv[1]);
try { saveFile(process.argv[2], Buffer.alloc(100_000)); } catch ({ message }) { console.log(message); }`;
    const file = join(import.meta.dirname, '..', '..', 'src', 'cli', 'files.ts');
    // A limit of 64 blocks of 512 bytes.
    const limited = `trap '' XFSZ; ulimit -f 64; exec "$0" --input-type=module -e "$1" "$2" "$3"`;
    const said = execFileSync('sh', ['-c', limited, process.execPath, code, file, output]);
    expect(String(said)).toBe(`${output}: can't be written (EFBIG)\n`);
    expect([readdirSync(folder), readFileSync(output)]).toEqual([['a.png'], bytes]);
  });

  test('never replaces a folder', () => {
    mkdirSync(output);
    expect(() => saveFile(output, bytes)).toThrow(`${output}: is a folder`);
    expect(readdirSync(folder)).toEqual(['a.png']);
  });

  test('is never written through what lies where it is written first', () => {
    const other = join(folder, 'other.png');
    copyFileSync(join(samples, 'sample-fox.png'), other);
    const before = readFileSync(other);
    symlinkSync(other, join(folder, `.a.png.${process.pid}`));
    expect(() => saveFile(output, bytes)).toThrow(`${output}: can't be written (EEXIST)`);
    expect(readFileSync(other)).toEqual(before);
  });
});

test('the oldest Node that it runs on is one that it runs on', () => {
  const [major, minor] = leastNode;
  const older = [`${major}.${minor - 1}.9`, `${major - 1}.99.0`];
  expect(older.map(nodeProblem)).not.toContain(null);
  const newer = [`${major}.${minor}.0`, `${major}.${minor + 1}.0`, `${major + 1}.0.0`];
  expect(newer.map(nodeProblem)).toEqual([null, null, null]);
});

test('a file that ends in .glb is a 3D model, with motions as animations', async () => {
  const file = join(folder, 'a.GLB');
  const args = ['sample-fox', '-o', file, '--motion', 'wave, Walk', '--hold-left', 'torch'];
  expect(await lineup(args)).toEqual({ code: 0, out: Buffer.alloc(0), said: [] });
  const bytes = readFileSync(file);
  expect(formatOfFile(bytes)).toBe('glb');
  const skin = readFileSync(join(samples, 'sample-fox.png'));
  expect(bytes).toEqual(await drawModel(skin, { motion: ['walk', 'wave'], hold_left: 'torch' }));
});

const nobody = 'Nobody: This account service has no player with this name.';
const sample = ['sample-fox', '-o', output];
const model = ['sample-fox', '-o', join(folder, 'a.glb')];

test.each<[readonly string[], 1 | 2, string]>([
  [['Nobody', '-o', output], 1, nobody],
  [['sample-fox', 'Nobody', '-o', output], 1, nobody],
  [['sample-fox', 'no:name', '-o', output], 2, 'no:name: must be a player name'],
  [[`no:${'x'.repeat(90)}`, '-o', output], 2, `no:${'x'.repeat(77)}…: must be a player name`],
  // Also the name of an option.
  [['scene', '-o', output], 1, 'scene: This account service has no player with this name.'],
  [
    ['sample-fox', '-o', join(folder, 'none', 'a.png')],
    1,
    `${folder}/none/a.png: there is no such`,
  ],
  [[...sample, './none.png'], 1, './none.png: there is no such file'],
  [['./src/', '-o', output], 1, './src/: is a folder'],
  [['sample-fox'], 2, '-o: is missing: the file that is written, or -'],
  [['sample-fox', '-o', 'a.bmp'], 2, '-o: must end in .png, webp, avif, gif, apng or glb'],
  [[...model, '--format', 'png'], 2, '--format: a .glb has none'],
  [[...model, '--hold.0', 'axe'], 2, '--hold.0: a .glb has none'],
  [[...model, '--motion', 'fly'], 2, '--motion: must be all, none, or motions separated by commas'],
  [[...model, '--render-type', 'front'], 2, '--render-type: must be "default", "isometric"'],
  [[...model, 'sample-dj'], 2, '-o: a .glb holds one player'],
  [[...sample, '-x'], 2, '-x is not an option; lineup --help lists them'],
  [[...sample, '--heigth', '9'], 2, '--heigth is not an option; lineup --help lists them'],
  [[...sample, '--no-height'], 2, '--no-height is not an option; lineup --help lists them'],
  [[...sample, '--height', '9'], 2, '--height: must be a whole number from 16 to 1024'],
  [[...sample, '--height'], 2, '--height: its value is missing'],
  [[...sample, '-o', 'b.png'], 2, '--output: must be given only once'],
  [[...sample, '--cape', './me.png'], 2, '--cape: must be true, false, a texture hash or the URL'],
  [['', '-o', output], 2, "'': must be a player name"],
  [['-', '-o', output], 1, '-: The skin is not a PNG.'],
  [[...sample, '--format', 'webp'], 2, '--format: must be png, as the file ends'],
  // As they are listed, however they were written.
  [[...sample, '--render_type', 'x'], 2, '--render-type: must be "default", "isometric"'],
  [[...sample, '--hold_left.3', 'axe', '--scene', 'night'], 2, '--hold-left.3: there is no item 3'],
  [[...sample, '--hold-left', 'axe', '--hold_left=axe'], 2, '--hold-left: must be given only once'],
  [
    ['sample-fox', '-o', join(folder, 'a.gif')],
    2,
    '-o: must be png, webp or avif without a motion',
  ],
  [['sample-fox', 'sample-dj', '-o', join(folder, 'a.gif')], 2, '-o: must be png, webp or avif'],
  [['sample-fox', '-o', '-', '--format', 'gif'], 2, '--format: must be png, webp or avif'],
  ...['ely', 'ftp://ely.by', 'https://me@ely.by', 'https://:x@ely.by', 'https://ely.by/?a'].map(
    (url): [string[], 2, string] => [[...sample, '--service', url], 2, '--service: must be '],
  ),
  [['-o', output], 2, 'name 1 to 10 players; lineup --help tells how'],
  [
    Array.from({ length: 11 }, () => './me.png').concat('-o', output),
    2,
    'name 1 to 10 players, not 11; lineup --help tells how',
  ],
  [['-', '-', '-o', output], 2, '-: must be given only once'],
])('%j ends with %i', async (args, code, sentence) => {
  const isWithService = args.includes('--service');
  const result = await lineup(isWithService ? args : ['--service', service.origin, ...args]);
  expect(result.said).toEqual([expect.stringContaining(`lineup: ${sentence}`)]);
  expect([result.code, result.out.length]).toEqual([code, 0]);
  expect(readdirSync(folder)).toEqual([]);
});
