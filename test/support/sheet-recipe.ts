import {
  chunk,
  compressed,
  endChunk,
  joinPng,
  leadingChunks,
  type PngPicture,
} from './png-writer.ts';

/** How to make a sheet, as plain data. Colours are `rrggbbaa`. */
export type SheetRecipe = {
  /** Default: 64×64. */
  readonly size?: readonly [widthPx: number, heightPx: number];
  /** What is everywhere; default: clear. */
  readonly base?: string;
  /** Painted over it, one after the other. */
  readonly fills?: readonly (readonly [x: number, y: number, w: number, h: number, rgba: string])[];
  /** How it is saved; default: RGBA of eight bits. Indexed colours are numbered as they come. */
  readonly as?: Partial<Pick<PngPicture, 'colourType' | 'bitDepth' | 'interlaced'>>;
  readonly fault?: keyof typeof faults;
};

/** What tools do to a PNG that has these chunks. */
const faults = {
  'wrong checksums': (chunks: readonly Buffer[]) => joinPng(...chunks.map(withWrongSum)),
  'a wrong checksum of a profile': ([header, ...rest]: readonly Buffer[]) =>
    joinPng(header!, withWrongSum(chunk('iCCP', Buffer.from('p\0\0damaged'))), ...rest),
  'no end': (chunks: readonly Buffer[]) => joinPng(...chunks.slice(0, -1)),
  'cut behind the pixels': (chunks: readonly Buffer[]) => joinPng(...chunks).subarray(0, -20),
  'cut within the pixels': (chunks: readonly Buffer[]) => joinPng(...chunks).subarray(0, -40),
  'a zero behind its end': (chunks: readonly Buffer[]) => joinPng(...chunks, Buffer.of(0)),
  'zeroes behind its end': (chunks: readonly Buffer[]) => joinPng(...chunks, Buffer.alloc(4000)),
} as const;

/** The PNG file of a recipe. */
export function writeSheet({ fault, ...recipe }: SheetRecipe): Buffer {
  const picture = pictureOf(recipe);
  const chunks = [...leadingChunks(picture), chunk('IDAT', compressed(picture)), endChunk];
  return fault === undefined ? joinPng(...chunks) : faults[fault](chunks);
}

function pictureOf({ size: [widthPx, heightPx] = [64, 64], as, ...paint }: SheetRecipe) {
  const { colourType = 6, bitDepth = 8, interlaced = false } = as ?? {};
  const { base = '00000000', fills = [] } = paint;
  const colours = [...new Set([base, ...fills.map(([, , , , rgba]) => rgba)])];
  const colourAt = (column: number, row: number): string =>
    fills.findLast(
      ([x, y, w, h]) => column >= x && column < x + w && row >= y && row < y + h,
    )?.[4] ?? base;
  const sample: PngPicture['sample'] = (x, y, channel) => {
    const colour = colourAt(x, y);
    if (colourType === 3) return colours.indexOf(colour);
    // Of grey with alpha, the second channel is the fourth of a colour.
    const level = bytesOf(colour)[colourType === 4 ? channel * 3 : channel]!;
    return bitDepth === 16 ? level * 257 : level;
  };
  const picture: PngPicture = { widthPx, heightPx, colourType, bitDepth, interlaced, sample };
  if (colourType !== 3) return picture;
  const palette = colours.flatMap((colour) => [...bytesOf(colour).subarray(0, 3)]);
  return { ...picture, palette, transparency: colours.map((colour) => bytesOf(colour)[3]!) };
}

function bytesOf(colour: string): Buffer {
  return Buffer.from(colour, 'hex');
}

/** The same chunk with another checksum. */
function withWrongSum(whole: Buffer): Buffer {
  return chunk(whole.toString('latin1', 4, 8), whole.subarray(8, -4), 0x0bad_0bad);
}
