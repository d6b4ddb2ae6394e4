/**
 * Copies bytes into a buffer of their own. A view is transferred to another thread with all of its
 * memory: a small `Buffer`, which Node allocates from a pool, with 64 KiB that would be kept for as
 * long as a cache holds the picture.
 */
export function detachedBuffer(bytes: Uint8Array): Uint8Array {
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes);
}
