/** Writes bytes sequentially into memory that grows; numbers are big-endian. */
export type ByteWriter = {
  readonly byte: (value: number) => void;
  /** The low 16 bits of a number, so also a negative one. */
  readonly word: (value: number) => void;
  readonly bytes: (source: Uint8Array) => void;
  readonly length: () => number;
  /** The written bytes, in the writer's memory. */
  readonly written: () => Buffer;
};

/** @param likelyBytes initial memory */
export function createByteWriter(likelyBytes: number): ByteWriter {
  let memory = Buffer.allocUnsafeSlow(Math.max(16, likelyBytes));
  let at = 0;

  function reserve(bytes: number): void {
    if (at + bytes <= memory.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(at + bytes, memory.length * 2));
    memory.copy(larger, 0, 0, at);
    memory = larger;
  }

  return {
    byte: (value) => {
      reserve(1);
      memory[at++] = value;
    },
    word: (value) => {
      reserve(2);
      memory[at++] = value >> 8;
      memory[at++] = value;
    },
    bytes: (source) => {
      reserve(source.length);
      memory.set(source, at);
      at += source.length;
    },
    length: () => at,
    written: () => memory.subarray(0, at),
  };
}
