import { asWords, type RgbaImage } from '../image/canvas.ts';

export type Rect = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};

/** Copies a rectangle within one picture; source and destination do not overlap. */
export function copyRect(
  image: RgbaImage,
  from: Rect,
  to: { readonly x: number; readonly y: number },
): void {
  const words = asWords(image);
  for (let row = 0; row < from.height; row++) {
    const start = (from.y + row) * image.widthPx + from.x;
    words.copyWithin((to.y + row) * image.widthPx + to.x, start, start + from.width);
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
