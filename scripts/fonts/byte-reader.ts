/** Reads a part of a font from front to back; numbers are big-endian. Throws at the end. */
export type ByteReader = {
  readonly byte: () => number;
  readonly word: () => number;
  readonly signedWord: () => number;
  readonly long: () => number;
  /** UIntBase128 (WOFF 2.0, section 4.1): groups of seven bits, the top bit of a byte says "more". */
  readonly base128: () => number;
  /** 255UInt16 (WOFF 2.0, section 4.2): one byte up to 252, else two or three. */
  readonly short: () => number;
  readonly take: (bytes: number) => Buffer;
};

export function createByteReader(source: Buffer): ByteReader {
  let at = 0;

  function byte(): number {
    const value = source[at];
    if (value === undefined) throw new RangeError('the font ends too early');
    at += 1;
    return value;
  }

  const word = () => byte() * 0x100 + byte();

  function base128(): number {
    let value = 0;
    for (;;) {
      const next = byte();
      value = value * 128 + (next & 0x7f);
      if (next < 0x80) return value;
    }
  }

  function short(): number {
    const code = byte();
    if (code === 253) return word();
    if (code === 254) return 506 + byte();
    if (code === 255) return 253 + byte();
    return code;
  }

  function take(bytes: number): Buffer {
    if (at + bytes > source.length) throw new RangeError('the font ends too early');
    at += bytes;
    return source.subarray(at - bytes, at);
  }

  return {
    byte,
    word,
    signedWord: () => (word() << 16) >> 16,
    long: () => word() * 0x10000 + word(),
    base128,
    short,
    take,
  };
}
