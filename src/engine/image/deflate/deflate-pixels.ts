import { asWords, type RgbaImage } from '../canvas.ts';
import { createBits, padToByte, putBits, putWord, type Bits } from './codes.ts';
import {
  writeBlock,
  furthestMatch,
  longestMatch,
  addLiteral,
  addMatch,
  addPiece,
  clearTokens,
  createTokens,
  dropLiteral,
  lengthenMatch,
  type Tokens,
} from './block.ts';
import { recordShift, createSearch, findMatch, type Search } from './search.ts';
import { pngChunk, colourType, pngSignature } from '../../../common/png/png.ts';

/** Number of tokens that share their codes: enough to make up for writing them down. */
const tokensPerBlock = 12_000;

/** Room for the blocks of a typical picture; untouched memory costs nothing. */
const firstBytes = 98_304;

/** zlib header: deflate with a window of 32 KiB (RFC 1950, section 2.2). */
const zlibHeader = 0x01_78;

/**
 * Compresses the unfiltered rows of a picture for PNG: deflate in a zlib envelope. It searches by
 * pixels instead of bytes and knows where to look: for a figure it takes three fifths of the time of
 * zlib at its default level for as many bytes, within a thirtieth. A faster encoder would write more
 * bytes, which are sent many times for each time that they are encoded.
 */
export function deflatePixels(image: RgbaImage): Uint8Array {
  const pixels = asWords(image);
  const bits = createBits(firstBytes);
  putBits(bits, zlibHeader, 16);
  writeRows(bits, createSearch(pixels, image.widthPx));
  padToByte(bits);
  putWord(bits, adlerOfRows(pixels, image.widthPx));
  return bits.bytes.subarray(0, bits.length);
}

/** The last tokens, which can still be changed to fit what follows. */
type Last = {
  /** Number of literal bytes at the end, from the previous pixel. */
  literals: number;
  /** Distance in pixels of the last match, which may be extended; 0 if there is none. */
  back: number;
};

function writeRows(bits: Bits, search: Search): void {
  const { pixels, widthPx } = search;
  // A step adds no more tokens than a match over the whole rest.
  const maxOfStep = Math.ceil((pixels.length * 4 + pixels.length / widthPx) / longestMatch) + 8;
  const tokens = createTokens(tokensPerBlock + maxOfStep);
  const last: Last = { literals: 0, back: 0 };
  addLiteral(tokens, 0);
  while (search.at < pixels.length) {
    if (tokens.count >= tokensPerBlock) {
      writeBlock(bits, tokens, false);
      clearTokens(tokens);
      last.literals = 0;
      last.back = 0;
    }
    findMatch(search);
    if (search.foundPx === 0) writePixel(search, tokens, last);
    else writeMatch(search, tokens, last);
  }
  writeBlock(bits, tokens, true);
}

/** Writes a pixel that equals none nearby, though some of its bytes may. */
function writePixel(search: Search, tokens: Tokens, last: Last): void {
  const { pixels, at, rowEnd } = search;
  const pixel = pixels[at]!;
  const written = writeFirstBytes(search, tokens, last);
  for (let byte = written; byte < 4; byte++) addLiteral(tokens, (pixel >>> (byte * 8)) & 255);
  last.literals = 4 - written;
  last.back = 0;
  search.at = at + 1;
  if (search.at === rowEnd) beginRow(search, tokens, last);
}

/**
 * Encodes the first bytes of a pixel by extending the last match, or as those of the pixel to the left
 * or above: the edge of a figure has its colours with another alpha.
 * @returns the number of bytes
 */
function writeFirstBytes(search: Search, tokens: Tokens, last: Last): number {
  const { pixels, at, row, rowEnd, widthPx, rowBytes } = search;
  const pixel = pixels[at]!;
  if (last.back > 0) {
    const same = sameFirstBytes(pixel, pixels[at - last.back]!);
    if (same > 0 && lengthenMatch(tokens, same)) return same;
  }
  if (at > rowEnd - widthPx && sameFirstBytes(pixel, pixels[at - 1]!) === 3) {
    addMatch(tokens, 3, 4);
    return 3;
  }
  if (row > 0 && rowBytes <= furthestMatch && sameFirstBytes(pixel, pixels[at - widthPx]!) === 3) {
    addMatch(tokens, 3, rowBytes);
    return 3;
  }
  return 0;
}

/** The number of equal first bytes of two different pixels. */
function sameFirstBytes(one: number, other: number): number {
  const difference = one ^ other;
  if ((difference & 0xff) !== 0) return 0;
  if ((difference & 0xff00) !== 0) return 1;
  return (difference & 0xff0000) === 0 ? 3 : 2;
}

function sameLastBytes(one: number, other: number): number {
  const difference = one ^ other;
  if (difference >>> 24 !== 0) return 0;
  if (difference >>> 16 !== 0) return 1;
  return difference >>> 8 === 0 ? 3 : 2;
}

