/** Finds earlier occurrences of the pixels at a position, anywhere in the picture. */
export type Matcher = {
  readonly pixels: Uint32Array;
  readonly widthPx: number;
  /** The last position of each pair of pixels, by hash, and the one before it at each position. */
  readonly heads: Int32Array;
  readonly before: Int32Array;
  /** The longest match, and its distance in pixels. */
  lengthPx: number;
  back: number;
};

const hashBits = 14;
/** Positions that are tried: three times as many save half a per cent of the bytes. */
const mostTries = 5;
/** A match of this length rarely gets longer by searching further. */
const longEnoughPx = 64;

export function createMatcher(pixels: Uint32Array, widthPx: number): Matcher {
  return {
    pixels,
    widthPx,
    heads: new Int32Array(2 ** hashBits).fill(-1),
    before: new Int32Array(pixels.length),
    lengthPx: 0,
    back: 0,
  };
}

function hashAt(pixels: Uint32Array, at: number): number {
  const mixed = Math.imul(pixels[at]!, 0x9e3779b1) ^ pixels[at + 1]!;
  return Math.imul(mixed, 0x85ebca6b) >>> (32 - hashBits);
}

/** Each position has to be remembered once it is passed. */
export function remember({ pixels, heads, before }: Matcher, at: number): void {
  if (at + 1 >= pixels.length) return;
  const hash = hashAt(pixels, at);
  before[at] = heads[hash]!;
  heads[hash] = at;
}

/** Finds the longest match at a position: to the left, above, and where its first two pixels occurred. */
export function findLongest(matcher: Matcher, at: number): void {
  const { pixels, widthPx, heads, before } = matcher;
  matcher.lengthPx = 0;
  tryBack(matcher, at, 1);
  tryBack(matcher, at, widthPx);
  if (matcher.lengthPx >= longEnoughPx || at + 1 >= pixels.length) return;
  let from = heads[hashAt(pixels, at)]!;
  for (let tries = 0; tries < mostTries && from >= 0; tries++) {
    tryBack(matcher, at, at - from);
    from = before[from]!;
  }
}

function tryBack(matcher: Matcher, at: number, back: number): void {
  const { pixels, lengthPx } = matcher;
  // The pixel that would make it longer rules out most positions.
  if (back > at || pixels[at + lengthPx] !== pixels[at + lengthPx - back]) return;
  let end = at;
  while (end < pixels.length && pixels[end] === pixels[end - back]) end++;
  if (end - at <= lengthPx) return;
  matcher.lengthPx = end - at;
  matcher.back = back;
}
