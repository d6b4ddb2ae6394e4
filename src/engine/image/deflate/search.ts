import { furthestMatch } from './block.ts';

/**
 * Walks over a picture's PNG data: for each row a zero byte (no filter), then the pixels. Texels are
 * magnified, so most pixels equal the one to the left or above; others are often found a few rows up,
 * shifted by the slant of an edge.
 */
export function createSearch(pixels: Uint32Array, widthPx: number) {
  return {
    /** RGBA words. */
    pixels,
    widthPx,
    rowBytes: widthPx * 4 + 1,
    recent: createRecent(),
    /** The current pixel, its row, and the first pixel of the next row. */
    at: 0,
    row: 0,
    rowEnd: widthPx,
    /** The longest match: its pixels, bytes (including filter bytes) and distance. */
    foundPx: 0,
    foundBytes: 0,
    distance: 0,
    /** Its distance in pixels, at its start … */
    back: 0,
    /** … and whether it could continue at that distance if the next pixel were equal. */
    goesOn: false,
    /** The number of its bytes that are also repetitions of one pixel. */
    evenBytes: 0,
  };
}

export type Search = ReturnType<typeof createSearch>;

/** Finds the longest match at the current pixel; `foundPx` is 0 if there is none. */
export function findMatch(search: Search): void {
  search.foundPx = 0;
  search.foundBytes = 0;
  findLeft(search);
  findAbove(search);
  if (search.foundPx === 0 || shouldSearchFurther(search)) {
    findShifted(search);
    findColour(search);
  }
}

/** Matches of this length rarely get longer by searching further. */
const longEnoughBytes = 96;

/** Whether searching further could find a longer match; next to transparent pixels it rarely does. */
function shouldSearchFurther({ pixels, at, rowEnd, foundPx, foundBytes }: Search): boolean {
  return pixels[at] !== 0 && foundBytes < longEnoughBytes && at + foundPx < rowEnd;
}

/** Bytes of the pixels from `at` to `end`, including the filter bytes between rows. */
function bytesUpTo(search: Search, end: number): number {
  let bytes = (end - search.at) * 4;
  const { widthPx, pixels } = search;
  for (let next = search.rowEnd; next <= end && next < pixels.length; next += widthPx) bytes++;
  return bytes;
}

/** Repetitions of the pixel to the left; transparent ones continue into the next rows. */
function findLeft(search: Search): void {
  const { pixels, at, rowEnd, widthPx } = search;
  const pixel = pixels[at]!;
  search.evenBytes = 0;
  if (at === rowEnd - widthPx || pixels[at - 1] !== pixel) return;
  const limit = pixel === 0 ? pixels.length : rowEnd;
  let end = at + 1;
  while (end < limit && pixels[end] === pixel) end++;
  search.foundPx = end - at;
  search.foundBytes = pixel === 0 ? bytesUpTo(search, end) : search.foundPx * 4;
  search.evenBytes = search.foundBytes;
  search.distance = 4;
  search.back = 1;
  search.goesOn = end < rowEnd;
}

/** Matches with the row above, over any number of rows. */
function findAbove(search: Search): void {
  const { pixels, at, row, widthPx, rowBytes } = search;
  if (row === 0 || rowBytes > furthestMatch || pixels[at] !== pixels[at - widthPx]) return;
  const limit = pixels.length;
  let end = at + 1;
  while (end < limit && pixels[end] === pixels[end - widthPx]) end++;
  const bytes = bytesUpTo(search, end);
  if (bytes <= search.foundBytes) return;
  search.foundPx = end - at;
  search.foundBytes = bytes;
  search.distance = rowBytes;
  search.back = widthPx;
  search.goesOn = true;
}

/** Tries recent shifts. Most are rejected at once, by the pixel that would make the match longer. */
function findShifted(search: Search): void {
  const { pixels, at, row, rowEnd, widthPx } = search;
  const { shifts } = search.recent;
  const column = at - rowEnd + widthPx;
  let decisive = pixels[at + search.foundPx]!;
  for (let i = 0; i < shifts.length; i += 2) {
    const back = shifts[i]!;
    const from = at - back;
    if (from < 0 || pixels[from + search.foundPx] !== decisive) continue;
    const rowsUp = shifts[i + 1]!;
    const fromColumn = column - back + rowsUp * widthPx;
    if (back === 0 || rowsUp > row || fromColumn < 0 || fromColumn >= widthPx) continue;
    tryFrom(search, from, back * 4 + rowsUp, widthPx - fromColumn);
    decisive = pixels[at + search.foundPx]!;
  }
}

/** Tries positions where the same colour occurred. */
function findColour(search: Search): void {
  const { pixels, at, row, widthPx, recent } = search;
  const { positions } = recent;
  const bucket = bucketOf(pixels[at]!);
  const first = bucket * positionsPerBucket * 2;
  let decisive = pixels[at + search.foundPx]!;
  for (let i = first; i < first + positionsPerBucket * 2; i += 2) {
    const from = positions[i]!;
    if (from < 0 || pixels[from + search.foundPx] !== decisive) continue;
    const fromRow = positions[i + 1]!;
    const distance = (at - from) * 4 + row - fromRow;
    if (distance > furthestMatch) continue;
    tryFrom(search, from, distance, (fromRow + 1) * widthPx - from);
    decisive = pixels[at + search.foundPx]!;
  }
  recordPosition(recent, bucket, at, row);
}

/** Takes a match from a position, of up to `maxPx`, if it is longer than the current one. */
function tryFrom(search: Search, from: number, distance: number, maxPx: number): void {
  const { pixels, at, rowEnd } = search;
  const max = Math.min(maxPx, rowEnd - at);
  let length = 0;
  while (length < max && pixels[from + length] === pixels[at + length]) length++;
  if (length * 4 <= search.foundBytes) return;
  search.foundPx = length;
  search.foundBytes = length * 4;
  search.distance = distance;
  search.back = at - from;
  search.goesOn = length < maxPx;
}

const positionsPerBucket = 2;
const shiftCount = 8;
const bucketBits = 10;

/** Recent positions of colours and useful shifts from row to row: deflate looks back 32 KiB. */
function createRecent() {
  return {
    /** The last positions of each bucket of colours: index of the pixel and its row, in turn. */
    positions: new Int32Array(2 ** bucketBits * positionsPerBucket * 2).fill(-1),
    nextSlots: new Uint8Array(2 ** bucketBits),
    /** Distance in pixels and in rows, in turn; the most recently used first. */
    shifts: new Int32Array(shiftCount * 2),
  };
}

type Recent = ReturnType<typeof createRecent>;

function bucketOf(colour: number): number {
  return Math.imul(colour, 0x9e3779b1) >>> (32 - bucketBits);
}

function recordPosition(
  { positions, nextSlots }: Recent,
  bucket: number,
  pixel: number,
  row: number,
): void {
  const slot = nextSlots[bucket]!;
  const at = (bucket * positionsPerBucket + slot) * 2;
  positions[at] = pixel;
  positions[at + 1] = row;
  nextSlots[bucket] = (slot + 1) % positionsPerBucket;
}

/** Moves a shift to the front; a new one replaces the least recently used. */
export function recordShift({ shifts }: Recent, back: number, rowsUp: number): void {
  let index = 0;
  while (index < shifts.length - 2 && shifts[index] !== back) index += 2;
  for (; index > 0; index -= 2) {
    shifts[index] = shifts[index - 2]!;
    shifts[index + 1] = shifts[index - 1]!;
  }
  shifts[0] = back;
  shifts[1] = rowsUp;
}
