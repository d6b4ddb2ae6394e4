import {
  makeRoom,
  putBits,
  codeOfRuns,
  codeWordsOf,
  maxBits,
  putRuns,
  runsOf,
  type Bits,
  type CodeWords,
} from './codes.ts';

/** The alphabet of deflate (RFC 1951, 3.2.5): bytes, and length and distance with extra bits. */

const endOfBlock = 256;
/** Length codes follow the bytes and the end-of-block code in one alphabet. */
const firstLengthCode = 257;
const literalCodes = 286;
const distanceCodes = 30;

export const longestMatch = 258;
const shortestMatch = 3;
export const furthestMatch = 32_768;

type Ranges = {
  readonly base: Uint16Array;
  /** Number of extra bits, whose value is added. */
  readonly extraBits: Uint8Array;
};

/** Code ranges: the first `plain` codes have no extra bits, then every `perBit` codes have one more. */
function ranges(codes: number, first: number, plain: number, perBit: number): Ranges {
  const base = new Uint16Array(codes);
  const extraBits = new Uint8Array(codes);
  let next = first;
  for (let code = 0; code < codes; code++) {
    base[code] = next;
    extraBits[code] = code < plain ? 0 : Math.floor((code - plain) / perBit) + 1;
    next += 2 ** extraBits[code]!;
  }
  return { base, extraBits };
}

function lengthRanges(): Ranges {
  const { base, extraBits } = ranges(29, shortestMatch, 8, 4);
  // The longest match is so frequent that it has its own code without extra bits.
  base[28] = longestMatch;
  extraBits[28] = 0;
  return { base, extraBits };
}

/** Code `firstLengthCode + i` at index i. */
const lengths = lengthRanges();
const distances = ranges(distanceCodes, 1, 4, 2);

/** The length code, minus `firstLengthCode`, of each length. */
const codeOfLength = new Uint8Array(longestMatch + 1);
for (let code = 0; code < 29; code++) codeOfLength.fill(code, lengths.base[code]);

/** Distances up to 256 individually, further ones in steps of 128: no code begins in between. */
const codeOfNear = new Uint8Array(257);
const codeOfFar = new Uint8Array(furthestMatch / 128);
for (let code = 0; code < distanceCodes; code++) {
  codeOfNear.fill(code, distances.base[code]);
  codeOfFar.fill(code, Math.ceil((distances.base[code]! - 1) / 128));
}

function codeOfDistance(distance: number): number {
  return distance <= 256 ? codeOfNear[distance]! : codeOfFar[(distance - 1) >> 7]!;
}

const matchShift = 15;
const distanceMask = 2 ** matchShift - 1;

/**
 * The tokens of a deflate block, literal bytes and matches, with code frequencies.
 * @param capacity callers ensure that tokens fit
 */
export function createTokens(capacity: number) {
  const tokens = {
    /** A byte, or a match as `length * 2^15 + distance - 1`. */
    words: new Uint32Array(capacity),
    count: 0,
    literals: new Uint32Array(literalCodes),
    distances: new Uint32Array(distanceCodes),
  };
  clearTokens(tokens);
  return tokens;
}

export type Tokens = ReturnType<typeof createTokens>;

export function clearTokens(tokens: Tokens): void {
  tokens.count = 0;
  tokens.literals.fill(0);
  tokens.distances.fill(0);
  tokens.literals[endOfBlock] = 1;
}

function isMatch(word: number): boolean {
  return word > 255;
}

function lengthOf(word: number): number {
  return word >>> matchShift;
}

function distanceOf(word: number): number {
  return (word & distanceMask) + 1;
}

export function addLiteral(tokens: Tokens, byte: number): void {
  tokens.words[tokens.count++] = byte;
  tokens.literals[byte]!++;
}

/** Removes the last token, a literal. */
export function dropLiteral(tokens: Tokens): void {
  tokens.literals[tokens.words[--tokens.count]!]!--;
}

/** @param length 3 or more; a long match is split */
export function addMatch(tokens: Tokens, length: number, distance: number): void {
  let rest = length;
  while (rest > longestMatch) rest -= addPiece(tokens, rest, distance);
  addPiece(tokens, rest, distance);
}

/** Adds the largest part of a match that fits into one token and leaves no rest too short for another. */
export function addPiece(tokens: Tokens, length: number, distance: number): number {
  const rest = length - longestMatch;
  const piece = rest <= 0 ? length : rest < shortestMatch ? length - shortestMatch : longestMatch;
  tokens.words[tokens.count++] = (piece << matchShift) | (distance - 1);
  tokens.literals[firstLengthCode + codeOfLength[piece]!]!++;
  tokens.distances[codeOfDistance(distance)]!++;
  return piece;
}

