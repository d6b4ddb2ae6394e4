import { brotliDecompressSync, inflateSync } from 'node:zlib';
import { createByteReader } from './byte-reader.ts';
import { restoreGlyphs } from './glyph-tables.ts';
import { assembleOpenType, type FontTable } from './open-type.ts';

/**
 * Reads web fonts. Sources: WOFF 1.0, sections 3–5; WOFF 2.0, sections 4–5; OpenType, "Font file
 * structure".
 */

const woffSignature = 0x774f4646;
const woff2Signature = 0x774f4632;

/** A font in a WOFF or WOFF2 file; its tables are unpacked on demand. */
export type WebFont = {
  /** The bytes of `cmap`, the table from characters to glyphs. */
  readonly cmap: () => Buffer;
  /**
   * The font as an OpenType file.
   * @param without tags of tables to omit, such as `SVG ` (tags have four characters)
   */
  readonly unpack: (without: readonly string[]) => Buffer;
};

/** A table as stored in its file. */
type PackedTable = { readonly tag: string; readonly body: () => Buffer };

/**
 * @param file a complete WOFF or WOFF2 file with a single font
 * @throws Error if it is neither, or damaged
 */
export function openWebFont(file: Buffer): WebFont {
  const signature = file.readUInt32BE(0);
  if (signature !== woffSignature && signature !== woff2Signature) {
    throw new Error('not a web font');
  }
  const tables = signature === woffSignature ? woffTables(file) : woff2Tables(file);
  return {
    cmap: () => {
      const cmap = tables.find(({ tag }) => tag === 'cmap');
      if (cmap === undefined) throw new Error('a font without a cmap table');
      return cmap.body();
    },
    unpack: (without) => {
      const kept = tables.filter(({ tag }) => !without.includes(tag));
      const unpacked = kept.map(({ tag, body }): FontTable => ({ tag, body: body() }));
      return assembleOpenType(file.readUInt32BE(4), unpacked);
    },
  };
}

function woffTables(file: Buffer): PackedTable[] {
  return Array.from({ length: file.readUInt16BE(12) }, (_, index) => {
    const entry = 44 + index * 20;
    const start = file.readUInt32BE(entry + 4);
    const packedBytes = file.readUInt32BE(entry + 8);
    const packed = file.subarray(start, start + packedBytes);
    // A table that compression would not shrink is stored uncompressed.
    const isPacked = packedBytes !== file.readUInt32BE(entry + 12);
    return {
      tag: file.toString('latin1', entry, entry + 4),
      body: () => (isPacked ? inflateSync(packed) : packed),
    };
  });
}

/** The tags that WOFF2 has numbers for (section 4.1); of those above 28 the ones in use here. */
const woff2Tags: readonly (string | undefined)[] = Object.assign(
  (
    'cmap|head|hhea|hmtx|maxp|name|OS/2|post|cvt |fpgm|glyf|loca|prep|CFF |VORG|EBDT|EBLC|gasp|' +
    'hdmx|kern|LTSH|PCLT|VDMX|vhea|vmtx|BASE|GDEF|GPOS|GSUB'
  ).split('|'),
  { 39: 'avar', 47: 'fvar', 48: 'gvar' },
);
const spelledOut = 63;

/** An entry of the directory of a WOFF2: a table, its length, and its length in the stream. */
type Woff2Entry = {
  readonly tag: string;
  readonly bytes: number;
  readonly storedBytes: number;
  readonly isTransformed: boolean;
};

function woff2Tables(file: Buffer): PackedTable[] {
  const body = createByteReader(file.subarray(48));
  const entries = Array.from({ length: file.readUInt16BE(12) }, (): Woff2Entry => {
    const flags = body.byte();
    const number = flags & 0x3f;
    const tag = number === spelledOut ? body.take(4).toString('latin1') : woff2Tags[number];
    if (tag === undefined) throw new Error(`a font with table number ${number} is not taken here`);
    // Version 0 means "transformed" for glyf and loca, and "unchanged" for all other tables.
    const isTransformed = flags >> 6 !== (tag === 'glyf' || tag === 'loca' ? 3 : 0);
    const bytes = body.base128();
    return { tag, bytes, storedBytes: isTransformed ? body.base128() : bytes, isTransformed };
  });
  // All tables are one stream, in the order of the directory, directly after it.
  const packed = body.take(file.readUInt32BE(20));
  const stream = createByteReader(brotliDecompressSync(packed));
  const stored = new Map(entries.map(({ tag, storedBytes }) => [tag, stream.take(storedBytes)]));
  return restored(entries, stored);
}

/** Reverses the transformation of tables. */
function restored(
  entries: readonly Woff2Entry[],
  stored: ReadonlyMap<string, Buffer>,
): PackedTable[] {
  const asStored = (tag: string) => stored.get(tag) ?? Buffer.alloc(0);
  const glyphs = entries.find(({ tag, isTransformed }) => tag === 'glyf' && isTransformed);
  let tables: ReturnType<typeof restoreGlyphs> | undefined;
  const restore = (bytes: number) => {
    tables ??= restoreGlyphs(asStored('glyf'), bytes);
    return tables;
  };
  const bodies: Readonly<Record<string, () => Buffer>> = glyphs
    ? {
        glyf: () => restore(glyphs.bytes).glyf,
        loca: () => restore(glyphs.bytes).loca,
        head: () => withLongOffsets(asStored('head')),
      }
    : {};
  return entries.map(({ tag, isTransformed }) => {
    const body = bodies[tag];
    if (body === undefined && isTransformed) {
      throw new Error(`a font with a transformed ${tag} table is not taken here`);
    }
    return { tag, body: body ?? (() => asStored(tag)) };
  });
}

/** A `head` table for a `loca` with offsets of four bytes. */
function withLongOffsets(head: Buffer): Buffer {
  const changed = Buffer.from(head);
  changed.writeInt16BE(1, 50);
  return changed;
}
