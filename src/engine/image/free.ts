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
