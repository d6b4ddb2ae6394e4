import { crc32, deflateSync } from 'node:zlib';

/**
 * A PNG encoder for tests, written from the specification (W3C PNG, third edition): it writes what
 * ordinary encoders do not (every colour type, depth, filter and interlacing) and, chunk by chunk,
 * what no encoder should write.
 */

export type PngPicture = {
  readonly widthPx: number;
  readonly heightPx: number;
  /** 0 grey, 2 RGB, 3 indexed, 4 grey and alpha, 6 RGBA. */
  readonly colourType: 0 | 2 | 3 | 4 | 6;
  readonly bitDepth: 1 | 2 | 4 | 8 | 16;
  readonly interlaced?: boolean;
  /** Level of a channel at a pixel, 0 … 2^bitDepth − 1. */
  readonly sample: (x: number, y: number, channel: number) => number;
  /** Three bytes a colour. */
  readonly palette?: readonly number[];
  /** Body of the tRNS chunk. */
  readonly transparency?: readonly number[];
};

const channelsOf = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 } as const;

export const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** One chunk with its length and checksum; `crc` writes another checksum. */
export function chunk(type: string, body: Uint8Array | readonly number[] = [], crc?: number) {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), Buffer.from(body)]);
  const framed = Buffer.alloc(typed.length + 8);
  framed.writeUInt32BE(typed.length - 4, 0);
  typed.copy(framed, 4);
  framed.writeUInt32BE(crc ?? crc32(typed), typed.length + 4);
  return framed;
}

export function headerChunk(
  picture: Pick<PngPicture, 'widthPx' | 'heightPx' | 'colourType' | 'bitDepth' | 'interlaced'>,
): Buffer {
  const body = Buffer.alloc(13);
  body.writeUInt32BE(picture.widthPx, 0);
  body.writeUInt32BE(picture.heightPx, 4);
  body[8] = picture.bitDepth;
  body[9] = picture.colourType;
  body[12] = picture.interlaced === true ? 1 : 0;
  return chunk('IHDR', body);
}

export const endChunk = chunk('IEND');

export function joinPng(...chunks: readonly Buffer[]): Buffer {
  return Buffer.concat([pngSignature, ...chunks]);
}

/** The chunks before the pixel data: header, palette, transparency. */
export function leadingChunks(picture: PngPicture): Buffer[] {
  const { palette, transparency } = picture;
  return [
    headerChunk(picture),
    ...(palette === undefined ? [] : [chunk('PLTE', palette)]),
    ...(transparency === undefined ? [] : [chunk('tRNS', transparency)]),
  ];
}

export function encodePicture(picture: PngPicture): Buffer {
  return joinPng(...leadingChunks(picture), chunk('IDAT', compressed(picture)), endChunk);
}

/** The content of the IDAT chunks, to be split into any number of them. */
export function compressed(picture: PngPicture): Buffer {
  return deflateSync(Buffer.concat(passesOf(picture).flatMap((pass) => passRows(picture, pass))));
}

/** First column and row, then the steps between columns and rows. */
type Pass = readonly [x: number, y: number, stepX: number, stepY: number];

const adam7: readonly Pass[] = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
];

function passesOf({ interlaced }: PngPicture): readonly Pass[] {
  return interlaced === true ? adam7 : [[0, 0, 1, 1]];
}

/** The rows of one pass, each after its filter byte; the five filters alternate. */
function passRows(picture: PngPicture, pass: Pass): Buffer[] {
  const [x0, y0, stepX, stepY] = pass;
  const columns = Math.ceil((picture.widthPx - x0) / stepX);
  if (columns <= 0) return [];
  const bits = channelsOf[picture.colourType] * picture.bitDepth;
  const pixelBytes = Math.max(1, bits >> 3);
  let above = Buffer.alloc(Math.ceil((columns * bits) / 8));
  const rows: Buffer[] = [];
  for (let y = y0; y < picture.heightPx; y += stepY) {
    const row = Buffer.alloc(above.length);
    packRow(picture, { y, x0, stepX, columns }, row);
    rows.push(filterRow(row, above, pixelBytes, rows.length % 5));
    above = row;
  }
  return rows;
}

type Row = {
  readonly y: number;
  readonly x0: number;
  readonly stepX: number;
  readonly columns: number;
};

function packRow(picture: PngPicture, { y, x0, stepX, columns }: Row, row: Buffer): void {
  const { bitDepth } = picture;
  const channels = channelsOf[picture.colourType];
  for (let i = 0; i < columns * channels; i += 1) {
    const level = picture.sample(x0 + Math.floor(i / channels) * stepX, y, i % channels);
    if (bitDepth === 16) {
      row.writeUInt16BE(level, i * 2);
    } else {
      const bit = i * bitDepth;
      row[bit >> 3]! |= level << (8 - bitDepth - (bit & 7));
    }
  }
}

/** What each filter expects a byte to be. */
const guesses: readonly ((left: number, up: number, corner: number) => number)[] = [
  () => 0,
  (left) => left,
  (_left, up) => up,
  (left, up) => (left + up) >> 1,
  paeth,
];

function filterRow(row: Buffer, above: Buffer, pixelBytes: number, filter: number): Buffer {
  const filtered = Buffer.alloc(row.length + 1);
  const guess = guesses[filter]!;
  filtered[0] = filter;
  for (let i = 0; i < row.length; i += 1) {
    const left = i < pixelBytes ? 0 : row[i - pixelBytes]!;
    const corner = i < pixelBytes ? 0 : above[i - pixelBytes]!;
    filtered[i + 1] = row[i]! - guess(left, above[i]!, corner);
  }
  return filtered;
}

function paeth(left: number, up: number, corner: number): number {
  const estimate = left + up - corner;
  const nearest = Math.min(
    Math.abs(estimate - left),
    Math.abs(estimate - up),
    Math.abs(estimate - corner),
  );
  if (nearest === Math.abs(estimate - left)) return left;
  return nearest === Math.abs(estimate - up) ? up : corner;
}
