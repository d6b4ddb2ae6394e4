/** The largest prime below 2^16 (RFC 1950, section 8.2). */
const modulus = 65_521;

/**
 * The zlib checksum of a picture's PNG data: each row is a zero (no filter) and its pixels. Most pixels
 * equal the one above, so the sums of a row are computed from those of the row before and the pixels
 * that differ.
 * @param pixels RGBA words, red in the lowest byte
 */
export function adlerOfRows(pixels: Uint32Array, widthPx: number): number {
  const rowBytes = widthPx * 4 + 1;
  let first = 1;
  let second = 0;
  // Of the current row: the sum of its bytes, and their sum weighted by the number of bytes from
  // each to the end.
  let sum = 0;
  let weighted = 0;
  for (let start = 0; start < pixels.length; start += widthPx) {
    let bytesFromHere = rowBytes - 1;
    for (let at = start; at < start + widthPx; at++, bytesFromHere -= 4) {
      const pixel = pixels[at]!;
      const above = start === 0 ? 0 : pixels[at - widthPx]!;
      if (pixel === above) continue;
      const red = (pixel & 255) - (above & 255);
      const green = ((pixel >>> 8) & 255) - ((above >>> 8) & 255);
      const blue = ((pixel >>> 16) & 255) - ((above >>> 16) & 255);
      const alpha = (pixel >>> 24) - (above >>> 24);
      const change = red + green + blue + alpha;
      sum += change;
      weighted += change * bytesFromHere - green - 2 * blue - 3 * alpha;
    }
    second = (second + first * rowBytes + weighted) % modulus;
    first = (first + sum) % modulus;
  }
  return second * 65_536 + first;
}
