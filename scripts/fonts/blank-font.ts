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
  // Format 12 with one group: the character is glyph 1.
  const group = { 24: 1, 28: codepoint, 32: codepoint, 36: 1 };
  // Ascent and descent; at the end, the number of entries in hmtx.
  const metrics = { 4: (800 << 16) | (-200 & 0xffff), 32: 2 };
  return assembleOpenType(trueTypeVersion, [
    table('cmap', 40, { 0: 1, 4: 0x0003000a, 8: 12, 12: 12 << 16, 16: 28, ...group }),
    table('glyf', 4, {}),
    // Its magic number, and 1000 units to the em.
    table('head', 54, { 0: 0x00010000, 12: 0x5f0f3cf5, 16: 1000 }),
    table('hhea', 36, { 0: 0x00010000, ...metrics }),
    table('hmtx', 8, {}),
    table('loca', 6, {}),
    table('maxp', 32, { 0: 0x00010000, 4: 2 << 16 }),
  ]);
}

/** Words of 32 bits by their offset in the table; all others are zero. */
function table(tag: string, bytes: number, words: Readonly<Record<number, number>>) {
  const body = Buffer.alloc(bytes);
  for (const [offset, word] of Object.entries(words)) body.writeUInt32BE(word, Number(offset));
  return { tag, body };
}
