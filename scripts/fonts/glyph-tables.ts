import { createByteReader, type ByteReader } from './byte-reader.ts';
import { createByteWriter, type ByteWriter } from './byte-writer.ts';
import { readPoints, writePoints, type Points } from './outlines.ts';

/** The streams of the transformed table, by kind of data (WOFF 2.0, section 5.1). */
type Streams = {
  readonly contours: ByteReader;
  readonly points: ByteReader;
  readonly flags: ByteReader;
  readonly glyphs: ByteReader;
  readonly composites: ByteReader;
  readonly boxes: ByteReader;
  readonly instructions: ByteReader;
};

/** One bit a glyph, the first in the top bit of the first byte. */
type Bits = (glyph: number) => boolean;

/** Flags of a part of a composite glyph (OpenType 1.9, "glyf"). */
const argumentsAreWords = 0x0001;
const hasScale = 0x0008;
const hasMoreParts = 0x0020;
const hasTwoScales = 0x0040;
const hasMatrix = 0x0080;
const hasInstructions = 0x0100;

/**
 * Restores the `glyf` table of a WOFF2, and its `loca` with offsets of four bytes. FreeType does the
 * same, but again for every face of a font, each in memory of its own.
 *
 * @param packed the transformed `glyf` table
 * @param likelyBytes approximate size of the result
 * @throws {RangeError} if it is cut short
 */
export function restoreGlyphs(packed: Buffer, likelyBytes: number): { glyf: Buffer; loca: Buffer } {
  const { glyphCount, streams, hasBox, hasOverlaps } = takeApart(packed);
  const loca = Buffer.alloc((glyphCount + 1) * 4);
  const out = createByteWriter(likelyBytes + glyphCount * 3);
  for (let glyph = 0; glyph < glyphCount; glyph += 1) {
    const contours = streams.contours.signedWord();
    if (contours > 0) {
      writeSimple(
        streams,
        { contours, hasBox: hasBox(glyph), hasOverlaps: hasOverlaps(glyph) },
        out,
      );
    } else if (contours < 0) {
      writeComposite(streams, out);
    }
    while (out.length() % 4 !== 0) out.byte(0);
    loca.writeUInt32BE(out.length(), (glyph + 1) * 4);
  }
  return { glyf: out.written(), loca };
}

function takeApart(packed: Buffer): {
  glyphCount: number;
  streams: Streams;
  hasBox: Bits;
  hasOverlaps: Bits;
} {
  const head = createByteReader(packed);
  head.word();
  const hasOverlapBits = (head.word() & 1) === 1;
  const glyphCount = head.word();
  // The format that `loca` had.
  head.word();
  const sizes = Array.from({ length: 7 }, () => head.long());
  const [contours, points, flags, glyphs, composites, boxes, instructions] = sizes.map((bytes) =>
    head.take(bytes),
  );
  const bitmapBytes = ((glyphCount + 31) >> 5) << 2;
  const overlaps = hasOverlapBits ? head.take((glyphCount + 7) >> 3) : undefined;
  return {
    glyphCount,
    streams: {
      contours: reader(contours),
      points: reader(points),
      flags: reader(flags),
      glyphs: reader(glyphs),
      composites: reader(composites),
      boxes: reader(boxes?.subarray(bitmapBytes)),
      instructions: reader(instructions),
    },
    hasBox: bitsOf(boxes),
    hasOverlaps: bitsOf(overlaps),
  };
}

function reader(stream: Buffer = Buffer.alloc(0)): ByteReader {
  return createByteReader(stream);
}

function bitsOf(bitmap: Buffer | undefined): Bits {
  return (glyph) => (((bitmap?.[glyph >> 3] ?? 0) << (glyph & 7)) & 0x80) !== 0;
}

type Simple = {
  readonly contours: number;
  readonly hasBox: boolean;
  readonly hasOverlaps: boolean;
};

function writeSimple(streams: Streams, glyph: Simple, out: ByteWriter): void {
  let pointCount = 0;
  const lastPoints = Array.from({ length: glyph.contours }, () => {
    pointCount += streams.points.short();
    return pointCount - 1;
  });
  const points = readPoints(pointCount, streams.flags, streams.glyphs);
  out.word(glyph.contours);
  if (glyph.hasBox) out.bytes(streams.boxes.take(8));
  else writeBox(points, out);
  for (const last of lastPoints) out.word(last);
  writeInstructions(streams, out);
  writePoints(points, glyph.hasOverlaps, out);
}

/** The box around all points: least x and y, then largest. */
function writeBox({ deltaX, deltaY }: Points, out: ByteWriter): void {
  const [leastX, mostX] = rangeOf(deltaX);
  const [leastY, mostY] = rangeOf(deltaY);
  for (const side of [leastX, leastY, mostX, mostY]) out.word(side);
}

function rangeOf(deltas: Int16Array): readonly [least: number, most: number] {
  let at = 0;
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  for (const delta of deltas) {
    at += delta;
    least = Math.min(least, at);
    most = Math.max(most, at);
  }
  return deltas.length === 0 ? [0, 0] : [least, most];
}

/** A composite glyph; its parts are not transformed, and its box is stored. */
function writeComposite(streams: Streams, out: ByteWriter): void {
  out.word(-1);
  out.bytes(streams.boxes.take(8));
  let isInstructed = false;
  for (let flags = hasMoreParts; (flags & hasMoreParts) !== 0;) {
    flags = streams.composites.word();
    isInstructed ||= (flags & hasInstructions) !== 0;
    out.word(flags);
    out.bytes(streams.composites.take(partBytes(flags)));
  }
  if (isInstructed) writeInstructions(streams, out);
}

/** Length of a part after its flags: glyph, position, scale. */
function partBytes(flags: number): number {
  const place = (flags & argumentsAreWords) !== 0 ? 4 : 2;
  if ((flags & hasScale) !== 0) return 2 + place + 2;
  if ((flags & hasTwoScales) !== 0) return 2 + place + 4;
  return (flags & hasMatrix) !== 0 ? 2 + place + 8 : 2 + place;
}

function writeInstructions(streams: Streams, out: ByteWriter): void {
  const bytes = streams.glyphs.short();
  out.word(bytes);
  out.bytes(streams.instructions.take(bytes));
}
