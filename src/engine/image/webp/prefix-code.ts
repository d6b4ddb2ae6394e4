import { makeRoom, putBits, type Bits } from '../deflate/bits.ts';
import { codeWordsOf, type CodeWords } from '../deflate/huffman.ts';

/** Order in which the lengths of the code for lengths are written (RFC 9649, section 3.7.2.1.2). */
const lengthOrder = [17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15] as const;

const maxBits = 15;
const maxLengthBits = 7;

/** Writes the prefix code for symbols of these frequencies, and returns it. */
export function writeCode(bits: Bits, frequencies: Uint32Array): CodeWords {
  makeRoom(bits, frequencies.length * 3 + 64);
  const used = frequencies.findIndex((count) => count > 0);
  const isSingle = frequencies.findLastIndex((count) => count > 0) === used;
  // A single symbol needs no bits at all.
  if (isSingle && used < 256) {
    putBits(bits, 0b1_0_1, 3);
    putBits(bits, Math.max(0, used), 8);
    return {
      bits: new Uint8Array(frequencies.length),
      words: new Uint16Array(frequencies.length),
    };
  }
  const code = codeWordsOf(frequencies, maxBits);
  const steps = stepsOf(code.bits);
  const counts = new Uint32Array(19);
  for (const { symbol } of steps) counts[symbol]!++;
  const ofLengths = codeWordsOf(counts, maxLengthBits);
  putBits(bits, 0, 1);
  putBits(bits, lengthOrder.length - 4, 4);
  for (const symbol of lengthOrder) putBits(bits, ofLengths.bits[symbol]!, 3);
  // The lengths of all symbols follow.
  putBits(bits, 0, 1);
  for (const { symbol, extra, extraBits } of steps) {
    putBits(bits, ofLengths.words[symbol]!, ofLengths.bits[symbol]!);
    putBits(bits, extra, extraBits);
  }
  return code;
}

type LengthStep = { readonly symbol: number; readonly extra: number; readonly extraBits: number };

/** Code lengths, with runs of zeros in short: 3 to 10, or 11 to 138. */
function stepsOf(lengths: Uint8Array): LengthStep[] {
  const steps: LengthStep[] = [];
  for (let at = 0; at < lengths.length;) {
    const symbol = lengths[at]!;
    const run = symbol === 0 ? zerosAt(lengths, at) : 1;
    if (run >= 11) steps.push({ symbol: 18, extra: run - 11, extraBits: 7 });
    else if (run >= 3) steps.push({ symbol: 17, extra: run - 3, extraBits: 3 });
    else for (let i = 0; i < run; i++) steps.push({ symbol, extra: 0, extraBits: 0 });
    at += run;
  }
  return steps;
}

/** The number of zeros from a position on, as far as one symbol can say. */
function zerosAt(lengths: Uint8Array, at: number): number {
  let end = at + 1;
  while (end < lengths.length && lengths[end] === 0 && end - at < 138) end++;
  return end - at;
}
