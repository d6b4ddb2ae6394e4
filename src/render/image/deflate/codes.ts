/**
 * The alphabet of deflate (RFC 1951, section 3.2.5): a byte is its own code; a match is a length
 * code and a distance code, each with some extra bits.
 */

export const endOfBlock = 256;
/** Length codes come after the bytes and the end of the block in one alphabet. */
export const firstLengthCode = 257;
export const literalCodes = 286;
export const distanceCodes = 30;

export const longestMatch = 258;
export const shortestMatch = 3;
export const furthestMatch = 32_768;

type Ranges = {
  /** The least value of each code. */
  readonly base: Uint16Array;
  /** How many bits say how much is to be added. */
  readonly extraBits: Uint8Array;
};

/** Codes of which `plain` have no extra bits, and then `perBit` each one more. */
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
  // The longest match is so frequent that it has a code of its own, without extra bits.
  base[28] = longestMatch;
  extraBits[28] = 0;
  return { base, extraBits };
}

/** Of code `firstLengthCode + i` at index i. */
export const lengths = lengthRanges();
export const distances = ranges(distanceCodes, 1, 4, 2);

/** The length code, less `firstLengthCode`, of each length. */
export const codeOfLength = new Uint8Array(longestMatch + 1);
for (let code = 0; code < 29; code++) codeOfLength.fill(code, lengths.base[code]);

/** Of distances up to 256 one by one, of those beyond in steps of 128: no code begins in between. */
const codeOfNear = new Uint8Array(257);
const codeOfFar = new Uint8Array(furthestMatch / 128);
for (let code = 0; code < distanceCodes; code++) {
  codeOfNear.fill(code, distances.base[code]);
  codeOfFar.fill(code, Math.ceil((distances.base[code]! - 1) / 128));
}

export function codeOfDistance(distance: number): number {
  return distance <= 256 ? codeOfNear[distance]! : codeOfFar[(distance - 1) >> 7]!;
}
