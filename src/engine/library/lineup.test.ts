import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { skinFile } from '../../../test/support/skin-files.ts';
import { readPngHeader } from '../../common/png/png.ts';
import { formatOfFile } from '../options/picture-formats.ts';
import {
  createLineup,
  DrawError,
  drawFigure,
  drawFilm,
  drawGroup,
  drawModel,
  type Lineup,
} from './lineup.ts';

const skin = readFileSync(new URL('../../../samples/skins/sample-fox.png', import.meta.url));
const height = 32;

/** Calls a function as a program without types may. */
async function loosely(
  draw: (...args: never[]) => Promise<unknown>,
  ...args: readonly unknown[]
): Promise<unknown> {
  const drawing: unknown = Reflect.apply(draw, undefined, args);
  return drawing;
}

const errorOf = async (drawing: Promise<unknown>) => {
  const error = await drawing.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return error instanceof DrawError ? [error.code, error.message] : error;
};

describe('drawFigure', () => {
  test('what a caller leaves undefined is as omitted', async () => {
    const same = await loosely(drawFigure, skin, { height: 64, yaw: undefined });
    expect(same).toEqual(await drawFigure(skin, { height: 64 }));
  });

  test.each([
    [{ height: Number.NaN }, 'height: must be a whole number from 16 to 1024'],
    [{ service: 'ely' }, 'service: is not a known field'],
    [{ ['x'.repeat(99)]: 1 }, `["${'x'.repeat(40)}…"]: is not a known field`],
    [
      { cape: 'https://skins.example/cape.png' },
      'cape: must be true, false or the bytes of a PNG file',
    ],
    [
      { motion: 'walk', format: 'png' },
      'format: must be webp, gif or apng with a motion, unless frame is given',
    ],
    [[], 'options: must be an object'],
    [null, 'options: must be an object'],
  ])('%j is refused', async (options, message) => {
    expect(await errorOf(loosely(drawFigure, skin, options))).toEqual(['bad-request', message]);
  });

  test.each([
    [Buffer.from('no'), 'The skin is not a PNG.'],
    [skin.subarray(0, 200), 'The skin is a broken PNG.'],
    [Buffer.alloc(3 * 1024 * 1024), 'The skin is not a PNG.'],
    [Buffer.alloc(3 * 1024 * 1024 + 1), 'must have at most 3145728 bytes'],
  ])('a broken skin is refused', async (broken, sentence) => {
    expect(await errorOf(drawFigure(broken))).toEqual(['unusable-skin', `skin: ${sentence}`]);
  });

  test.each([['me.png'], [null], [new ArrayBuffer(9)], [new Uint8ClampedArray(skin)]])(
    'what is no skin at all is refused',
    async (sheet) => {
      const message = 'skin: must be the bytes of a PNG file, a Uint8Array';
      expect(await errorOf(loosely(drawFigure, sheet))).toEqual(['bad-request', message]);
    },
  );

  test('sheets of another realm are drawn like others', async () => {
    const { Uint8Array: Foreign }: { Uint8Array: Uint8ArrayConstructor } =
      runInNewContext('globalThis');
    const ownCape = skinFile(4, { heightPx: 32 });
    const [sheet, cape] = [new Foreign(skin), new Foreign(ownCape)];
    expect(sheet).not.toBeInstanceOf(Uint8Array);
    const options = { height, render_type: 'back' } as const;
    expect(await drawFigure(sheet, { ...options, cape })).toEqual(
      await drawFigure(skin, { ...options, cape: ownCape }),
    );
    expect(await drawGroup([{ skin: sheet, cape }], options)).toEqual(
      await drawGroup([{ skin, cape: ownCape }], options),
    );
  });

  test('a skin that was given away is none', async () => {
    const gone = new Uint8Array(skin);
    structuredClone(gone, { transfer: [gone.buffer] });
    expect(await errorOf(drawFigure(gone))).toEqual([
      'unusable-skin',
      'skin: The skin is not a PNG.',
    ]);
  });

  test('a cape that is none is refused; a sheet may change once it is given', async () => {
    expect(await errorOf(drawFigure(skin, { cape: Buffer.from('no') }))).toEqual([
      'unusable-skin',
      'cape: The cape is not a PNG.',
    ]);
    const own = Buffer.from(skin);
    const drawing = drawFigure(own, { height });
    own.fill(0);
    expect(await drawing).toEqual(await drawFigure(skin, { height }));
  });
});

