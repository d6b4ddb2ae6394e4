/**
 * Copies bytes into a buffer of their own: a view, such as a small `Buffer` of Node's pool, is
 * transferred with all of its memory, which a cache would keep.
 */
export function detachedBuffer(bytes: Uint8Array): Uint8Array {
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes);
}
