import { asWords, type RgbaImage } from '../canvas.ts';
import {
  createBits,
  makeRoom,
  padToByte,
  putBits,
  type Bits,
  type CodeWords,
  writeCode,
} from '../deflate/codes.ts';
import { append, createUint32Builder, release, type Uint32Builder, free } from '../scratch.ts';

// Lossless WebP (RFC 9649, section 3): pixels without their green, matches of earlier pixels, and a cache
// of colours, all in one group of five prefix codes.

const cacheBits = 9;
const literals = 256;
const lengthCodes = 24;
const distanceCodes = 40;
const longestCopyPx = 4096;
/** Positions up to seven rows up and eight columns away, the nearest first, have distances of their own. */
const nearby = Array.from({ length: 8 }, (_, up) =>
  Array.from({ length: 16 }, (__, column) => ({ back: 8 - column, up })),
)
  .flat()
  .filter(({ back, up }) => up > 0 || back > 0)
  .toSorted(
    (a, b) => a.back ** 2 + a.up ** 2 - b.back ** 2 - b.up ** 2 || b.up - a.up || b.back - a.back,
  );
const nearbyCodes = 120;
/** The 40 prefixes of distances reach up to this code, in pixels behind those nearby. */
const farthestPx = 2 ** 20 - nearbyCodes;

/** Pairs: 0 and a pixel, 1 and an index of the cache, or length + 1 and distance code of a copy. */
type Tokens = Uint32Builder;

/**
 * Compresses a picture to the content of a `VP8L` chunk. For our figures it takes less than half of the
 * time of libwebp at its lowest effort, for a tenth fewer bytes; `bench/motion.ts` measures both.
 */
export function losslessWebp(image: RgbaImage): Uint8Array {
  const tokens = tokensOf(image);
  const bits = createBits(65_536);
  putBits(bits, 0x2f, 8);
  putBits(bits, image.widthPx - 1, 14);
  putBits(bits, image.heightPx - 1, 14);
  // Alpha is used, version 0, one transform: that of green.
  putBits(bits, 0b0_10_1_000_1, 8);
  putBits(bits, 1, 1);
  putBits(bits, cacheBits, 4);
  // One group of codes.
  putBits(bits, 0, 1);
  writeTokens(bits, tokens);
  release(tokens);
  padToByte(bits);
  return bits.bytes.subarray(0, bits.length);
}

function tokensOf(image: RgbaImage): Tokens {
  const tokens = createUint32Builder(8192);
  const pixels = withoutGreen(asWords(image));
  const cache = new Uint32Array(2 ** cacheBits);
  const nearCodes = nearCodesOf(image.widthPx);
  const matcher = createMatcher(pixels, image.widthPx);
  for (let at = 0; at < pixels.length;) {
    findLongest(matcher, at);
    const slot = slotOf(pixels[at]!);
    const isKnown = cache[slot] === pixels[at];
    const isCopied = matcher.lengthPx > (isKnown ? 2 : 1);
    const end = at + (isCopied ? matcher.lengthPx : 1);
    if (isCopied) copy(tokens, matcher, nearCodes);
    else if (isKnown) pair(tokens, 1, slot);
    else pair(tokens, 0, pixels[at]!);
    for (let pixel = at; pixel < end; pixel++) {
      cache[slotOf(pixels[pixel]!)] = pixels[pixel]!;
      remember(matcher, pixel);
    }
    at = end;
  }
  free(pixels);
  free(matcher.before);
  return tokens;
}

/** Red and blue as differences from green, which shades of one colour share. */
function withoutGreen(pixels: Uint32Array): Uint32Array {
  const without = new Uint32Array(pixels.length);
  // For so many pixels, calling a function each would take ten times as long.
  for (let at = 0; at < pixels.length; at++) {
    const pixel = pixels[at]!;
    const green = (pixel >>> 8) & 255;
    const red = (pixel - green) & 255;
    const blue = ((pixel >>> 16) - green) & 255;
    without[at] = (pixel & 0xff00ff00) | (blue << 16) | red;
  }
  return without;
}

function pair(tokens: Tokens, first: number, second: number): void {
  append(tokens, first);
  append(tokens, second);
}

function copy(
  tokens: Tokens,
  { lengthPx, back }: Matcher,
  nearCodes: ReadonlyMap<number, number>,
): void {
  const code = nearCodes.get(back) ?? back + nearbyCodes;
  for (let left = lengthPx; left > 0; left -= longestCopyPx) {
    pair(tokens, Math.min(left, longestCopyPx) + 1, code);
  }
}

function nearCodesOf(widthPx: number): ReadonlyMap<number, number> {
  const codes = new Map<number, number>();
  nearby.forEach(({ back, up }, index) => {
    const distance = up * widthPx + back;
    if (distance > 0 && !codes.has(distance)) codes.set(distance, index + 1);
  });
  return codes;
}

/** Pixels are `0xAABBGGRR` here and `0xAARRGGBB` in the cache's hash. */
function slotOf(pixel: number): number {
  const argb = (pixel & 0xff00ff00) | ((pixel & 255) << 16) | ((pixel >>> 16) & 255);
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

const hashBits = 14;

/** Positions that are tried: three times as many save half a per cent of the bytes. */
const maxTries = 5;

/** A match of this length rarely gets longer by searching further. */
const longEnoughPx = 64;

/** Finds earlier occurrences of the pixels at a position, anywhere in the picture. */
function createMatcher(pixels: Uint32Array, widthPx: number) {
  return {
    pixels,
    widthPx,
    /** The last position of each pair of pixels, by hash, and the one before it at each position. */
    heads: new Int32Array(2 ** hashBits).fill(-1),
    before: new Int32Array(pixels.length),
    /** The longest match, and its distance in pixels. */
    lengthPx: 0,
    back: 0,
  };
}

type Matcher = ReturnType<typeof createMatcher>;

function hashAt(pixels: Uint32Array, at: number): number {
  const mixed = Math.imul(pixels[at]!, 0x9e3779b1) ^ pixels[at + 1]!;
  return Math.imul(mixed, 0x85ebca6b) >>> (32 - hashBits);
}

/** Each position has to be remembered once it is passed. */
function remember({ pixels, heads, before }: Matcher, at: number): void {
  if (at + 1 >= pixels.length) return;
  const hash = hashAt(pixels, at);
  before[at] = heads[hash]!;
  heads[hash] = at;
}

/** Finds the longest match at a position: to the left, above, and where its first two pixels occurred. */
function findLongest(matcher: Matcher, at: number): void {
  const { pixels, widthPx, heads, before } = matcher;
  matcher.lengthPx = 0;
  tryBack(matcher, at, 1);
  tryBack(matcher, at, widthPx);
  if (matcher.lengthPx >= longEnoughPx || at + 1 >= pixels.length) return;
  let from = heads[hashAt(pixels, at)]!;
  for (let tries = 0; tries < maxTries && from >= 0; tries++) {
    tryBack(matcher, at, at - from);
    from = before[from]!;
  }
}

function tryBack(matcher: Matcher, at: number, back: number): void {
  const { pixels, lengthPx } = matcher;
  // The pixel that would make it longer rules out most positions.
  if (back > at || back > farthestPx) return;
  if (pixels[at + lengthPx] !== pixels[at + lengthPx - back]) return;
  let end = at;
  while (end < pixels.length && pixels[end] === pixels[end - back]) end++;
  if (end - at <= lengthPx) return;
  matcher.lengthPx = end - at;
  matcher.back = back;
}
