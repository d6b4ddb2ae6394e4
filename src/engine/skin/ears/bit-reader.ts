/** Reads bits of bytes, the most significant first. */
export type BitReader = {
  /** A number of so many bits, at most 8; bits past the end are zero. */
  readonly read: (bits: number) => number;
  /** The number of bits that are left. */
  readonly left: () => number;
};

export function createBitReader(bytes: Uint8Array): BitReader {
  let at = 0;
  return {
    left: () => Math.max(0, bytes.length * 8 - at),
    read: (bits) => {
      let value = 0;
      for (let i = 0; i < bits; i++, at++) {
        value = (value << 1) | (((bytes[at >> 3] ?? 0) >> (7 - (at & 7))) & 1);
      }
      return value;
    },
  };
}
