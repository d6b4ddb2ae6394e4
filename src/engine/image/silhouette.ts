import type { Colour } from './background.ts';
import { blendOver, createImage, type RgbaImage } from './canvas.ts';

/** Makes everything outside of the inscribed circle transparent, in place. */
export function cutCircle({ data, widthPx, heightPx }: RgbaImage): void {
  const radius = Math.min(widthPx, heightPx) / 2;
  for (let y = 0, at = 3; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++, at += 4) {
      const outside = Math.hypot(x + 0.5 - widthPx / 2, y + 0.5 - heightPx / 2) - radius;
      // Pixels on the edge are covered by their share inside.
      data[at] = data[at]! * Math.min(1, Math.max(0, 0.5 - outside));
    }
  }
}

/** Draws a line `widthPx` wide around everything opaque; the result grows by it on every side. */
export function withOutline(
  source: RgbaImage,
  { colour, widthPx: rimPx }: { readonly colour: Colour; readonly widthPx: number },
): RgbaImage {
  const target = createImage(source.widthPx + 2 * rimPx, source.heightPx + 2 * rimPx);
  const distances = distancesToOpaque(source, target, rimPx);
  const [red, green, blue, alpha] = colour;
  for (let pixel = 0; pixel < distances.length; pixel++) {
    const at = pixel * 4;
    // The figure ends half a pixel outside of the centre of its last pixel, as does the line.
    const cover = Math.min(1, rimPx + 1 - Math.sqrt(distances[pixel]!));
    if (cover <= 0) continue;
    target.data[at] = red;
    target.data[at + 1] = green;
    target.data[at + 2] = blue;
    target.data[at + 3] = alpha * cover;
  }
  blendOver(target, source, rimPx, rimPx);
  return target;
}

const far = 1e12;

/** Squared distances to the nearest mostly opaque pixel (Felzenszwalb, Huttenlocher). */
function distancesToOpaque(source: RgbaImage, target: RgbaImage, rimPx: number): Float64Array {
  const { widthPx, heightPx } = target;
  const squares = new Float64Array(widthPx * heightPx).fill(far);
  for (let y = 0; y < source.heightPx; y++) {
    for (let x = 0; x < source.widthPx; x++) {
      const isOpaque = source.data[(y * source.widthPx + x) * 4 + 3]! >= 128;
      if (isOpaque) squares[(y + rimPx) * widthPx + x + rimPx] = 0;
    }
  }
  for (let x = 0; x < widthPx; x++) nearest(squares, x, heightPx, widthPx);
  for (let y = 0; y < heightPx; y++) nearest(squares, y * widthPx, widthPx, 1);
  return squares;
}

/** One line: the lower envelope of the parabolas on its values, in place. */
function nearest(squares: Float64Array, start: number, length: number, step: number): void {
  const values = new Float64Array(length);
  for (let at = 0; at < length; at++) values[at] = squares[start + at * step]!;
  const roots = new Int32Array(length);
  const borders = new Float64Array(length + 1);
  let last = 0;
  borders[0] = Number.NEGATIVE_INFINITY;
  borders[1] = Number.POSITIVE_INFINITY;
  for (let at = 1; at < length; at++) {
    let border = meeting(values, at, roots[last]!);
    while (border <= borders[last]!) {
      last -= 1;
      border = meeting(values, at, roots[last]!);
    }
    last += 1;
    roots[last] = at;
    borders[last] = border;
    borders[last + 1] = Number.POSITIVE_INFINITY;
  }
  for (let at = 0, root = 0; at < length; at++) {
    while (borders[root + 1]! < at) root += 1;
    const from = roots[root]!;
    squares[start + at * step] = (at - from) ** 2 + values[from]!;
  }
}

/** The intersection of the parabolas at two positions. */
function meeting(values: Float64Array, a: number, b: number): number {
  return (values[a]! + a * a - (values[b]! + b * b)) / (2 * (a - b));
}
