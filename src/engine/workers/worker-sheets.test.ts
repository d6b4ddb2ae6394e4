import { hash } from 'node:crypto';
import { expect, test } from 'vitest';
import { encodePicture } from '../../../test/support/png-writer.ts';
import { createWorkerSheets } from './draw-caches.ts';

const sheets = createWorkerSheets(1024 * 1024);

function sheetBytes(widthPx: number, heightPx: number, revision = `${widthPx}×${heightPx}`) {
  const sample = () => 255;
  const png = encodePicture({ widthPx, heightPx, colourType: 2, bitDepth: 8, sample });
  return { revision, png };
}

// Its memory outlives a job until the next collection, which may be hundreds of jobs later.
test('what is not kept is freed once it is drawn', () => {
  const files = {
    skins: [sheetBytes(512, 512), sheetBytes(64, 64)],
    capes: [sheetBytes(64, 32), sheetBytes(512, 256)],
    pictures: [sheetBytes(9, 9)],
  };
  // The second time, the large sheets come from the cache.
  for (let time = 0; time < 2; time++) {
    const read = sheets.withSheets(files, (value) => {
      const { skins, capes, pictures } = value;
      const images = [...skins, ...capes].map(({ image }) => image).concat(pictures);
      return { ok: true, value: images.map((image) => ({ image, bytes: image.data.length })) };
    });
    const drawn = read.ok ? read.value : [];
    expect(drawn.map(({ bytes }) => bytes)).toEqual([1 << 20, 1 << 14, 1 << 13, 1 << 19, 324]);
    expect(drawn.map(({ image }) => image.data.length)).toEqual([0, 1 << 14, 1 << 13, 0, 0]);
  }
});

test.each([
  ['skins', 512],
  ['capes', 256],
] as const)('large %s are decoded once, too, apart from the others', (kind, heightPx) => {
  const revision = `of large ${kind}`;
  const large = sheetBytes(512, heightPx, revision);
  const small = { skins: [sheetBytes(64, 64, revision)], capes: [sheetBytes(64, 32, revision)] };
  const readOf = (png: Uint8Array) =>
    sheets.withSheets({ ...small, [kind]: [{ ...large, png }] }, (read) => {
      const { image, ...facts } = read[kind][0]!;
      return { ok: true, value: { ...facts, ...image, data: hash('sha1', image.data) } };
    });
  const decoded = readOf(large.png);
  const data = hash('sha1', Buffer.alloc(512 * heightPx * 4, 255));
  expect(decoded).toMatchObject({ ok: true, value: { texelsPerUnit: 8, widthPx: 512, data } });
  expect(readOf(new Uint8Array())).toEqual(decoded);
});

test('small skins are decoded once, within the limit of bytes', () => {
  const imageOf = (revision: string) => {
    const skins = [sheetBytes(256, 256, revision)];
    const read = sheets.withSheets({ skins }, (value) => ({ ok: true, value: value.skins[0] }));
    return read.ok ? read.value?.image : undefined;
  };
  const first = imageOf('a');
  expect(imageOf('a')).toBe(first);
  for (const other of ['b', 'c', 'd', 'e']) imageOf(other);
  expect(imageOf('a')).not.toBe(first);
});