/** Extends the last token, a match, if it stays within bounds. @returns whether it did */
export function lengthenMatch(tokens: Tokens, bytes: number): boolean {
  const word = tokens.words[tokens.count - 1]!;
  const length = lengthOf(word);
  if (length + bytes > longestMatch) return false;
  tokens.words[tokens.count - 1] = word + (bytes << matchShift);
  tokens.literals[firstLengthCode + codeOfLength[length]!]!--;
  tokens.literals[firstLengthCode + codeOfLength[length + bytes]!]!++;
  return true;
}

/** A match takes 15 + 5 bits for its length and 15 + 13 for its distance. */
const maxBytesOfToken = 6;
const maxBytesOfHeader = 400;

/** Writes tokens as one block with dynamic Huffman codes (RFC 1951, section 3.2.7). */
export function writeBlock(bits: Bits, tokens: Tokens, isLast: boolean): void {
  makeRoom(bits, tokens.count * maxBytesOfToken + maxBytesOfHeader);
  const literalWords = codeWordsOf(tokens.literals, maxBits);
  const distanceWords = codeWordsOf(tokens.distances, maxBits);
  putBits(bits, isLast ? 1 : 0, 1);
  putBits(bits, 2, 2);
  writeCodeLengths(bits, literalWords.bits, distanceWords.bits);
  writeTokens(bits, tokens, literalWords, distanceWords);
  putBits(bits, literalWords.words[endOfBlock]!, literalWords.bits[endOfBlock]!);
}

/** The order in which code lengths of code lengths are written, the rarest last. */
const orderOfLengths = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

function writeCodeLengths(bits: Bits, literalBits: Uint8Array, distanceBits: Uint8Array): void {
  const literalCount = usedOf(literalBits, literalCodes, 257);
  const distanceCount = usedOf(distanceBits, distanceCodes, 1);
  const used = [
    ...literalBits.subarray(0, literalCount),
    ...distanceBits.subarray(0, distanceCount),
  ];
  const runs = runsOf(used, true);
  const ofLengths = codeOfRuns(runs);
  const ordered = orderOfLengths.map((symbol) => ofLengths.bits[symbol]!);
  const count = usedOf(ordered, 19, 4);
  putBits(bits, literalCount - 257, 5);
  putBits(bits, distanceCount - 1, 5);
  putBits(bits, count - 4, 4);
  for (let i = 0; i < count; i++) putBits(bits, ordered[i]!, 3);
  putRuns(bits, runs, ofLengths);
}

/** The number of values without trailing zeros, at least `min`. */
function usedOf(values: ArrayLike<number>, all: number, min: number): number {
  let count = all;
  while (count > min && values[count - 1] === 0) count--;
  return count;
}

/** The inner loop stores the pending bits after every step: a branch is often mispredicted. */
function writeTokens(
  target: Bits,
  { words, count }: Tokens,
  { bits: literalBits, words: literalWords }: CodeWords,
  { bits: distanceBits, words: distanceWords }: CodeWords,
): void {
  const { bytes } = target;
  let at = target.length;
  let pending = target.pending;
  let size = target.pendingBits;
  for (let i = 0; i < count; i++) {
    const word = words[i]!;
    if (isMatch(word)) {
      const length = lengthOf(word);
      const code = codeOfLength[length]!;
      pending |= literalWords[firstLengthCode + code]! << size;
      size += literalBits[firstLengthCode + code]!;
      pending |= (length - lengths.base[code]!) << size;
      size += lengths.extraBits[code]!;
      bytes[at] = pending;
      bytes[at + 1] = pending >>> 8;
      bytes[at + 2] = pending >>> 16;
      at += size >>> 3;
      pending >>>= size & 24;
      size &= 7;
      const distance = distanceOf(word);
      const far = codeOfDistance(distance);
      pending |= distanceWords[far]! << size;
      size += distanceBits[far]!;
      bytes[at] = pending;
      bytes[at + 1] = pending >>> 8;
      at += size >>> 3;
      pending >>>= size & 24;
      size &= 7;
      pending |= (distance - distances.base[far]!) << size;
      size += distances.extraBits[far]!;
    } else {
      pending |= literalWords[word]! << size;
      size += literalBits[word]!;
    }
    bytes[at] = pending;
    bytes[at + 1] = pending >>> 8;
    at += size >>> 3;
    pending >>>= size & 24;
    size &= 7;
  }
  target.length = at;
  target.pending = pending;
  target.pendingBits = size;
}
