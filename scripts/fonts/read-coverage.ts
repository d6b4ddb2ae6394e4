import type { CodepointRanges } from '../../src/labels/font-files.ts';
import type { WebFont } from './web-font.ts';

/**
 * The characters for which a font file has a glyph, in ascending order.
 *
 * The unicode ranges published by a font package say for which characters a browser may load a file,
 * not which it contains: some include hundreds of missing characters. The canvas would look those up in
 * the fonts of the machine, so the labels use the font's `cmap`.
 *
 * @param font a WOFF or WOFF2 file
 * @throws Error if it is not a font with a Unicode `cmap` of format 4 or 12 (OpenType, "cmap")
 */
export function readCodepoints(font: WebFont): readonly number[] {
  const cmap = font.cmap();
  let best: { format: number; start: number } | undefined;
  for (let record = 4; record < 4 + cmap.readUInt16BE(2) * 8; record += 8) {
    const platform = cmap.readUInt16BE(record);
    const start = cmap.readUInt32BE(record + 4);
    const format = cmap.readUInt16BE(start);
    // Platform 0 is Unicode, 3 is Windows; format 12 holds all planes and 4 only the first one.
    if ((platform !== 0 && platform !== 3) || (format !== 4 && format !== 12)) continue;
    if (best === undefined || format > best.format) best = { format, start };
  }
  if (best === undefined) throw new Error('the font has no Unicode cmap');
  const table = cmap.subarray(best.start);
  return best.format === 12 ? codepointsOfFormat12(table) : codepointsOfFormat4(table);
}

/**
 * Ranges of code points from the notation of CSS, both ends inclusive.
 *
 * @param notation such as `U+30-39,U+A9`; no wildcards
 */
export function parseUnicodeRange(notation: string): (readonly [first: number, last: number])[] {
  return notation.split(',').map((part) => {
    const [first = '', last = first] = part.trim().slice(2).split('-');
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)] as const;
  });
}

function codepointsOfFormat12(table: Buffer): number[] {
  const codepoints: number[] = [];
  for (let group = 16; group < 16 + table.readUInt32BE(12) * 12; group += 12) {
    const first = table.readUInt32BE(group);
    const last = table.readUInt32BE(group + 4);
    const firstGlyph = table.readUInt32BE(group + 8);
    for (let codepoint = first; codepoint <= last; codepoint += 1) {
      if (firstGlyph + codepoint - first !== 0) codepoints.push(codepoint);
    }
  }
  return codepoints;
}

function codepointsOfFormat4(table: Buffer): number[] {
  const codepoints: number[] = [];
  const segmentBytes = table.readUInt16BE(6);
  for (let segment = 0; segment < segmentBytes; segment += 2) {
    // Four parallel arrays: last codes, (two bytes of padding), first codes, deltas, offsets.
    const last = table.readUInt16BE(14 + segment);
    const first = table.readUInt16BE(16 + segmentBytes + segment);
    const delta = table.readUInt16BE(16 + 2 * segmentBytes + segment);
    const offsetAt = 16 + 3 * segmentBytes + segment;
    const offset = table.readUInt16BE(offsetAt);
    for (let codepoint = first; codepoint <= last && codepoint !== 0xffff; codepoint += 1) {
      const listed = offset && table.readUInt16BE(offsetAt + offset + 2 * (codepoint - first));
      const glyph = offset === 0 ? codepoint + delta : listed && listed + delta;
      if ((glyph & 0xffff) !== 0) codepoints.push(codepoint);
    }
  }
  return codepoints;
}

/** @param codepoints in ascending order */
export function toRanges(codepoints: readonly number[]): CodepointRanges {
  const ranges: number[] = [];
  for (const codepoint of codepoints) {
    if (ranges.at(-1) === codepoint - 1) ranges[ranges.length - 1] = codepoint;
    else ranges.push(codepoint, codepoint);
  }
  return ranges;
}
