import {
  makeRoom,
  putBits,
  type Bits,
  codeOfRuns,
  codeWordsOf,
  maxBits,
  putRuns,
  type CodeWords,
  type LengthRun,
} from './codes.ts';
import {
  codeOfDistance,
  codeOfLength,
  distanceCodes,
  distances,
  endOfBlock,
  firstLengthCode,
  lengths,
  literalCodes,
  distanceOf,
  isMatch,
  lengthOf,
  type Tokens,
} from './tokens.ts';

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
  const runs = runsOf([
    ...literalBits.subarray(0, literalCount),
    ...distanceBits.subarray(0, distanceCount),
  ]);
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

function runsOf(values: readonly number[]): LengthRun[] {
  const runs: LengthRun[] = [];
  for (let i = 0; i < values.length;) {
    const value = values[i]!;
    let end = i + 1;
    while (values[end] === value) end++;
    const repeats = end - i;
    if (value === 0 && repeats >= 11) {
      const taken = Math.min(138, repeats);
      runs.push({ symbol: 18, extra: taken - 11, extraBits: 7 });
      i += taken;
    } else if (value === 0 && repeats >= 3) {
      runs.push({ symbol: 17, extra: repeats - 3, extraBits: 3 });
      i += repeats;
    } else if (repeats >= 3 && values[i - 1] === value) {
      const taken = Math.min(6, repeats);
      runs.push({ symbol: 16, extra: taken - 3, extraBits: 2 });
      i += taken;
    } else {
      runs.push({ symbol: value, extra: 0, extraBits: 0 });
      i++;
    }
  }
  return runs;
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
