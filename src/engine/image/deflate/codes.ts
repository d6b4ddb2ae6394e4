/** A bit stream, lowest bit first, in memory that grows. */
export function createBits(capacityBytes: number) {
  return {
    bytes: new Uint8Array(capacityBytes),
    length: 0,
    /** Bits of the incomplete byte, and their number. */
    pending: 0,
    pendingBits: 0,
  };
}

export type Bits = ReturnType<typeof createBits>;

/** Reserves this many more bytes; `putBits` and `putByte` do not check. */
export function makeRoom(bits: Bits, moreBytes: number): void {
  const needed = bits.length + moreBytes;
  if (needed <= bits.bytes.length) return;
  const grown = new Uint8Array(Math.max(needed, bits.bytes.length * 2));
  grown.set(bits.bytes.subarray(0, bits.length));
  bits.bytes = grown;
}

/** @param count up to 16 */
export function putBits(bits: Bits, value: number, count: number): void {
  bits.pending |= value << bits.pendingBits;
  bits.pendingBits += count;
  while (bits.pendingBits >= 8) {
    bits.bytes[bits.length++] = bits.pending;
    bits.pending >>>= 8;
    bits.pendingBits -= 8;
  }
}

/** Fills the last byte with zero bits. */
export function padToByte(bits: Bits): void {
  if (bits.pendingBits > 0) putBits(bits, 0, 8 - bits.pendingBits);
}

/** Writes a 32-bit number, high byte first; only at a byte boundary. */
export function putWord(bits: Bits, word: number): void {
  for (let shift = 24; shift >= 0; shift -= 8) bits.bytes[bits.length++] = word >>> shift;
}

/** The code words of an alphabet: their lengths in bits, and their bits, the first one lowest. */
export type CodeWords = { readonly bits: Uint8Array; readonly words: Uint16Array };

/** Optimal codes of at most `maxBits`; two symbols at least, as some decoders refuse fewer. */
export function codeWordsOf(frequencies: Uint32Array, maxBits: number): CodeWords {
  const bits = new Uint8Array(frequencies.length);
  const symbols = rarestFirst(frequencies);
  const weights = new Uint32Array(symbols.length);
  for (let i = 0; i < symbols.length; i++) weights[i] = frequencies[symbols[i]!]!;
  const counts = limited(countDepths(weights), maxBits);
  let next = symbols.length;
  counts.forEach((count, depth) => {
    for (let i = 0; i < count; i++) bits[symbols[--next]!] = depth;
  });
  return { bits, words: canonicalWords(bits) };
}

/** The symbols that occur, with others added if there are fewer than two. */
function rarestFirst(frequencies: Uint32Array): Uint16Array {
  const size = frequencies.length;
  // Sorting plain numbers is faster than with a comparison function.
  const keys = new Float64Array(size);
  let count = 0;
  for (let symbol = 0; symbol < size; symbol++) {
    if (frequencies[symbol]! > 0) keys[count++] = frequencies[symbol]! * size + symbol;
  }
  for (let symbol = 0; count < 2; symbol++) {
    if (frequencies[symbol] === 0) keys[count++] = symbol;
  }
  const ordered = keys.subarray(0, count).sort();
  const symbols = new Uint16Array(count);
  for (let i = 0; i < count; i++) symbols[i] = ordered[i]! % size;
  return symbols;
}

/**
 * The number of leaves at each depth of a Huffman tree (index 1: directly below the root). In place,
 * after Moffat and Katajainen, "In-place calculation of minimum-redundancy codes" (1995).
 * @param weights two or more, ascending; overwritten
 */
function countDepths(weights: Uint32Array): number[] {
  const nodes = weights.length - 1;
  let leaf = 0;
  let root = 0;
  for (let next = 0; next < nodes; next++) {
    let weight = 0;
    for (let child = 0; child < 2; child++) {
      const isInner = leaf > nodes || (root < next && weights[root]! < weights[leaf]!);
      weight += weights[isInner ? root : leaf]!;
      if (isInner) weights[root++] = next;
      else leaf++;
    }
    weights[next] = weight;
  }
  // From here on, the entry of an inner node holds its depth.
  weights[nodes - 1] = 0;
  for (let node = nodes - 2; node >= 0; node--) weights[node] = weights[weights[node]!]! + 1;
  const counts: number[] = [];
  let inner = nodes - 1;
  for (let depth = 0, slots = 1; slots > 0; depth++) {
    let used = 0;
    for (; inner >= 0 && weights[inner] === depth; inner--) used++;
    counts.push(slots - used);
    slots = used * 2;
  }
  return counts;
}

