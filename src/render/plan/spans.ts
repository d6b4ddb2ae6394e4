/** Pixels are widened by this much, so that rounding never loses one. */
const slack = 1e-6;

/** First and last pixel row that an outline touches, cut to the picture. */
export function rowRange(outline: readonly number[], heightPx: number): readonly [number, number] {
  const ys = [outline[1]!, outline[3]!, outline[5]!, outline[7]!];
  const first = Math.max(0, Math.floor(Math.min(...ys) - slack));
  const last = Math.min(heightPx - 1, Math.floor(Math.max(...ys) + slack));
  return [first, last];
}

/**
 * Writes the first and one past the last pixel of row `y` that a convex outline touches, however
 * thinly, to `span`.
 */
export function rowSpan(
  outline: readonly number[],
  y: number,
  widthPx: number,
  span: Int32Array,
): void {
  const top = y - slack;
  const bottom = y + 1 + slack;
  let least = Infinity;
  let most = -Infinity;
  for (let corner = 0; corner < 8; corner += 2) {
    const x0 = outline[corner]!;
    const y0 = outline[corner + 1]!;
    const x1 = outline[(corner + 2) & 7]!;
    const y1 = outline[(corner + 3) & 7]!;
    if (Math.max(y0, y1) < top || Math.min(y0, y1) > bottom) continue;
    // The part of this side within the row: both its ends, moved onto the row's borders.
    const slope = y1 === y0 ? 0 : (x1 - x0) / (y1 - y0);
    const startX =
      y0 < top ? x0 + slope * (top - y0) : y0 > bottom ? x0 + slope * (bottom - y0) : x0;
    const endX = y1 < top ? x1 + slope * (top - y1) : y1 > bottom ? x1 + slope * (bottom - y1) : x1;
    least = Math.min(least, startX, endX);
    most = Math.max(most, startX, endX);
  }
  span[0] = Math.max(0, Math.floor(least - slack));
  span[1] = most < least ? 0 : Math.min(widthPx, Math.floor(most + slack) + 1);
}
