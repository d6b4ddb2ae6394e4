import type { ByteReader } from './byte-reader.ts';
import type { ByteWriter } from './byte-writer.ts';

/** The points of a glyph, each relative to the one before, in font units. */
export type Points = {
  readonly deltaX: Int16Array;
  readonly deltaY: Int16Array;
  readonly isOnCurve: Uint8Array;
};

/**
 * Reads points as WOFF 2.0 packs them (section 5.2): a flag each, then one to four bytes for both
 * distances.
 */
export function readPoints(count: number, flags: ByteReader, triplets: ByteReader): Points {
  const deltaX = new Int16Array(count);
  const deltaY = new Int16Array(count);
  const isOnCurve = new Uint8Array(count);
  for (let point = 0; point < count; point += 1) {
    const flag = flags.byte();
    const kind = flag & 0x7f;
    isOnCurve[point] = flag < 0x80 ? 1 : 0;
    const [x, y] = distances(kind, triplets);
    deltaX[point] = kind & 1 ? x : -x;
    // Where there is no x, the lowest bit is the sign of y.
    deltaY[point] = (kind < 10 ? kind & 1 : kind & 2) ? y : -y;
  }
  return { deltaX, deltaY, isOnCurve };
}

/** The absolute distances, after the table "triplet encoding" of section 5.2. */
function distances(kind: number, triplets: ByteReader): readonly [x: number, y: number] {
  const first = triplets.byte();
  if (kind < 10) return [0, ((kind & 14) << 7) + first];
  if (kind < 20) return [(((kind - 10) & 14) << 7) + first, 0];
  if (kind < 84) {
    const base = kind - 20;
    return [1 + (base & 0x30) + (first >> 4), 1 + ((base & 0x0c) << 2) + (first & 0x0f)];
  }
  const second = triplets.byte();
  if (kind < 120) {
    const base = kind - 84;
    return [1 + (Math.floor(base / 12) << 8) + first, 1 + (((base % 12) >> 2) << 8) + second];
  }
  const third = triplets.byte();
  if (kind < 124) return [(first << 4) + (second >> 4), ((second & 0x0f) << 8) + third];
  return [(first << 8) + second, (third << 8) + triplets.byte()];
}

/** Flags of a point (OpenType 1.9, "glyf", simple glyph flags). */
const onCurve = 0x01;
const xIsByte = 0x02;
const yIsByte = 0x04;
const repeats = 0x08;
/** Of a byte: it is positive. Of a word: there is none, as the distance is 0. */
const xIsSameOrPositive = 0x10;
const yIsSameOrPositive = 0x20;
const overlaps = 0x40;

/** Writes points as a `glyf` table has them: all flags, then all x, then all y. */
export function writePoints(points: Points, hasOverlaps: boolean, out: ByteWriter): void {
  const { deltaX, deltaY } = points;
  const flags = pointFlags(points, hasOverlaps);
  for (let point = 0; point < flags.length;) {
    const flag = flags[point] ?? 0;
    let more = 0;
    while (more < 255 && flags[point + more + 1] === flag) more += 1;
    out.byte(more > 0 ? flag | repeats : flag);
    if (more > 0) out.byte(more);
    point += 1 + more;
  }
  writeDistances(deltaX, out);
  writeDistances(deltaY, out);
}

function pointFlags({ deltaX, deltaY, isOnCurve }: Points, hasOverlaps: boolean): Uint8Array {
  const flags = new Uint8Array(isOnCurve.length);
  for (let point = 0; point < flags.length; point += 1) {
    flags[point] =
      (isOnCurve[point] === 1 ? onCurve : 0) |
      distanceFlags(deltaX[point] ?? 0, xIsByte, xIsSameOrPositive) |
      distanceFlags(deltaY[point] ?? 0, yIsByte, yIsSameOrPositive);
  }
  if (hasOverlaps && flags.length > 0) flags[0] = (flags[0] ?? 0) | overlaps;
  return flags;
}

function distanceFlags(delta: number, isByte: number, isSameOrPositive: number): number {
  if (delta === 0) return isSameOrPositive;
  if (Math.abs(delta) > 255) return 0;
  return delta > 0 ? isByte | isSameOrPositive : isByte;
}

function writeDistances(deltas: Int16Array, out: ByteWriter): void {
  for (const delta of deltas) {
    if (delta === 0) continue;
    if (Math.abs(delta) > 255) out.word(delta);
    else out.byte(Math.abs(delta));
  }
}
