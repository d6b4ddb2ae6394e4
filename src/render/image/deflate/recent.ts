/** Recent positions of colours and useful shifts from row to row: deflate looks back 32 KiB. */
export type Recent = {
  /** The last positions of each bucket of colours: index of the pixel and its row, in turn. */
  readonly places: Int32Array;
  readonly turns: Uint8Array;
  /** Distance in pixels and in rows, in turn; the most recently used first. */
  readonly shifts: Int32Array;
};

export const placesPerBucket = 2;
const shiftCount = 8;
const bucketBits = 10;

export function createRecent(): Recent {
  return {
    places: new Int32Array(2 ** bucketBits * placesPerBucket * 2).fill(-1),
    turns: new Uint8Array(2 ** bucketBits),
    shifts: new Int32Array(shiftCount * 2),
  };
}

export function bucketOf(colour: number): number {
  return Math.imul(colour, 0x9e3779b1) >>> (32 - bucketBits);
}

export function rememberPlace(
  { places, turns }: Recent,
  bucket: number,
  pixel: number,
  row: number,
): void {
  const turn = turns[bucket]!;
  const at = (bucket * placesPerBucket + turn) * 2;
  places[at] = pixel;
  places[at + 1] = row;
  turns[bucket] = (turn + 1) % placesPerBucket;
}

/** Moves a shift to the front; a new one replaces the least recently used. */
export function rememberShift({ shifts }: Recent, back: number, rowsUp: number): void {
  let place = 0;
  while (place < shifts.length - 2 && shifts[place] !== back) place += 2;
  for (; place > 0; place -= 2) {
    shifts[place] = shifts[place - 2]!;
    shifts[place + 1] = shifts[place - 1]!;
  }
  shifts[0] = back;
  shifts[1] = rowsUp;
}
