import { areaOf, asWords, firstPixel, type Area, type RgbaImage } from '../canvas.ts';
import { indexOf, type Palette, type AnimationFile, type AnimationFrame } from './palette.ts';
import { free } from '../scratch.ts';
import { createBits, putBits, makeRoom, padToByte } from '../deflate/codes.ts';

// GIF89a: one table of colours for the animation, pixels opaque or not.

/** What is done with a frame before the next: it stays, or its area becomes transparent. */
const disposals = { keep: 1, clear: 2 } as const;

/** From this alpha on a pixel is opaque, mixed with the matte. */
const minAlpha = 128;

/**
 * Makes every pixel opaque or transparent, in place: half-covered ones are mixed with the colour of the
 * ground that the GIF is meant for, so that no dark or bright fringe stays.
 */
export function matted(picture: RgbaImage, [red, green, blue]: readonly number[]): RgbaImage {
  const { data } = picture;
  const words = asWords(picture);
  const matte = [red!, green!, blue!];
  for (let pixel = 0; pixel < words.length; pixel++) {
    const alpha = words[pixel]! >>> 24;
    if (alpha === 255) continue;
    if (alpha < minAlpha) {
      words[pixel] = 0;
      continue;
    }
    const at = pixel * 4;
    for (let i = 0; i < 3; i++) {
      data[at + i] = Math.round((data[at + i]! * alpha + matte[i]! * (255 - alpha)) / 255);
    }
    data[at + 3] = 255;
  }
  return picture;
}

/** @param frame matted */
export function gifFrame({ image, previous, delayMs, palette }: AnimationFrame): Uint8Array {
  const words = asWords(image);
  const before = previous && asWords(previous);
  // Where everything is opaque, frames are laid over one another; otherwise each one is cleared.
  const { isOpaque } = palette!;
  const isShown = (at: number): boolean =>
    words[at]! >>> 24 !== 0 && !(isOpaque && before !== null && words[at] === before[at]);
  const area = areaOf(image, isShown) ?? firstPixel;
  const clear = palette!.colours.length;
  const indices = new Uint8Array(area.widthPx * area.heightPx);
  let [last, index] = [0, clear];
  for (let y = 0, to = 0; y < area.heightPx; y++) {
    const row = (area.topPx + y) * image.widthPx + area.leftPx;
    for (let at = row; at < row + area.widthPx; at++) {
      const word = words[at]!;
      if (word !== last) {
        last = word;
        index = word === 0 ? clear : indexOf(palette!, word);
      }
      indices[to++] = isShown(at) ? index : clear;
    }
  }
  const head = headOf(area, { delayMs, clear, disposal: isOpaque ? 'keep' : 'clear' });
  const pixels = packLzw(indices, bitsOf(palette!));
  free(indices);
  return Buffer.concat([head, pixels]);
}

function headOf(
  { leftPx, topPx, widthPx, heightPx }: Area,
  how: {
    readonly delayMs: number;
    readonly clear: number;
    readonly disposal: keyof typeof disposals;
  },
): Buffer {
  const head = Buffer.alloc(18);
  head.set([0x21, 0xf9, 4, (disposals[how.disposal] << 2) | 1], 0);
  head.writeUInt16LE(how.delayMs / 10, 4);
  head.set([how.clear, 0, 0x2c], 6);
  for (const [index, value] of [leftPx, topPx, widthPx, heightPx].entries()) {
    head.writeUInt16LE(value, 9 + index * 2);
  }
  return head;
}

/** Bits of an index, with one for transparent pixels. */
function bitsOf({ colours }: Palette): number {
  return Math.max(2, Math.ceil(Math.log2(colours.length + 1)));
}

export function gifFile({ widthPx, heightPx, frames, palette }: AnimationFile): Uint8Array {
  const bits = bitsOf(palette!);
  const head = Buffer.alloc(13);
  head.write('GIF89a', 'latin1');
  head.writeUInt16LE(widthPx, 6);
  head.writeUInt16LE(heightPx, 8);
  head.writeUInt8(0xf0 | (bits - 1), 10);
  const table = Buffer.alloc(3 * 2 ** bits);
  palette!.colours.forEach((colour, index) => table.writeUIntLE(colour, index * 3, 3));
  // Repeats for ever.
  const loop = Buffer.from('\x21\xff\x0bNETSCAPE2.0\x03\x01\0\0\0', 'latin1');
  return Buffer.concat([head, table, loop, ...frames, Buffer.of(0x3b)]);
}

const maxCodes = 4096;

/** Open hash table of known sequences: a longer one's code and last index. */
const slots = 2 ** 14;

/**
 * Compresses indices for GIF (Lempel, Ziv, Welch), in blocks of up to 255 bytes.
 * @param indexBits bits of the largest index, 2 … 8
 */
function packLzw(indices: Uint8Array, indexBits: number): Uint8Array {
  const reset = 2 ** indexBits;
  const end = reset + 1;
  const bits = createBits(16_384);
  const keys = new Int32Array(slots);
  const codes = new Uint16Array(slots);
  let next = end + 1;
  let width = indexBits + 1;
  const restart = (): void => {
    putBits(bits, reset, width);
    keys.fill(-1);
    next = end + 1;
    width = indexBits + 1;
  };
  restart();
  let code = indices[0] ?? 0;
  for (let at = 1; at < indices.length; at++) {
    const key = (code << 8) | indices[at]!;
    let slot = Math.imul(key, 0x9e3779b1) >>> 18;
    while (keys[slot] !== key && keys[slot] !== -1) slot = (slot + 1) & (slots - 1);
    if (keys[slot] === key) {
      code = codes[slot]!;
      continue;
    }
    makeRoom(bits, 8);
    putBits(bits, code, width);
    code = indices[at]!;
    if (next === maxCodes) {
      restart();
      continue;
    }
    // A code is as wide as the decoder expects it: its table lags by one.
    if (next === 2 ** width) width++;
    keys[slot] = key;
    codes[slot] = next++;
  }
  makeRoom(bits, 16);
  putBits(bits, code, width);
  // The decoder has one more entry by now.
  if (next === 2 ** width && width < 12) width++;
  putBits(bits, end, width);
  padToByte(bits);
  return inBlocks(bits.bytes.subarray(0, bits.length), indexBits);
}

function inBlocks(bytes: Uint8Array, indexBits: number): Uint8Array {
  const count = Math.ceil(bytes.length / 255);
  const blocks = new Uint8Array(bytes.length + count + 2);
  blocks[0] = indexBits;
  for (let block = 0, to = 1; block < count; block++) {
    const piece = bytes.subarray(block * 255, (block + 1) * 255);
    blocks[to++] = piece.length;
    blocks.set(piece, to);
    to += piece.length;
  }
  return blocks;
}
