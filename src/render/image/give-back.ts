/**
 * Gives memory back at once, instead of when the garbage collector comes to it: it looks at the small
 * objects that stand for large memory, and lets tens of megabytes of it pile up in every thread.
 * Nothing can be read from it afterwards.
 * @param bytes nobody else's. What is only a piece of its memory is left alone, as small buffers are
 *   cut from a pool; so is memory that other threads see.
 */
export function giveBack({ buffer, byteLength }: ArrayBufferView): void {
  const isWhole = byteLength > 0 && buffer.byteLength === byteLength;
  if (buffer instanceof ArrayBuffer && isWhole) buffer.transfer(0);
}
