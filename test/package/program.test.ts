import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { run } from '../../src/program/run.ts';
import { decodePng } from '../../src/render/image/decode-png.ts';
import { startFakeYggdrasil, type FakeYggdrasil } from '../support/fake-yggdrasil.ts';
import { skinFile } from '../support/skin-files.ts';

// Look-ups of the program, at an account service on loopback; the rest is in package.test.ts.

const folder = mkdtempSync(join(tmpdir(), 'lineup-program-'));
const output = join(folder, 'a.png');
let service: FakeYggdrasil;

beforeAll(async () => {
  service = await startFakeYggdrasil();
  const url = service.addTexture('/textures/1', skinFile(2));
  const cape = service.addTexture('/textures/cape', skinFile(4, { heightPx: 32 }));
  service.addPlayer({ name: 'Notch', uuid: 'a'.repeat(32), skin: { url }, cape });
  service.addPlayer({
    name: 'Gone',
    uuid: 'b'.repeat(32),
    skin: { url: `${service.origin}/none` },
  });
});
afterEach(() => rmSync(output, { force: true }));
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await service.close();
});

const sample = ['sample-fox', '-o', output];

async function lineup(...args: readonly string[]) {
  const written: string[] = [];
  const stream = {
    write: (data: string | Uint8Array, done: (error?: Error | null) => void) => {
      written.push(String(data));
      done();
    },
  };
  const streams = { stdin: Readable.from([]), stdout: stream, stderr: stream };
  const code = await run(args, streams);
  return { code, said: written.join('') };
}

/** Draws players of the account service. */
const drawOf = (...args: readonly string[]) =>
  lineup(...args, '--service', service.origin, '-o', output, '--height', '64');

const drawn = (): string => decodePng(readFileSync(output)).data.join();

test('a name is looked up, alone and beside samples, and its cape is worn', async () => {
  expect(await drawOf('notch')).toEqual({ code: 0, said: '' });
  const alone = drawn();
  expect(await drawOf('notch', '--cape=false', '--render-type', 'back')).toEqual({
    code: 0,
    said: '',
  });
  expect(drawn()).not.toBe(alone);
  expect(await drawOf('sample-fox', 'notch', '--scene', 'night')).toEqual({ code: 0, said: '' });
  expect(readdirSync(folder)).toEqual(['a.png']);
});

test('a URL of a skin is drawn', async () => {
  expect(await drawOf(`${service.origin}/textures/1`)).toEqual({ code: 0, said: '' });
  expect(await drawOf('sample-fox', '--cape', `${service.origin}/textures/cape`)).toEqual({
    code: 0,
    said: '',
  });
});

test.each([
  [['Nobody'], 1, 'Nobody: This account service has no player with this name.'],
  [['sample-fox', 'Nobody'], 1, 'Nobody: This account service has no player with this name.'],
  [['sample-fox', 'no:name'], 2, 'no:name: must be a player name'],
  [['no:name'], 2, 'no:name: must be a player name'],
  // Also the name of an option.
  [['scene'], 1, 'scene: This account service has no player with this name.'],
])('%j ends with %i', async (players, code, sentence) => {
  const result = await drawOf(...players);
  expect([result.code, result.said]).toEqual([
    code,
    expect.stringContaining(`lineup: ${sentence}`),
  ]);
  expect(readdirSync(folder)).toEqual([]);
});

test('a folder is not replaced, and nothing is left beside it', async () => {
  const place = join(folder, 'folder.png');
  mkdirSync(place);
  const result = await lineup('sample-fox', '-o', place);
  expect(result).toEqual({ code: 1, said: `lineup: ${place}: is a folder\n` });
  expect(readdirSync(folder)).toEqual(['folder.png']);
  rmdirSync(place);
});

test('--help lists every option', async () => {
  const { code, said } = await lineup('--help');
  expect(code).toBe(0);
  for (const name of [
    'render-type',
    'scene',
    'motion',
    'fov',
    'hold-left',
    'caption.0',
    'scale.0',
  ]) {
    expect(said).toContain(`  --${name}: `);
  }
});

test('a switch may be before a player', async () => {
  expect(
    await lineup('--shadow', 'sample-fox', '--overlay', 'raised', '--height=64', '-o', output),
  ).toEqual({ code: 0, said: '' });
});

