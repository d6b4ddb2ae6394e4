import { asWords, type RgbaImage } from '../canvas.ts';
import { free } from '../free.ts';
import { areaOf, type Area } from './changes.ts';
import { packLzw } from './lzw.ts';
import { indexOf, type Palette, type FilmFile, type FilmFrame } from './palette.ts';

// GIF89a: one table of colours for the film, pixels opaque or not.

/** What is done with a frame before the next: it stays, or its area becomes transparent. */
const disposals = { keep: 1, clear: 2 } as const;

/** From this alpha on a pixel is opaque, mixed with the matte. */
const leastAlpha = 128;

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
    if (alpha < leastAlpha) {
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
export function gifFrame({ image, previous, delayMs, palette }: FilmFrame): Uint8Array {
  const words = asWords(image);
  const before = previous && asWords(previous);
  // Where everything is opaque, frames are laid over one another; otherwise each one is cleared.
  const { isOpaque } = palette!;
  const isShown = (at: number): boolean =>
    words[at]! >>> 24 !== 0 && !(isOpaque && before !== null && words[at] === before[at]);
  const area = areaOf(image, 1, isShown);
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

export function gifFile({ widthPx, heightPx, frames, palette }: FilmFile): Uint8Array {
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
