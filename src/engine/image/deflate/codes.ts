/** The alphabet of deflate (RFC 1951, 3.2.5): bytes, and length and distance with extra bits. */

export const endOfBlock = 256;
/** Length codes follow the bytes and the end-of-block code in one alphabet. */
export const firstLengthCode = 257;
export const literalCodes = 286;
export const distanceCodes = 30;

export const longestMatch = 258;
export const shortestMatch = 3;
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