test('one player is in a varied pose as in a group, with a name', async () => {
  const varied = ['--render-type', 'Varied', '--height', '64'];
  expect(await lineup(...sample, ...varied)).toEqual({ code: 0, said: '' });
  const alone = drawn();
  expect(await lineup(...sample, ...varied, '--arrangement', 'row')).toEqual({ code: 0, said: '' });
  expect(drawn()).toBe(alone);
});

test('fallback=silhouette draws who is not there', async () => {
  expect(await drawOf('Nobody', 'Notch', '--fallback', 'silhouette')).toEqual({
    code: 0,
    said: '',
  });
});

test.each([
  [['sample-fox', '-o', join(folder, 'none', 'a.png')], 1, 'there is no such folder'],
  [[...sample, './none.png'], 1, './none.png: there is no such file'],
  [['./src/', '-o', output], 1, './src/: is a folder'],
  [['sample-fox'], 2, '-o: is missing: the file that is written, or -'],
  [['sample-fox', '-o', 'a.bmp'], 2, '-o: must end in .png, webp, avif, gif or apng'],
  [[...sample, '--heigth', '9'], 2, '--heigth is not an option; lineup --help lists them'],
  [[...sample, '--height', '9'], 2, '--height: must be a whole number from 16 to 1024'],
  [[...sample, '--height', 'NaN'], 2, '--height: must be a whole number from 16 to 1024'],
  [[...sample, '--height'], 2, '--height: its value is missing'],
  [[...sample, '-o', 'b.png'], 2, '--output: must be given only once'],
  [[...sample, '--cape', './me.png'], 2, '--cape: must be true, false, a texture hash or the URL'],
  [['sample-fox', '-o', folder], 2, '-o: must end in .png'],
  [['', '-o', output], 2, "'': must be a player name"],
  [['-', '-o', output], 1, '-: The skin is not a PNG.'],
  [[...sample, '--yaw', '1', '--yaw', '2'], 2, '--yaw: must be given only once'],
  [[...sample, '--format', 'webp'], 2, '--format: must be png, as the file ends'],
  [[...sample, '--frame', '2'], 2, '--frame: must have a motion'],
  [[...sample, 'sample-dj', '--fov', '30'], 2, '--fov: is not a known field'],
  // As they are listed, however they were written.
  [[...sample, '--render_type', 'x'], 2, '--render-type: must be "default", "isometric"'],
  [[...sample, '--outline-width', '99'], 2, '--outline-width: must be a whole number from 1 to 16'],
  [[...sample, '--hold_left.0', 'x', '--scene', 'night'], 2, '--hold-left.0: must be "none"'],
  [[...sample, '--hold_left.3', 'axe', '--scene', 'night'], 2, '--hold-left.3: there is no item 3'],
  [
    [...sample, '--hold-left', 'axe', '--hold_left', 'axe'],
    2,
    '--hold-left: must be given only once',
  ],
  [[...sample, '--render-type', 'front', '--pose', 'head:0,9,0'], 2, '--pose: must be omitted'],
  [[...sample, '--size', '9x9'], 2, '--size: must be og'],
  [
    ['sample-fox', '-o', join(folder, 'a.gif')],
    2,
    '-o: must be png, webp or avif without a motion',
  ],
  [['sample-fox', 'sample-dj', '-o', join(folder, 'a.gif')], 2, '-o: must be png, webp or avif'],
  [['sample-fox', '-o', '-', '--format', 'gif'], 2, '--format: must be png, webp or avif'],
  [
    [...sample, '--service', 'ely'],
    2,
    '--service: must be the http or https URL of an account service',
  ],
  [['-o', output], 2, 'name 1 to 10 players; lineup --help tells how'],
  [
    Array.from({ length: 20 }, () => './me.png').concat('-o', output),
    2,
    'name 1 to 10 players, not 20; lineup --help tells how',
  ],
  [['-', '-', '-o', output], 2, '-: must be given only once'],
])('%j ends with %i', async (args, code, sentence) => {
  const result = await lineup(...args);
  expect([result.code, result.said]).toEqual([code, expect.stringContaining(sentence)]);
  expect(readdirSync(folder)).toEqual([]);
});
