/**
 * The same bytes with no other memory behind them. A view goes to another thread with all that it is
 * a view of: a small `Buffer`, which Node cuts from a pool, with 64 KiB, and those would be held for
 * as long as a cache holds the picture.
 */
export function detachedBuffer(bytes: Uint8Array): Uint8Array {
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes);
}