describe('drawGroup', () => {
  const draw = (items: unknown, options: unknown = { height }) =>
    errorOf(loosely(drawGroup, items, options));

  test.each([
    [[], 'items: must hold 1 to 10 items'],
    [Array.from({ length: 11 }, () => ({ skin })), 'items: must hold 1 to 10 items'],
    ['x', 'items: must be an array'],
    [[null], 'items[0].skin: must be the bytes of a PNG file, a Uint8Array'],
    [[{ skin, value: 'Notch' }], 'items[0].value: is not a known field'],
  ])('items are checked', async (items, message) => {
    expect(await draw(items)).toEqual(['bad-request', message]);
  });

  test('wings that are given are worn in place of the cape', async () => {
    const [cape, elytra] = [4, 5].map((seed) => skinFile(seed, { heightPx: 32 }));
    const back = { height, render_type: 'back' } as const;
    const winged = await drawGroup([{ skin, elytra: elytra! }], back);
    expect(await drawGroup([{ skin, cape: cape!, elytra: elytra! }], back)).toEqual(winged);
    expect(await drawGroup([{ skin, elytra: cape! }], back)).not.toEqual(winged);
  });

  test('skins of a varied group have poses of their own, whatever their places are', async () => {
    const drawn = [1, 2, 3, 4, 5, 6].map(async (seed) => {
      const varied = await drawGroup([{ skin: skinFile(seed) }], { height, render_type: 'varied' });
      return readPngHeader(varied).widthPx;
    });
    expect(new Set(await Promise.all(drawn)).size).toBeGreaterThan(1);
  });

  test('every broken sheet is named', async () => {
    const broken = { skin: Buffer.from('no') };
    expect(
      await draw([{ skin }, broken, { skin, cape: Buffer.from('no') }], { scene: 'night' }),
    ).toEqual([
      'unusable-skin',
      'items[1].skin: The skin is not a PNG; items[2].cape: The cape is not a PNG.',
    ]);
    expect(await draw([broken], { height, fallback: 'silhouette' })).toBeUndefined();
  });
});

test('drawFilm needs a motion, of all or of one', async () => {
  const missing = ['bad-request', 'motion: is missing'];
  expect(await errorOf(drawFilm(skin, {}))).toEqual(missing);
  expect(await errorOf(drawFilm(skin, { motion: 'none' }))).toEqual(missing);
  expect(await errorOf(drawFilm([{ skin }]))).toEqual(missing);
  expect(await errorOf(drawFilm([{ skin, motion: 'none' }]))).toEqual(missing);
  const animation = await drawFilm([{ skin }, { skin, motion: 'wave' }], { height, format: 'gif' });
  expect(animation.toString('latin1', 0, 6)).toBe('GIF89a');
});

describe('drawModel', () => {
  const cape = skinFile(4, { heightPx: 32 });

  test('motions are a text or a list, and capes are bytes', async () => {
    const model = await drawModel(skin, { motion: ['wave', 'walk'], cape });
    expect(formatOfFile(model)).toBe('glb');
    expect(await drawModel(skin, { motion: 'walk,wave', cape })).toEqual(model);
    expect(await drawModel(skin, { motion: ['walk', 'wave'] })).not.toEqual(model);
    expect(await drawModel(skin, { motion: ['walk', 'wave'], elytra: cape })).not.toEqual(model);
    const pose = { head: { turn: [0, 20, 0] } };
    expect(await drawModel(skin, { pose })).not.toEqual(await drawModel(skin));
  });

  test.each([
    [{ height: 64 }, 'height: is not a known field'],
    [{ motion: 'fly' }, /^motion: must be all, none, or motions separated by commas: turn, /],
    [{ motion: { keys: [], ms: 600 } }, 'motion: must be a string or an array'],
    [{ render_type: 'front' }, /^render_type: must be "default", /],
    [{ cape: 'https://skins.example/cape.png' }, /^cape: must be true, false or the bytes/],
  ])('%j is refused', async (options, message) => {
    const refusal = await errorOf(loosely(drawModel, skin, options));
    expect(refusal).toEqual(['bad-request', expect.stringMatching(message)]);
  });

  test('raised is refused for a skin that is too fine', async () => {
    const fine = skinFile(5, { widthPx: 256, heightPx: 256 });
    expect(await errorOf(drawModel(fine, { overlay: 'raised' }))).toEqual([
      'bad-request',
      'overlay: must be flat or none for a skin of 256×256 px; raised is for skins of up to 128 px',
    ]);
    expect(formatOfFile(await drawModel(fine))).toBe('glb');
    // Large ones are freed once they are read.
    const large = skinFile(6, { widthPx: 512, heightPx: 512 });
    expect(await drawModel(large)).toEqual(await drawModel(large));
  });
});

