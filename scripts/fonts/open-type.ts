/** One table of a font: a tag of four characters, and its bytes. */
export type FontTable = { readonly tag: string; readonly body: Buffer };

/** Outlines in a `glyf` table (OpenType 1.9, "Font file structure"). */
export const trueTypeVersion = 0x00010000;

/**
 * Assembles an OpenType file from these tables, in this order. Checksums are zero: FreeType ignores
 * them.
 */
export function assembleOpenType(version: number, tables: readonly FontTable[]): Buffer {
  const headBytes = 12 + tables.length * 16;
  const fontBytes = tables.reduce((sum, { body }) => sum + aligned(body.length), headBytes);
  const font = Buffer.alloc(fontBytes);
  font.writeUInt32BE(version, 0);
  font.writeUInt16BE(tables.length, 4);
  let offset = headBytes;
  for (const [index, { tag, body }] of tables.entries()) {
    const entry = 12 + index * 16;
    font.write(tag, entry, 'latin1');
    font.writeUInt32BE(offset, entry + 8);
    font.writeUInt32BE(body.length, entry + 12);
    font.set(body, offset);
    offset += aligned(body.length);
  }
  return font;
}

/** Every table starts at a multiple of four. */
function aligned(bytes: number): number {
  return bytes + (-bytes & 3);
}
