import * as fc from 'fast-check';
import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { createImage, type RgbaImage, asWords } from '../canvas.ts';
import { pngChunk } from '../../../common/png/png.ts';
import { animationEncoders, roundLone } from './animation-file.ts';
import { animationFormats, type AnimationFormat } from '../formats.ts';
import { matted } from './gif.ts';
import { paletteOf } from './palette.ts';
import { pngOf } from '../deflate/deflate-pixels.ts';

import sharp from 'sharp';

/** Each frame is shown a little longer than the one before. */
const delayOf = (index: number): number => 40 + 10 * index;

function encodeAnimation(
  format: AnimationFormat,
  frames: readonly RgbaImage[],
  xmp: string | null = null,
) {
  const { widthPx, heightPx } = frames[0]!;
  const palette = format === 'gif' ? paletteOf(() => frames) : null;
  const { frame, file } = animationEncoders[format];
  const encoded = frames.map((image, index) =>
    frame({
      index,
      image,
      previous: frames[index - 1] ?? null,
      delayMs: delayOf(index),
      palette,
    }),
  );
  return Buffer.from(file({ widthPx, heightPx, frames: encoded, palette, xmp }));
}

/** What a player shows: the pixels of each frame and how long, and how often; 0 is for ever. */
type Played = { readonly pixels: Uint8Array[]; readonly delays: number[]; readonly loop: number };

/** Played by another decoder. */
async function decode(file: Buffer): Promise<Played> {
  const picture = sharp(file, { animated: true });
  const { pages = 1, delay = [], loop = -1 } = await picture.metadata();
  const all = await picture.ensureAlpha().raw().toBuffer();
  const bytes = all.length / pages;
  const pixels = Array.from(
    { length: pages },
    (_, page) => new Uint8Array(all.subarray(page * bytes, (page + 1) * bytes)),
  );
  return { pixels, delays: delay, loop };
}

/** What counts of a picture: transparent pixels have no colour. */
function shown(data: Uint8Array | Uint8ClampedArray): Uint8Array {
  return Uint8Array.from(data, (value, at) => (data[at | 3] === 0 ? 0 : value));
}

/** Expects these frames, one after the other, again and again. */
function expectPlayed({ pixels, delays, loop }: Played, frames: readonly RgbaImage[]): void {
  expect([loop, delays]).toEqual([0, frames.map((_, index) => delayOf(index))]);
  expect(pixels.map(shown)).toEqual(frames.map(({ data }) => shown(data)));
}

/** Plays an APNG as its specification says, each frame's pixels read by another decoder. */
function playApng(file: Buffer): Played {
  const chunks: { type: string; body: Buffer }[] = [];
  for (let at = 8; at < file.length;) {
    const length = file.readUInt32BE(at);
    chunks.push({
      type: file.toString('latin1', at + 4, at + 8),
      body: file.subarray(at + 8, at + 8 + length),
    });
    at += length + 12;
  }
  const header = chunks.find(({ type }) => type === 'IHDR')!.body;
  const [widthPx, heightPx] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const canvas = new Uint8Array(widthPx * heightPx * 4);
  const sequence = chunks.flatMap(({ type, body }) =>
    type === 'fcTL' || type === 'fdAT' ? [body.readUInt32BE(0)] : [],
  );
  expect(sequence).toEqual(sequence.map((_, index) => index));
  const { body: animation } = chunks.find(({ type }) => type === 'acTL')!;
  const pixels: Uint8Array[] = [];
  const delays: number[] = [];
  let control: Buffer = Buffer.alloc(26);
  for (const { type, body } of chunks) {
    if (type === 'fcTL') control = body;
    if (type !== 'IDAT' && type !== 'fdAT') continue;
    const size = { widthPx: control.readUInt32BE(4), heightPx: control.readUInt32BE(8) };
    const packed = type === 'IDAT' ? body : body.subarray(4);
    const { data } = PNG.sync.read(pngOf(size, [pngChunk('IDAT', packed)]));
    for (let y = 0; y < size.heightPx; y++) {
      for (let x = 0; x < size.widthPx; x++) {
        const from = (y * size.widthPx + x) * 4;
        const isOver = control.readUInt8(25) === 1;
        if (isOver && data[from + 3] === 0) continue;
        if (isOver) expect(data[from + 3]).toBe(255);
        const to = (y + control.readUInt32BE(16)) * widthPx + x + control.readUInt32BE(12);
        canvas.set(data.subarray(from, from + 4), to * 4);
      }
    }
    pixels.push(canvas.slice());
    delays.push((control.readUInt16BE(20) / control.readUInt16BE(22)) * 1000);
  }
  expect(animation.readUInt32BE(0)).toBe(pixels.length);
  return { pixels, delays, loop: animation.readUInt32BE(4) };
}

/** Animations of few colours, so that matches and repetitions occur; some are opaque. */
const animations = fc
  .record({
    widthPx: fc.integer({ min: 1, max: 33 }),
    heightPx: fc.integer({ min: 1, max: 17 }),
    colours: fc.array(fc.integer({ min: 0, max: 0xffffffff }), { minLength: 1, maxLength: 6 }),
    isOpaque: fc.boolean(),
    seeds: fc.array(fc.integer({ min: 1, max: 2 ** 30 }), { minLength: 2, maxLength: 4 }),
  })
  .map(({ widthPx, heightPx, colours, isOpaque, seeds }) =>
    seeds.map((seed) => {
      const image = createImage(widthPx, heightPx);
      const words = new Uint32Array(image.data.buffer);
      let state = seed;
      for (let at = 0; at < words.length; at++) {
        state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
        // Runs of the colour before.
        const isNew = at === 0 || state >>> 30 === 0;
        const colour = isNew ? colours[(state >>> 8) % colours.length]! : words[at - 1]!;
        words[at] = isOpaque ? (colour | 0xff000000) >>> 0 : colour >>> 24 === 0 ? 0 : colour;
      }
      return image;
    }),
  );

