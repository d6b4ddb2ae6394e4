import { brotliDecompressSync, inflateSync } from 'node:zlib';

/**
 * Takes web fonts apart. Sources: WOFF 1.0, sections 3–5; WOFF 2.0, sections 4–5; OpenType, "Font
 * file structure".
 */

const woffSignature = 0x774f4646;
const woff2Signature = 0x774f4632;

/** Where the short table numbers of WOFF2 stand for a tag: only those that matter here. */
const woff2Number = { cmap: 0, glyf: 10, loca: 11, spelledOut: 63 };

/**
 * The bytes of `cmap`, the table from characters to glyphs.
 *
 * @param file a whole WOFF or WOFF2 file that holds a single font
 * @throws Error when the file is neither, or has no such table
 */
export function readCmapTable(file: Buffer): Buffer {
  const signature = file.readUInt32BE(0);
  const table =
    signature === woffSignature
      ? cmapOfWoff(file)
      : signature === woff2Signature
        ? cmapOfWoff2(file)
        : undefined;
  if (table === undefined) throw new Error('not a web font with a cmap table');
  return table;
}

/**
 * The font inside a WOFF file, as an OpenType file.
 *
 * @param file a whole WOFF file
 * @param without tags of tables to leave out, such as `SVG ` (tags have four characters)
 * @throws Error when it is not a WOFF file
 */
export function unpackWoff(file: Buffer, without: readonly string[]): Buffer {
  if (file.readUInt32BE(0) !== woffSignature) throw new Error('not a WOFF file');
  const tables = woffTables(file).filter(({ tag }) => !without.includes(tag));
  const directory = Buffer.alloc(12 + tables.length * 16);
  file.copy(directory, 0, 4, 8);
  directory.writeUInt16BE(tables.length, 4);
  const pieces: Buffer[] = [directory];
  let offset = directory.length;
  for (const [index, table] of tables.entries()) {
    const entry = 12 + index * 16;
    directory.write(table.tag, entry, 'latin1');
    directory.writeUInt32BE(table.checksum, entry + 4);
    directory.writeUInt32BE(offset, entry + 8);
    directory.writeUInt32BE(table.bytes, entry + 12);
    // Every table starts at a multiple of four.
    pieces.push(unpackTable(table), Buffer.alloc(-table.bytes & 3));
    offset += table.bytes + (-table.bytes & 3);
  }
  return Buffer.concat(pieces);
}

type WoffTable = {
  readonly tag: string;
  readonly checksum: number;
  /** Its length in the font. */
  readonly bytes: number;
  readonly packed: Buffer;
};

function woffTables(file: Buffer): WoffTable[] {
  return Array.from({ length: file.readUInt16BE(12) }, (_, index) => {
    const entry = 44 + index * 20;
    const start = file.readUInt32BE(entry + 4);
    return {
      tag: file.toString('latin1', entry, entry + 4),
      checksum: file.readUInt32BE(entry + 16),
      bytes: file.readUInt32BE(entry + 12),
      packed: file.subarray(start, start + file.readUInt32BE(entry + 8)),
    };
  });
}

/** A table that would not get smaller is stored as it is. */
function unpackTable({ packed, bytes }: WoffTable): Buffer {
  return packed.length === bytes ? packed : inflateSync(packed);
}

function cmapOfWoff(file: Buffer): Buffer | undefined {
  const table = woffTables(file).find(({ tag }) => tag === 'cmap');
  return table && unpackTable(table);
}

function cmapOfWoff2(file: Buffer): Buffer | undefined {
  const tableCount = file.readUInt16BE(12);
  const packedBytes = file.readUInt32BE(20);
  let entry = { tag: 0, bytes: 0, next: 48 };
  let offset = 0;
  let cmap: { start: number; end: number } | undefined;
  for (let index = 0; index < tableCount; index += 1) {
    entry = readWoff2Entry(file, entry.next);
    if (entry.tag === woff2Number.cmap) cmap = { start: offset, end: offset + entry.bytes };
    offset += entry.bytes;
  }
  if (cmap === undefined) return undefined;
  // All tables are one stream, in the order of the directory, which it follows at once.
  const stream = brotliDecompressSync(file.subarray(entry.next, entry.next + packedBytes));
  return stream.subarray(cmap.start, cmap.end);
}

/** One entry of the directory: its short tag, its size in the stream, where the next one starts. */
function readWoff2Entry(file: Buffer, at: number): { tag: number; bytes: number; next: number } {
  const flags = file.readUInt8(at);
  const tag = flags & 0x3f;
  const version = flags >> 6;
  const afterTag = at + (tag === woff2Number.spelledOut ? 5 : 1);
  const original = readBase128(file, afterTag);
  // Version 0 means "rewritten" for glyf and loca, and "as it was" for every other table.
  const usual = tag === woff2Number.glyf || tag === woff2Number.loca ? 3 : 0;
  const stored = version === usual ? original : readBase128(file, original.next);
  return { tag, bytes: stored.value, next: stored.next };
}

/** A number in groups of seven bits, high ones first, the top bit of a byte saying "more". */
function readBase128(file: Buffer, at: number): { value: number; next: number } {
  let value = 0;
  let next = at;
  for (;;) {
    const byte = file.readUInt8(next);
    next += 1;
    value = value * 128 + (byte & 0x7f);
    if (byte < 0x80) return { value, next };
  }
}
