import { asWords, type RgbaImage } from '../image/canvas.ts';
import { createBits, makeRoom, padToByte, putBits, type Bits } from '../image/deflate/bits.ts';
import { codeWordsOf, type CodeWords } from '../image/deflate/huffman.ts';
import { rememberShift } from '../image/deflate/recent.ts';
import { createSearch, findMatch, type Search } from '../image/deflate/search.ts';
import { append, createUint32Builder, type Uint32Builder } from '../plan/uint32-builder.ts';
import { writeCode } from './prefix-code.ts';

// Lossless WebP (RFC 9649, section 3): pixels, matches of earlier pixels, and a cache of colours, all in
// one group of five prefix codes. It finds matches where our PNG finds them.

const cacheBits = 9;
const literals = 256;
const lengthCodes = 24;
const distanceCodes = 40;
const longestCopyPx = 4096;
/** Distances of the nearest pixels, as columns and rows back, have codes of their own. */
const nearby: readonly (readonly [back: number, up: number])[] = [
  [0, 1],
  [1, 0],
  [1, 1],
  [-1, 1],
  [0, 2],
  [2, 0],
  [1, 2],
  [-1, 2],
  [2, 1],
  [-2, 1],
  [2, 2],
  [-2, 2],
];
const nearbyCodes = 120;

/** Pairs: 0 and a pixel, 1 and an index of the cache, or length + 1 and distance code of a copy. */
type Tokens = Uint32Builder;

/**
 * Compresses a picture to the content of a `VP8L` chunk. Takes a third of the time of libwebp at its
 * lowest effort for about as many bytes of our pictures, on the thread that calls it.
 */
export function losslessWebp(image: RgbaImage): Uint8Array {
  const tokens = tokensOf(image);
  const bits = createBits(65_536);
  putBits(bits, 0x2f, 8);
  putBits(bits, image.widthPx - 1, 14);
  putBits(bits, image.heightPx - 1, 14);
  // Alpha is used, version 0, no transforms.
  putBits(bits, 0b0_000_1, 5);
  putBits(bits, 1, 1);
  putBits(bits, cacheBits, 4);
  // One group of codes.
  putBits(bits, 0, 1);
  writeTokens(bits, tokens);
  padToByte(bits);
  return bits.bytes.subarray(0, bits.length);
}

function tokensOf(image: RgbaImage): Tokens {
  const tokens = createUint32Builder(8192);
  const pixels = asWords(image);
  const cache = new Uint32Array(2 ** cacheBits);
  const nearCodes = nearCodesOf(image.widthPx);
  const search = createSearch(pixels, image.widthPx);
  while (search.at < pixels.length) {
    findMatch(search);
    const { at, foundPx } = search;
    const end = at + Math.max(1, foundPx);
    const slot = slotOf(pixels[at]!);
    if (foundPx > 1) copy(tokens, search, nearCodes);
    else if (cache[slot] === pixels[at]) pair(tokens, 1, slot);
    else pair(tokens, 0, pixels[at]!);
    for (let pixel = at; pixel < end; pixel++) cache[slotOf(pixels[pixel]!)] = pixels[pixel]!;
    search.at = end;
    while (search.rowEnd <= search.at) {
      search.row++;
      search.rowEnd += search.widthPx;
    }
  }
  return tokens;
}

function pair(tokens: Tokens, first: number, second: number): void {
  append(tokens, first);
  append(tokens, second);
}

function copy(tokens: Tokens, search: Search, nearCodes: ReadonlyMap<number, number>): void {
  const { back, widthPx, recent } = search;
  const code = nearCodes.get(back) ?? back + nearbyCodes;
  for (let left = search.foundPx; left > 0; left -= longestCopyPx) {
    pair(tokens, Math.min(left, longestCopyPx) + 1, code);
  }
  if (back === 1 || back === widthPx) return;
  const rowsUp = Math.round(back / widthPx);
  if (rowsUp > 0) rememberShift(recent, back, rowsUp);
}

function nearCodesOf(widthPx: number): ReadonlyMap<number, number> {
  const codes = new Map<number, number>();
  nearby.forEach(([back, up], index) => {
    const distance = up * widthPx + back;
    if (distance > 0 && !codes.has(distance)) codes.set(distance, index + 1);
  });
  return codes;
}

/** Pixels are `0xAABBGGRR` here and `0xAARRGGBB` in the cache's hash. */
function slotOf(pixel: number): number {
  const argb =
    (pixel & 0xff00ff00) | ((pixel & 255) << 16) | ((pixel >>> 16) & 255);
  return Math.imul(0x1e35a7bd, argb) >>> (32 - cacheBits);
}

type Counts = Readonly<Record<'green' | 'red' | 'blue' | 'alpha' | 'distance', Uint32Array>>;
type Codes = Readonly<Record<keyof Counts, CodeWords>>;

function countsOf({ words, length }: Tokens): Counts {
  const counts: Counts = {
    green: new Uint32Array(literals + lengthCodes + 2 ** cacheBits),
    red: new Uint32Array(literals),
    blue: new Uint32Array(literals),
    alpha: new Uint32Array(literals),
    distance: new Uint32Array(distanceCodes),
  };
  for (let i = 0; i < length; i += 2) {
    const [kind, value] = [words[i]!, words[i + 1]!];
    if (kind === 1) counts.green[literals + lengthCodes + value]!++;
    else if (kind > 1) {
      counts.green[literals + prefixOf(kind - 1)]!++;
      counts.distance[prefixOf(value)]!++;
    } else {
      counts.red[value & 255]!++;
      counts.green[(value >>> 8) & 255]!++;
      counts.blue[(value >>> 16) & 255]!++;
      counts.alpha[value >>> 24]!++;
    }
  }
  return counts;
}

/** The prefix code of a length or distance; the rest of its bits follow as they are. */
function prefixOf(value: number): number {
  if (value < 3) return value - 1;
  const high = 31 - Math.clz32(value - 1);
  return 2 * high + (((value - 1) >> (high - 1)) & 1);
}

function writeTokens(bits: Bits, tokens: Tokens): void {
  const counts = countsOf(tokens);
  const codes: Codes = {
    green: writeCode(bits, counts.green),
    red: writeCode(bits, counts.red),
    blue: writeCode(bits, counts.blue),
    alpha: writeCode(bits, counts.alpha),
    distance: writeCode(bits, counts.distance),
  };
  const { words, length } = tokens;
  for (let i = 0; i < length; i += 2) {
    makeRoom(bits, 16);
    const [kind, value] = [words[i]!, words[i + 1]!];
    if (kind === 1) put(bits, codes.green, literals + lengthCodes + value);
    else if (kind > 1) {
      putNumber(bits, codes.green, literals, kind - 1);
      putNumber(bits, codes.distance, 0, value);
    } else {
      put(bits, codes.green, (value >>> 8) & 255);
      put(bits, codes.red, value & 255);
      put(bits, codes.blue, (value >>> 16) & 255);
      put(bits, codes.alpha, value >>> 24);
    }
  }
}

function put(bits: Bits, { words, bits: lengths }: CodeWords, symbol: number): void {
  putBits(bits, words[symbol]!, lengths[symbol]!);
}

function putNumber(bits: Bits, code: CodeWords, firstSymbol: number, value: number): void {
  const prefix = prefixOf(value);
  put(bits, code, firstSymbol + prefix);
  if (prefix < 4) return;
  const extraBits = (prefix >> 1) - 1;
  putBits(bits, (value - 1) & (2 ** extraBits - 1), extraBits);
}