const play = { webp: decode, apng: playApng, gif: decode };
/** A GIF has no half-covered pixels. */
const asIs = (frame: RgbaImage): RgbaImage => frame;
const readied = { webp: asIs, apng: asIs, gif: (frame: RgbaImage) => matted(frame, [49, 51, 56]) };

it.each(animationFormats)(
  '%s has all pixels, delays and loops of a film of few colours',
  async (format) => {
    await fc.assert(
      fc.asyncProperty(animations, async (drawn) => {
        const frames = drawn.map(readied[format]);
        expectPlayed(await play[format](encodeAnimation(format, frames)), frames);
      }),
      { numRuns: 60 },
    );
  },
);

it('a WebP has its metadata', async () => {
  const frames = [createImage(7, 13), createImage(7, 13)];
  const file = encodeAnimation('webp', frames, '<x>ü</x>');
  expectPlayed(await decode(file), frames);
  expect((await sharp(file).metadata()).xmp?.toString()).toBe('<x>ü</x>');
});

describe('a GIF', () => {
  it('keeps the frequent colours of a film with too many exactly, and the others nearly', async () => {
    const [widthPx, heightPx] = [200, 100];
    const frame = createImage(widthPx, heightPx);
    const words = new Uint32Array(frame.data.buffer).fill(0xff3a7bd5);
    words.fill(0xff1020c0, 0, 6000);
    for (let at = 0; at < 5000; at++) words[10_000 + at] = (0xff000000 | (at * 3331)) >>> 0;
    const { pixels } = await decode(encodeAnimation('gif', [frame, frame]));
    const got = new Uint32Array(pixels[0]!.buffer);
    expect([got[0], got[9000]]).toEqual([0xff1020c0, 0xff3a7bd5]);
    const apart = (at: number): number =>
      Math.max(
        ...[0, 8, 16].map((by) =>
          Math.abs(((got[at]! >>> by) & 255) - ((words[at]! >>> by) & 255)),
        ),
      );
    const mean =
      Array.from({ length: 5000 }, (_, at) => apart(10_000 + at)).reduce((a, b) => a + b) / 5000;
    expect(mean).toBeLessThan(24);
  });

  it('mixes half-covered pixels with the matte, and leaves out those that are hardly there', () => {
    const mixedAt = (alpha: number): number[] => {
      const frame = createImage(1, 1);
      frame.data.set([200, 100, 0, alpha]);
      return [...matted(frame, [0, 10, 255]).data];
    };
    expect([255, 200, 128, 127].map(mixedAt)).toEqual([
      [200, 100, 0, 255],
      [157, 81, 55, 255],
      [100, 55, 127, 255],
      [0, 0, 0, 0],
    ]);
  });
});

it.each(animationFormats)('%s sends only what changes', (format) => {
  const [widthPx, heightPx] = [64, 64];
  const still = createImage(widthPx, heightPx);
  const words = new Uint32Array(still.data.buffer);
  for (let at = 0; at < words.length; at++)
    words[at] = (0xff000000 | ((at * 2_654_435) & 0x3f3f3f)) >>> 0;
  const moved = { ...still, data: still.data.slice() };
  moved.data.set([255, 0, 0, 255], 64 * 4 * 30);
  const one = encodeAnimation(format, [still, still]).length;
  const changed = encodeAnimation(format, [still, moved]).length;
  expect(changed - one).toBeLessThan(60);
  expect(one).toBeLessThan(encodeAnimation(format, [still]).length + 160);
});

const flat = 0xff_11_12_13;
const lone = 0xff_03_05_ff;

function pictureWith(words: Readonly<Record<number, number>>) {
  const picture = createImage(6, 5);
  asWords(picture).fill(flat);
  for (const [at, word] of Object.entries(words)) asWords(picture)[Number(at)] = word;
  return picture;
}

function drawnAll() {
  const drawn = createImage(6, 5);
  asWords(drawn).fill(lone);
  return drawn;
}

it('rounds single pixels by half a step at most, and leaves sides as they are', () => {
  const picture = pictureWith({ 8: lone, 16: 0xff_40_41_42, 22: 0xff_40_41_42 });
  roundLone(picture, drawnAll(), 0, 0);
  expect(asWords(picture)[8]).toBe(0xff_00_08_ff);
  expect(asWords(picture)[16]).toBe(0xff_40_41_42);
  expect(asWords(picture).filter((word) => word === flat)).toHaveLength(27);
});

it('leaves what was not drawn, and what is not opaque', () => {
  const picture = pictureWith({ 8: lone, 16: 0x80_40_41_42 });
  const before = picture.data.slice();
  roundLone(picture, createImage(6, 5), 0, 0);
  expect(picture.data).toEqual(before);
  roundLone(picture, drawnAll(), -4, 2);
  expect(picture.data).toEqual(before);
});
