import { asWords, type RgbaImage } from '../canvas.ts';
import { adlerOfRows } from './adler.ts';
import { createBits, padToByte, putBits, putWord, type Bits } from './bits.ts';
import { writeBlock } from './block.ts';
import { furthestMatch, longestMatch } from './codes.ts';
import { rememberShift } from './recent.ts';
import { createSearch, findMatch, type Search } from './search.ts';
import {
  addLiteral,
  addMatch,
  addPiece,
  clearTokens,
  createTokens,
  dropLiteral,
  lengthenMatch,
  type Tokens,
} from './tokens.ts';

/** So many tokens share their code words: enough to make up for those being written down. */
const tokensPerBlock = 12_000;

/** Room for the blocks of an ordinary picture; memory that is not written to costs nothing. */
const firstBytes = 98_304;

/** Sixteen bits that say "deflate, looks back up to 32 KiB" (RFC 1950, section 2.2). */
const zlibHeader = 0x01_78;

/**
 * The rows of a picture, unfiltered, as PNG has them compressed: deflate in a zlib envelope. It
 * searches by pixels instead of bytes and knows where to look: for a figure three fifths of the time
 * of zlib at its usual effort, for as many bytes, give or take a thirtieth. A faster coder would
 * write more bytes, and bytes are sent many times for each time that they are drawn.
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

/** What was written last, and could still be made to fit better what comes next. */
type Last = {
  /** Literal bytes, the last ones of the pixel before. */
  literals: number;
  /** A match that copied from so many pixels back, and may go on; 0 if there is none. */
  back: number;
};

function writeRows(bits: Bits, search: Search): void {
  const { pixels, widthPx } = search;
  // One step adds no more than a match over all the rest.
  const mostOfStep = Math.ceil((pixels.length * 4 + pixels.length / widthPx) / longestMatch) + 8;
  const tokens = createTokens(tokensPerBlock + mostOfStep);
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

/** A pixel that is like none near it, but maybe in some of its bytes. */
function writePixel(search: Search, tokens: Tokens, last: Last): void {
  const { pixels, at, rowEnd } = search;
  const pixel = pixels[at]!;
  const said = sayFirstBytes(search, tokens, last);
  for (let byte = said; byte < 4; byte++) addLiteral(tokens, (pixel >>> (byte * 8)) & 255);
  last.literals = 4 - said;
  last.back = 0;
  search.at = at + 1;
  if (search.at === rowEnd) beginRow(search, tokens, last);
}

/**
 * Says the first bytes of a pixel by the match before, made longer, or as those of the pixel to the
 * left or above: the rim of a figure has its colours, and another alpha.
 * @returns how many
 */
function sayFirstBytes(search: Search, tokens: Tokens, last: Last): number {
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

/** Of two pixels that are not the same. */
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
  const said = before === 0 ? sayRepetitions(search, tokens) : 0;
  addMatch(tokens, before + foundBytes - said, distance);
  rememberUse(search);
  last.literals = 0;
  last.back = search.goesOn ? back : 0;
  search.at = at + foundPx;
  if (search.at < rowEnd) return;
  if (foundBytes > foundPx * 4 || search.at === search.pixels.length) passRows(search);
  else beginRow(search, tokens, last);
}

/**
 * What repeats one pixel is said in fewer bits as just that. A long match is several anyway, so as
 * many of these as can be are made repetitions.
 * @returns how many bytes of the match are said now
 */
function sayRepetitions({ foundBytes, evenBytes }: Search, tokens: Tokens): number {
  let said = 0;
  while (foundBytes - said > longestMatch && evenBytes - said >= longestMatch) {
    said += addPiece(tokens, foundBytes - said, 4);
  }
  return said;
}

/**
 * Has the match say the last bytes of the pixel before too, as far as they were written as they are
 * and are the same there: mostly its alpha.
 */
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

/** Slanted edges move by the same from row to row, so what was of use once is tried first. */
function rememberUse({ recent, foundPx, back, widthPx }: Search): void {
  if (foundPx === 1 || back === 1 || back === widthPx) return;
  const rowsUp = Math.round(back / widthPx);
  if (rowsUp > 0) rememberShift(recent, back, rowsUp);
}

/** The filter byte of the next row, if there is one, was not part of a match. */
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
