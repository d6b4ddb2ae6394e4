import type { RgbaImage } from './canvas.ts';

/**
 * Returns a transparent picture, valid until the next call.
 * @param isCovered whether every pixel will be written, so that there may be anything in it
 */
export type Scratch = (widthPx: number, heightPx: number, isCovered?: boolean) => RgbaImage;

/**
 * Reuses memory for pictures that are encoded at once: fresh memory costs a page fault every four
 * kilobytes, a fifth of the time of drawing a figure.
 * @param maxBytes larger pictures get memory of their own, so that it does not stay allocated
 */
export function createScratch(maxBytes: number): Scratch {
  let memory = new ArrayBuffer(0);
  return (widthPx, heightPx, isCovered = false) => {
    const bytes = widthPx * heightPx * 4;
    if (bytes > maxBytes) return { widthPx, heightPx, data: new Uint8ClampedArray(bytes) };
    // No picture fills it, so that `free` leaves it alone.
    if (bytes >= memory.byteLength) memory = new ArrayBuffer(bytes + 4);
    const data = new Uint8ClampedArray(memory, 0, bytes);
    if (!isCovered) data.fill(0);
    return { widthPx, heightPx, data };
  };
}

/**
 * Frees memory at once instead of waiting for the garbage collector, which only sees the small objects
 * that represent it, and lets tens of megabytes accumulate in every thread. The bytes cannot be read
 * afterwards.
 * @param bytes not used by anybody else. Ignored if it is only a part of its buffer (small buffers come
 *   from a pool) or in shared memory
 */
export function free({ buffer, byteLength }: ArrayBufferView): void {
  const isWhole = byteLength > 0 && buffer.byteLength === byteLength;
  if (buffer instanceof ArrayBuffer && isWhole) buffer.transfer(0);
}

/** A growing list of 32-bit words; `words` may be longer than its content. */
export type Uint32Builder = { words: Uint32Array; length: number };

export function createUint32Builder(capacity: number): Uint32Builder {
  return { words: new Uint32Array(capacity), length: 0 };
}

export function append(builder: Uint32Builder, word: number): void {
  if (builder.length === builder.words.length) grow(builder);
  builder.words[builder.length++] = word;
}

/** Lists of an HD sheet grow to tens of megabytes, so memory is freed without garbage collection. */
function grow(builder: Uint32Builder): void {
  const { words } = builder;
  builder.words = new Uint32Array(words.length * 2);
  builder.words.set(words);
  free(words);
}

/** Frees its memory. */
export function release(builder: Uint32Builder): void {
  free(builder.words);
}
