import { asWords, createImage, type RgbaImage } from '../image/canvas.ts';

export type Rect = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};

/** A rectangle of a 64 px wide sheet on one with so many texels per unit. */
export function scaled({ x, y, width, height }: Rect, by: number): Rect {
  return { x: x * by, y: y * by, width: width * by, height: height * by };
}

/** A copy of the texels in a rectangle, row by row. */
export function wordsIn(image: RgbaImage, rect: Rect): Uint32Array {
  const texels = createImage(rect.width, rect.height);
  copyRect(image, rect, texels, { x: 0, y: 0 });
  return asWords(texels);
}

/** Copies a rectangle into a picture, which may be the same if the two do not overlap. */
export function copyRect(
  source: RgbaImage,
  from: Rect,
  target: RgbaImage,
  to: { readonly x: number; readonly y: number },
): void {
  const words = asWords(source);
  const into = asWords(target);
  for (let row = 0; row < from.height; row++) {
    const start = (from.y + row) * source.widthPx + from.x;
    into.set(words.subarray(start, start + from.width), (to.y + row) * target.widthPx + to.x);
  }
}

/** Makes a rectangle opaque; what was transparent shows its own colour. */
export function makeOpaque(image: RgbaImage, { x, y, width, height }: Rect): void {
  for (let row = y; row < y + height; row++) {
    for (let column = x; column < x + width; column++) {
      image.data[(row * image.widthPx + column) * 4 + 3] = 255;
    }
  }
}

/** Makes a rectangle transparent. */
export function clearRect(image: RgbaImage, { x, y, width, height }: Rect): void {
  const words = asWords(image);
  for (let row = y; row < y + height; row++) {
    const start = row * image.widthPx + x;
    words.fill(0, start, start + width);
  }
}

/** Swaps left and right of a rectangle, in place. */
export function mirrorRect(image: RgbaImage, { x, y, width, height }: Rect): void {
  const words = asWords(image);
  for (let row = y; row < y + height; row++) {
    const start = row * image.widthPx + x;
    words.subarray(start, start + width).reverse();
  }
}

/** A tenth of 255. The game's shaders discard texels whose alpha is below it. */
const minAlpha = 25.5;

/** Clears the texels of a sheet that the game does not draw because they are almost clear, in place. */
export function clearFaint({ data }: RgbaImage): void {
  for (let at = 3; at < data.length; at += 4) {
    if (data[at]! < minAlpha) data[at] = 0;
  }
}
