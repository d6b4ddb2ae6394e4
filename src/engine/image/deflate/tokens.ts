/** The alphabet of deflate (RFC 1951, 3.2.5): bytes, and length and distance with extra bits. */

export const endOfBlock = 256;
/** Length codes follow the bytes and the end-of-block code in one alphabet. */
export const firstLengthCode = 257;
export const literalCodes = 286;
export const distanceCodes = 30;

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
export const lengths = lengthRanges();
export const distances = ranges(distanceCodes, 1, 4, 2);

/** The length code, minus `firstLengthCode`, of each length. */
export const codeOfLength = new Uint8Array(longestMatch + 1);
for (let code = 0; code < 29; code++) codeOfLength.fill(code, lengths.base[code]);

/** Distances up to 256 individually, further ones in steps of 128: no code begins in between. */
const codeOfNear = new Uint8Array(257);
const codeOfFar = new Uint8Array(furthestMatch / 128);
for (let code = 0; code < distanceCodes; code++) {
  codeOfNear.fill(code, distances.base[code]);
  codeOfFar.fill(code, Math.ceil((distances.base[code]! - 1) / 128));
}

export function codeOfDistance(distance: number): number {
  return distance <= 256 ? codeOfNear[distance]! : codeOfFar[(distance - 1) >> 7]!;
}

const distanceBits = 15;
const distanceMask = 2 ** distanceBits - 1;

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

export function isMatch(word: number): boolean {
  return word > 255;
}

export function lengthOf(word: number): number {
  return word >>> distanceBits;
}

export function distanceOf(word: number): number {
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
  tokens.words[tokens.count++] = (piece << distanceBits) | (distance - 1);
  tokens.literals[firstLengthCode + codeOfLength[piece]!]!++;
  tokens.distances[codeOfDistance(distance)]!++;
  return piece;
}

/** Extends the last token, a match, if it stays within bounds. @returns whether it did */
export function lengthenMatch(tokens: Tokens, bytes: number): boolean {
  const word = tokens.words[tokens.count - 1]!;
  const length = lengthOf(word);
  if (length + bytes > longestMatch) return false;
  tokens.words[tokens.count - 1] = word + (bytes << distanceBits);
  tokens.literals[firstLengthCode + codeOfLength[length]!]!--;
  tokens.literals[firstLengthCode + codeOfLength[length + bytes]!]!++;
  return true;
}
