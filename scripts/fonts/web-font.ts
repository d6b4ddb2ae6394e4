import fontverter from 'fontverter';
import { Blob, Face } from 'harfbuzzjs';
import { assembleOpenType } from './open-type.ts';

/**
 * Converts a web font to an OpenType file.
 *
 * @param file a complete WOFF or WOFF2 file with a single font
 * @param without tags of tables to omit, such as `SVG ` (tags have four characters)
 * @throws Error if it is neither, or damaged
 */
export async function unpackWebFont(file: Buffer, without: readonly string[]): Promise<Buffer> {
  // The converter also takes what is no web font.
  if (!/^wOF[F2]$/.test(file.toString('latin1', 0, 4))) throw new Error('not a web font');
  const font = await fontverter.convert(file, 'sfnt');
  return without.length === 0 ? font : withoutTables(font, without);
}

/** OpenType 1.9, "Font file structure": tables follow the head of the file, with 16 bytes each. */
function withoutTables(font: Buffer, without: readonly string[]): Buffer {
  const tables = Array.from({ length: font.readUInt16BE(4) }, (_, index) => {
    const entry = 12 + index * 16;
    const start = font.readUInt32BE(entry + 8);
    return {
      tag: font.toString('latin1', entry, entry + 4),
      body: font.subarray(start, start + font.readUInt32BE(entry + 12)),
    };
  });
  const remaining = tables.filter(({ tag }) => !without.includes(tag));
  return assembleOpenType(font.readUInt32BE(0), remaining);
}

/**
 * The characters for which a font has a glyph, in ascending order.
 *
 * The unicode ranges published by a font package say for which characters a browser may load a file,
 * not which it contains: some include hundreds of missing characters. The canvas would look those up in
 * the fonts of the machine, so the labels use what the font has.
 *
 * @param font an OpenType file
 * @throws Error if it has no characters
 */
export function readCodepoints(font: Uint8Array): readonly number[] {
  const codepoints = new Face(new Blob(font)).collectUnicodes();
  if (codepoints.length === 0) throw new Error('the font has no characters');
  return [...codepoints];
}
