/** Primaries, transfer and matrix of a colour box (ISO/IEC 23091-2), then its flag of full range. */
const colourBox = (primaries: number, transfer: number, matrix: number): Buffer =>
  Buffer.from([...Buffer.from('colrnclx'), 0, primaries, 0, transfer, 0, matrix, 0x80]);

const unspecified = colourBox(2, 2, 2);
/** That of BT.601 is the matrix with which the encoder calculates if none is specified. */
const srgb = colourBox(1, 13, 6);

/**
 * Says in the header of an AVIF that its colours are sRGB, so that no program has to guess; the encoder
 * has no option for it. The pixels stay the same.
 * @param avif is changed
 */
export function withSrgb(avif: Buffer): Buffer {
  const at = avif.indexOf(unspecified);
  if (at >= 0) srgb.copy(avif, at);
  return avif;
}
