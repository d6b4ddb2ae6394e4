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
