import type { RgbaImage } from '../../image/canvas.ts';
import type { Rect } from '../rects.ts';

/**
 * Data hidden in the alpha of a sheet. Everything here is bounded by the 1,568 texels that carry it:
 * 7 bits each, 1,372 bytes in all.
 */
export type Alfalfa = {
  readonly wing?: Uint8Array;
  readonly erase?: Uint8Array;
  readonly cape?: Uint8Array;
};

/** Where the data is, on the base layer; column by column. The face is not used. */
export const dataRects: readonly Rect[] = [
  { x: 8, y: 0, width: 16, height: 8 },
  { x: 0, y: 8, width: 8, height: 8 },
  { x: 16, y: 8, width: 16, height: 8 },
  { x: 4, y: 16, width: 8, height: 4 },
  { x: 20, y: 16, width: 16, height: 4 },
  { x: 44, y: 16, width: 8, height: 4 },
  { x: 0, y: 20, width: 56, height: 12 },
  { x: 20, y: 48, width: 8, height: 4 },
  { x: 36, y: 48, width: 8, height: 4 },
  { x: 16, y: 52, width: 32, height: 12 },
];

/** The first bytes: the name of the format, and its version. */
const signature = [0xea, 0x1f, 0xa1, 0xfa, 1] as const;

/** Keys below this are numbers of their own, others the first character of a name. */
const firstCharacter = 64;
const keys = ['end', 'wing', 'erase', 'cape'] as const;

/**
 * Reads the data of a 64×64 sheet whose alpha is as in its file.
 * @returns `null` if there is none, or it is damaged
 */
export function readAlfalfa(sheet: RgbaImage): Alfalfa | null {
  const bytes = hiddenBytes(sheet);
  if (signature.some((byte, i) => bytes[i] !== byte)) return null;
  const entries = new Map<string, Uint8Array>();
  let at: number = signature.length;
  for (;;) {
    const number = bytes[at++];
    if (number === undefined) return null;
    const key = keys[number];
    if (key === 'end') return Object.fromEntries(entries);
    if (number >= firstCharacter) {
      const end = bytes.findIndex((byte, i) => i >= at && byte >= 128);
      if (end < 0) return null;
      at = end + 1;
    }
    const chunks = readChunks(bytes, at);
    if (chunks === null) return null;
    if (key !== undefined) entries.set(key, chunks.value);
    at = chunks.end;
  }
}

/** Chunks with their length in front, up to the first that is not full. */
function readChunks(bytes: Uint8Array, start: number): { value: Uint8Array; end: number } | null {
  const value: number[] = [];
  for (let at = start; ;) {
    const length = bytes[at++];
    if (length === undefined || at + length > bytes.length) return null;
    value.push(...bytes.subarray(at, at + length));
    at += length;
    if (length < 255) return { value: Uint8Array.from(value), end: at };
  }
}

/**
 * All bits are one number, the least significant first; its bytes follow from the most significant that
 * is not zero. Clear texels carry nothing.
 */
function hiddenBytes({ data, widthPx }: RgbaImage): Uint8Array {
  const little = new Uint8Array(1373);
  let bit = 0;
  for (const { x, y, width, height } of dataRects) {
    for (let column = x; column < x + width; column++) {
      for (let row = y; row < y + height; row++) {
        const alpha = data[(row * widthPx + column) * 4 + 3]!;
        if (alpha === 0) continue;
        const value = (0x7f - (alpha & 0x7f)) << (bit & 7);
        little[bit >> 3]! |= value & 255;
        little[(bit >> 3) + 1]! |= value >> 8;
        bit += 7;
      }
    }
  }
  const max = little.findLastIndex((byte) => byte !== 0);
  return little.subarray(0, max + 1).toReversed();
}

/** Reads bits of bytes, the most significant first. */
export function createBitReader(bytes: Uint8Array) {
  let at = 0;
  return {
    /** A number of so many bits, at most 8; bits past the end are zero. */
    read: (bits: number) => {
      let value = 0;
      for (let i = 0; i < bits; i++, at++) {
        value = (value << 1) | (((bytes[at >> 3] ?? 0) >> (7 - (at & 7))) & 1);
      }
      return value;
    },
    /** The number of bits that are left. */
    left: () => Math.max(0, bytes.length * 8 - at),
  };
}

export type BitReader = ReturnType<typeof createBitReader>;
