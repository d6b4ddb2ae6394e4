import {
  codeOfDistance,
  codeOfLength,
  distanceCodes,
  endOfBlock,
  firstLengthCode,
  literalCodes,
  longestMatch,
  shortestMatch,
} from './codes.ts';

/** The tokens of a deflate block, literal bytes and matches, with code frequencies. */
export type Tokens = {
  /** A byte, or a match as `length * 2^15 + distance - 1`. */
  words: Uint32Array;
  count: number;
  readonly literals: Uint32Array;
  readonly distances: Uint32Array;
};

const distanceBits = 15;
const distanceMask = 2 ** distanceBits - 1;

/** @param capacity callers ensure that tokens fit */
export function createTokens(capacity: number): Tokens {
  const tokens = {
    words: new Uint32Array(capacity),
    count: 0,
    literals: new Uint32Array(literalCodes),
    distances: new Uint32Array(distanceCodes),
  };
  clearTokens(tokens);
  return tokens;
}

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