/** Limits the depth of leaves to `maxBits`: deeper ones move up, others move down in return. */
function limited(counts: readonly number[], maxBits: number): number[] {
  const bounded = Array.from({ length: maxBits + 1 }, (_, depth) => counts[depth] ?? 0);
  for (const count of counts.slice(maxBits + 1)) bounded[maxBits]! += count;
  let space = 2 ** maxBits;
  bounded.forEach((count, depth) => (space -= count * 2 ** (maxBits - depth)));
  for (; space < 0; space++) {
    // A leaf of the deepest level becomes the sibling of one further up.
    bounded[maxBits]!--;
    let depth = maxBits - 1;
    while (bounded[depth] === 0) depth--;
    bounded[depth]!--;
    bounded[depth + 1]! += 2;
  }
  return bounded;
}

/** Canonical code words, which follow from their lengths (RFC 1951, section 3.2.2). */
function canonicalWords(bits: Uint8Array): Uint16Array {
  const next = new Uint32Array(17);
  for (const length of bits) next[length + 1]!++;
  next[1] = 0;
  for (let length = 1; length < 17; length++)
    next[length] = (next[length]! + next[length - 1]!) << 1;
  const words = new Uint16Array(bits.length);
  for (let symbol = 0; symbol < bits.length; symbol++) {
    const length = bits[symbol]!;
    if (length > 0) words[symbol] = reversed(next[length]!++, length);
  }
  return words;
}

/** Code words are written first bit lowest, unlike numbers. */
function reversed(word: number, length: number): number {
  let turned = 0;
  for (let bit = 0; bit < length; bit++) turned |= ((word >> bit) & 1) << (length - 1 - bit);
  return turned;
}

/** Order in which the lengths of the code for lengths are written (RFC 9649, section 3.7.2.1.2). */
const lengthOrder = [17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15] as const;

/** Of the codes of deflate and of lossless WebP, and of those for their code lengths. */
export const maxBits = 15;
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
    return { bits: new Uint8Array(frequencies.length), words: new Uint16Array(frequencies.length) };
  }
  const code = codeWordsOf(frequencies, maxBits);
  const runs = runsOf(code.bits, false);
  const ofLengths = codeOfRuns(runs);
  putBits(bits, 0, 1);
  putBits(bits, lengthOrder.length - 4, 4);
  for (const symbol of lengthOrder) putBits(bits, ofLengths.bits[symbol]!, 3);
  // The lengths of all symbols follow.
  putBits(bits, 0, 1);
  putRuns(bits, runs, ofLengths);
  return code;
}

/** One or more code lengths as they are written: their symbol, and bits that follow as they are. */
type LengthRun = {
  readonly symbol: number;
  readonly extra: number;
  readonly extraBits: number;
};

/** The code for code lengths. */
export function codeOfRuns(runs: readonly LengthRun[]): CodeWords {
  const frequencies = new Uint32Array(19);
  for (const { symbol } of runs) frequencies[symbol]!++;
  return codeWordsOf(frequencies, maxLengthBits);
}

export function putRuns(target: Bits, runs: readonly LengthRun[], code: CodeWords): void {
  for (const { symbol, extra, extraBits } of runs) {
    putBits(target, code.words[symbol]!, code.bits[symbol]!);
    putBits(target, extra, extraBits);
  }
}

/**
 * Code lengths, with runs of zeros in short: 3 to 10, or 11 to 138.
 * @param repeats whether 3 to 6 more of another length are in short, too
 */
export function runsOf(lengths: ArrayLike<number>, repeats: boolean): LengthRun[] {
  const runs: LengthRun[] = [];
  for (let at = 0; at < lengths.length;) {
    const symbol = lengths[at]!;
    let end = at + 1;
    while (end < lengths.length && lengths[end] === symbol) end++;
    const run = end - at;
    let taken = 1;
    if (symbol === 0 && run >= 11) {
      taken = Math.min(138, run);
      runs.push({ symbol: 18, extra: taken - 11, extraBits: 7 });
    } else if (symbol === 0 && run >= 3) {
      taken = run;
      runs.push({ symbol: 17, extra: run - 3, extraBits: 3 });
    } else if (repeats && run >= 3 && lengths[at - 1] === symbol) {
      taken = Math.min(6, run);
      runs.push({ symbol: 16, extra: taken - 3, extraBits: 2 });
    } else runs.push({ symbol, extra: 0, extraBits: 0 });
    at += taken;
  }
  return runs;
}
