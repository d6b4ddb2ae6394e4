/** The largest prime below 2^16 (RFC 1950, section 8.2). */
const modulus = 65_521;

/**
 * The checksum of zlib over a picture as it lies in a PNG: each row a zero (no filter), then its
 * pixels. Most pixels are like the one above, so each row's sums are had from those of the row
 * before and the pixels that differ.
 * @param pixels RGBA words, red in the lowest byte
 */
export function adlerOfRows(pixels: Uint32Array, widthPx: number): number {
  const rowBytes = widthPx * 4 + 1;
  let first = 1;
  let second = 0;
  // Of the row at hand: its bytes' sum, and the sum of each times how many bytes there are from it on.
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