test('with threads or without every kind of picture is the same Buffer', async () => {
  const items = ['Fox Привет', '你好 مرحبا 🦊'].map((label) => ({ skin, label }));
  const [local, threads] = [createLineup(), createLineup({ workers: 2 })];
  // Two threads open the same fonts at once.
  const both = await Promise.all([1, 2].map(() => threads.drawGroup(items, { height: 64 })));
  const kinds: readonly ((lineup: Lineup) => Promise<Buffer>)[] = [
    (lineup) => lineup.drawGroup(items, { height: 64 }),
    (lineup) => lineup.drawModel(skin, { motion: 'all' }),
    ...(['png', 'webp', 'avif'] as const).flatMap((format) => [
      (lineup: Lineup) => lineup.drawFigure(skin, { height, format }),
      (lineup: Lineup) => lineup.drawGroup(items, { size: '128x64', scene: 'night', format }),
    ]),
    ...(['webp', 'gif', 'apng'] as const).flatMap((format) => [
      (lineup: Lineup) => lineup.drawFilm(skin, { height, format, motion: 'wave' }),
      (lineup: Lineup) => lineup.drawFilm(items, { height, format, motion: 'wave' }),
    ]),
  ];
  // One after the other, so that a busy machine has nothing to refuse.
  for (const [index, draw] of kinds.entries()) {
    const [one, other] = [await draw(local), await draw(threads)];
    expect([index, one.equals(other)]).toEqual([index, true]);
    for (const { buffer } of [one, other]) expect(buffer).toBeInstanceOf(ArrayBuffer);
  }
  for (const group of both) expect(group).toEqual(await kinds[0]!(local));
  await threads.close();
});

describe('createLineup', () => {
  test('a closed one has finished what it began, and refuses more', async () => {
    const lineup = createLineup();
    const drawing = lineup.drawFigure(skin, { height });
    await lineup.close();
    expect((await drawing).length).toBeGreaterThan(100);
    expect(await errorOf(lineup.drawFigure(skin))).toEqual([
      'bad-request',
      'This lineup is closed.',
    ]);
    await lineup.close();
  });

  test('threads draw the same, however much is requested at once', async () => {
    const lineup = createLineup({ workers: 1 });
    const all = await Promise.all(
      Array.from({ length: 100 }, () => lineup.drawFigure(skin, { height })),
    );
    await lineup.close();
    expect(new Set(all.map((picture) => picture.toString('base64'))).size).toBe(1);
    expect(all[0]).toEqual(await drawFigure(skin, { height }));
  });

  test.each([
    [{ workers: -1 }, 'workers: must be a whole number from 0 to 64'],
    [{ workers: 65 }, 'workers: must be a whole number from 0 to 64'],
    [{ threads: 2 }, 'threads: is not a known field'],
    [null, 'options: must be an object'],
  ])('%j is refused', (settings, message) => {
    expect(() => Reflect.apply(createLineup, undefined, [settings])).toThrow(message);
  });

  test('threads go on after an error, and finish what they were given before they are closed', async () => {
    const lineup = createLineup({ workers: 1 });
    const broken = errorOf(lineup.drawFigure(skin.subarray(0, 200)));
    const animation = lineup.drawFilm(skin, { motion: 'wave', height });
    await Promise.all([lineup.close(), lineup.close()]);
    expect(await broken).toEqual(['unusable-skin', 'skin: The skin is a broken PNG.']);
    expect(await animation).toEqual(await drawFilm(skin, { motion: 'wave', height }));
  });
});
