import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import {
  chunk,
  encodePicture,
  endChunk,
  headerChunk,
  joinPng,
  type PngPicture,
} from '../../../test/support/png-writer.ts';
import { readCape, readPicture, readSheet } from './sheet.ts';
import { readSkinHeader } from '../../common/png/texture-header.ts';

const picture = (widthPx: number, heightPx: number): PngPicture => ({
  widthPx,
  heightPx,
  colourType: 2,
  bitDepth: 8,
  sample: (x, y, channel) => (x * 3 + y * 5 + channel * 70) & 255,
});

/** A header of this size before pixels that are none. */
const claim = (widthPx: number, heightPx: number) =>
  joinPng(
    headerChunk({ widthPx, heightPx, colourType: 6, bitDepth: 8 }),
    chunk('IDAT', deflateSync(Buffer.alloc(8))),
    endChunk,
  );

/** A copy with one byte changed. */
function flipped(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at]! ^= 0xff;
  return copy;
}

describe('readSheet', () => {
  it.each([
    [64, 64, 1],
    [64, 32, 1],
    [128, 128, 2],
    [128, 64, 2],
    [256, 256, 4],
  ])('takes %i × %i', (widthPx, heightPx, texelsPerUnit) => {
    const read = readSheet(encodePicture(picture(widthPx, heightPx)));
    expect(read).toMatchObject({ ok: true, value: { texelsPerUnit } });
    // Old sheets are made whole, so that everything after sees one kind.
    if (read.ok) expect(read.value.image).toMatchObject({ widthPx, heightPx: widthPx });
  });

  it.each([
    [0, 0],
    [1, 1],
    [32, 32],
    [64, 16],
    [64, 48],
    [64, 128],
    [96, 96],
    [192, 192],
    [2048, 2048],
    [2048, 1024],
    [65_536, 65_536],
    [4_294_967_295, 4_294_967_295],
  ])('refuses %i × %i by its header, before it is decoded', (widthPx, heightPx) => {
    expect(readSheet(claim(widthPx, heightPx))).toEqual({
      ok: false,
      problem: `is ${widthPx}×${heightPx} px; a skin is 64×64 or 64×32, or that times a power of two up to 1024 px wide`,
    });
  });

  const good = encodePicture(picture(64, 64));
  it.each([
    ['nothing', Buffer.alloc(0), 'is not a PNG'],
    ['a text', Buffer.from('hello, this is not a picture at all'), 'is not a PNG'],
    ['a signature alone', good.subarray(0, 8), 'is not a PNG'],
    ['half a PNG', good.subarray(0, good.length / 2), 'is a broken PNG'],
    ['a PNG cut off within its pixels', good.subarray(0, -40), 'is a broken PNG'],
    ['too few pixels', claim(64, 64), 'is a broken PNG'],
  ])('refuses %s', (_what, bytes, problem) => {
    expect(readSheet(bytes)).toEqual({ ok: false, problem });
  });

  it.each([
    ['without an end', good.subarray(0, -12)],
    ['with a wrong checksum of its pixels', flipped(good, good.length - 16)],
    ['with something behind its end', Buffer.concat([good, Buffer.from('<?xpacket?>')])],
  ])('reads a PNG %s, because all pixels are there', (_what, bytes) => {
    expect(readSheet(bytes)).toEqual(readSheet(good));
    expect(readPicture(bytes).ok).toBe(bytes.length > good.length);
  });

  it('reads bytes inside a larger buffer', () => {
    const around = Buffer.concat([Buffer.alloc(5, 1), good, Buffer.alloc(5, 1)]);
    const within = new Uint8Array(around.buffer, around.byteOffset + 5, good.length);
    expect(readSheet(within)).toEqual(readSheet(good));
  });
});

describe('readSkinHeader', () => {
  it('returns the scale of a skin, whatever its pixels are', () => {
    expect(readSkinHeader(claim(256, 128))).toEqual({ ok: true, value: 4 });
  });

  it.each([
    [Buffer.from('hello'), 'is not a PNG'],
    [claim(32, 32), expect.stringMatching(/^is 32×32 px; a skin is 64×64/)],
  ])('reports why a file is no skin', (bytes, problem) => {
    expect(readSkinHeader(bytes)).toEqual({ ok: false, problem });
  });
});

describe('readCape', () => {
  it.each([
    [64, 64],
    [32, 16],
    [96, 44],
    [65_536, 32_768],
  ])('refuses %i × %i', (widthPx, heightPx) => {
    expect(readCape(claim(widthPx, heightPx))).toEqual({
      ok: false,
      problem: `is ${widthPx}×${heightPx} px; a cape is 64×32, 22×17 or 46×22, or that times a whole number up to 16`,
    });
  });

  it('reads a cape without an end, because all pixels are there', () => {
    const whole = encodePicture(picture(92, 44));
    expect(readCape(whole)).toMatchObject({ ok: true, value: { texelsPerUnit: 2 } });
    expect(readCape(whole.subarray(0, -12))).toEqual(readCape(whole));
  });

  it('refuses a damaged cape', () => {
    expect(readCape(claim(64, 32))).toEqual({ ok: false, problem: 'is a broken PNG' });
  });
});