function writeMatch(search: Search, tokens: Tokens, last: Last): void {
  const { at, rowEnd, foundPx, foundBytes, distance, back } = search;
  const before = takeBack(search, tokens, last);
  const written = before === 0 ? writeRepetitions(search, tokens) : 0;
  addMatch(tokens, before + foundBytes - written, distance);
  recordUse(search);
  last.literals = 0;
  last.back = search.goesOn ? back : 0;
  search.at = at + foundPx;
  if (search.at < rowEnd) return;
  if (foundBytes > foundPx * 4 || search.at === search.pixels.length) passRows(search);
  else beginRow(search, tokens, last);
}

/**
 * Repetitions of one pixel take fewer bytes than other matches. A long match is several anyway, so as
 * many as possible are made repetitions.
 * @returns the number of bytes of the match written so far
 */
function writeRepetitions({ foundBytes, evenBytes }: Search, tokens: Tokens): number {
  let written = 0;
  while (foundBytes - written > longestMatch && evenBytes - written >= longestMatch) {
    written += addPiece(tokens, foundBytes - written, 4);
  }
  return written;
}

/** Extends a match over the last bytes of the previous pixel, if they are equal: its alpha. */
function takeBack(
  { pixels, at, rowEnd, widthPx, back }: Search,
  tokens: Tokens,
  last: Last,
): number {
  const column = at - rowEnd + widthPx;
  if (last.literals === 0 || column === 0 || at - back - 1 < 0) return 0;
  if ((at - back) % widthPx === 0) return 0;
  const same = Math.min(last.literals, sameLastBytes(pixels[at - 1]!, pixels[at - back - 1]!));
  for (let i = 0; i < same; i++) dropLiteral(tokens);
  return same;
}

/** Slanted edges shift by the same amount from row to row, so a useful shift is tried first next time. */
function recordUse({ recent, foundPx, back, widthPx }: Search): void {
  if (foundPx === 1 || back === 1 || back === widthPx) return;
  const rowsUp = Math.round(back / widthPx);
  if (rowsUp > 0) recordShift(recent, back, rowsUp);
}

/** Writes the filter byte of the next row if no match contained it. */
function beginRow(search: Search, tokens: Tokens, last: Last): void {
  if (search.at < search.pixels.length) addLiteral(tokens, 0);
  last.literals = 0;
  last.back = 0;
  passRows(search);
}

function passRows(search: Search): void {
  while (search.rowEnd <= search.at) {
    search.row++;
    search.rowEnd += search.widthPx;
  }
}

/** The largest prime below 2^16 (RFC 1950, section 8.2). */
const modulus = 65_521;

/**
 * The zlib checksum of a picture's PNG data: each row is a zero (no filter) and its pixels. Most pixels
 * equal the one above, so the sums of a row are computed from those of the row before and the pixels
 * that differ.
 * @param pixels RGBA words, red in the lowest byte
 */
function adlerOfRows(pixels: Uint32Array, widthPx: number): number {
  const rowBytes = widthPx * 4 + 1;
  let first = 1;
  let second = 0;
  // Of the current row: the sum of its bytes, and their sum weighted by the number of bytes from
  // each to the end.
  let sum = 0;
  let weighted = 0;
  for (let start = 0; start < pixels.length; start += widthPx) {
    let bytesFromHere = rowBytes - 1;
    for (let at = start; at < start + widthPx; at++, bytesFromHere -= 4) {
      const pixel = pixels[at]!;
      const above = start === 0 ? 0 : pixels[at - widthPx]!;
      if (pixel === above) continue;
      const red = (pixel & 255) - (above & 255);
      const green = ((pixel >>> 8) & 255) - ((above >>> 8) & 255);
      const blue = ((pixel >>> 16) & 255) - ((above >>> 16) & 255);
      const alpha = (pixel >>> 24) - (above >>> 24);
      const change = red + green + blue + alpha;
      sum += change;
      weighted += change * bytesFromHere - green - 2 * blue - 3 * alpha;
    }
    second = (second + first * rowBytes + weighted) % modulus;
    first = (first + sum) % modulus;
  }
  return second * 65_536 + first;
}

const headerLength = 13;

/** Writes a picture as a PNG of three chunks: header, pixels, end (W3C PNG specification, section 5). */
export function writePng(image: RgbaImage): Buffer {
  return pngOf(image, [pngChunk('IDAT', deflatePixels(image))]);
}

/** A PNG from its chunks between header and end. */
export function pngOf(
  { widthPx, heightPx }: Pick<RgbaImage, 'widthPx' | 'heightPx'>,
  chunks: readonly Uint8Array[],
): Buffer {
  const header = Buffer.alloc(headerLength);
  header.writeUInt32BE(widthPx, 0);
  header.writeUInt32BE(heightPx, 4);
  header.set([8, colourType.rgba], 8);
  const end = pngChunk('IEND');
  return Buffer.concat([pngSignature, pngChunk('IHDR', header), ...chunks, end]);
}
