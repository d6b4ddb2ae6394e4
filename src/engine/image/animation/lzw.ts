import { createBits, makeRoom, padToByte, putBits } from '../deflate/bits.ts';

const mostCodes = 4096;
/** Open hash table of known sequences: a longer one's code and last index. */
const slots = 2 ** 14;

/**
 * Compresses indices for GIF (Lempel, Ziv, Welch), in blocks of up to 255 bytes.
 * @param indexBits bits of the largest index, 2 … 8
 */
export function packLzw(indices: Uint8Array, indexBits: number): Uint8Array {
  const reset = 2 ** indexBits;
  const end = reset + 1;
  const bits = createBits(16_384);
  const keys = new Int32Array(slots);
  const codes = new Uint16Array(slots);
  let next = end + 1;
  let width = indexBits + 1;
  const restart = (): void => {
    putBits(bits, reset, width);
    keys.fill(-1);
    next = end + 1;
    width = indexBits + 1;
  };
  restart();
  let code = indices[0] ?? 0;
  for (let at = 1; at < indices.length; at++) {
    const key = (code << 8) | indices[at]!;
    let slot = Math.imul(key, 0x9e3779b1) >>> 18;
    while (keys[slot] !== key && keys[slot] !== -1) slot = (slot + 1) & (slots - 1);
    if (keys[slot] === key) {
      code = codes[slot]!;
      continue;
    }
    makeRoom(bits, 8);
    putBits(bits, code, width);
    code = indices[at]!;
    if (next === mostCodes) {
      restart();
      continue;
    }
    // A code is as wide as the decoder expects it: its table lags by one.
    if (next === 2 ** width) width++;
    keys[slot] = key;
    codes[slot] = next++;
  }
  makeRoom(bits, 16);
  putBits(bits, code, width);
  // The decoder has one more entry by now.
  if (next === 2 ** width && width < 12) width++;
  putBits(bits, end, width);
  padToByte(bits);
  return inBlocks(bits.bytes.subarray(0, bits.length), indexBits);
}

function inBlocks(bytes: Uint8Array, indexBits: number): Uint8Array {
  const count = Math.ceil(bytes.length / 255);
  const blocks = new Uint8Array(bytes.length + count + 2);
  blocks[0] = indexBits;
  for (let block = 0, to = 1; block < count; block++) {
    const piece = bytes.subarray(block * 255, (block + 1) * 255);
    blocks[to++] = piece.length;
    blocks.set(piece, to);
    to += piece.length;
  }
  return blocks;
}
