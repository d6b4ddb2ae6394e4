import { assembleOpenType, trueTypeVersion } from './open-type.ts';

/**
 * A font whose only character is drawn as nothing and has no width.
 *
 * The smallest set of tables that FreeType opens (OpenType 1.9: head, hhea, hmtx, maxp, cmap, loca,
 * glyf; both glyphs are empty).
 *
 * @param codepoint its character
 * @returns the bytes of a TrueType font
 */
export function buildBlankFont(codepoint: number): Buffer {
  return assembleOpenType(trueTypeVersion, [
    { tag: 'cmap', body: cmapTable(codepoint) },
    { tag: 'glyf', body: Buffer.alloc(4) },
    { tag: 'head', body: headTable() },
    { tag: 'hhea', body: hheaTable() },
    { tag: 'hmtx', body: Buffer.alloc(8) },
    { tag: 'loca', body: Buffer.alloc(6) },
    { tag: 'maxp', body: maxpTable() },
  ]);
}

/** Format 12 with one group: the character is glyph 1. */
function cmapTable(codepoint: number): Buffer {
  const table = Buffer.alloc(12 + 28);
  table.writeUInt16BE(1, 2);
  table.writeUInt16BE(3, 4);
  table.writeUInt16BE(10, 6);
  table.writeUInt32BE(12, 8);
  table.writeUInt16BE(12, 12);
  table.writeUInt32BE(28, 16);
  table.writeUInt32BE(1, 24);
  table.writeUInt32BE(codepoint, 28);
  table.writeUInt32BE(codepoint, 32);
  table.writeUInt32BE(1, 36);
  return table;
}

function headTable(): Buffer {
  const table = Buffer.alloc(54);
  table.writeUInt32BE(0x00010000, 0);
  table.writeUInt32BE(0x5f0f3cf5, 12);
  // Units to the em.
  table.writeUInt16BE(1000, 18);
  return table;
}

function hheaTable(): Buffer {
  const table = Buffer.alloc(36);
  table.writeUInt32BE(0x00010000, 0);
  table.writeInt16BE(800, 4);
  table.writeInt16BE(-200, 6);
  // Number of entries in hmtx.
  table.writeUInt16BE(2, 34);
  return table;
}

function maxpTable(): Buffer {
  const table = Buffer.alloc(32);
  table.writeUInt32BE(0x00010000, 0);
  table.writeUInt16BE(2, 4);
  return table;
}
