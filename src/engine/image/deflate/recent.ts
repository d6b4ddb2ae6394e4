/** Recent positions of colours and useful shifts from row to row: deflate looks back 32 KiB. */
export type Recent = {
  /** The last positions of each bucket of colours: index of the pixel and its row, in turn. */
  readonly positions: Int32Array;
  readonly nextSlots: Uint8Array;
  /** Distance in pixels and in rows, in turn; the most recently used first. */
  readonly shifts: Int32Array;
};

export const positionsPerBucket = 2;
const shiftCount = 8;
const bucketBits = 10;

export function createRecent(): Recent {
  return {
    positions: new Int32Array(2 ** bucketBits * positionsPerBucket * 2).fill(-1),
    nextSlots: new Uint8Array(2 ** bucketBits),
    shifts: new Int32Array(shiftCount * 2),
  };
}

export function bucketOf(colour: number): number {
  return Math.imul(colour, 0x9e3779b1) >>> (32 - bucketBits);
}

export function recordPosition(
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
