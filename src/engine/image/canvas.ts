/** A picture in memory: straight (not premultiplied) RGBA, eight bits per channel, row by row. */
export type RgbaImage = {
  readonly widthPx: number;
  readonly heightPx: number;
  /** `widthPx * heightPx * 4` bytes. */
  readonly data: Uint8ClampedArray;
};

/** Creates a transparent picture. Takes four bytes per pixel; callers bound both sides. */
export function createImage(widthPx: number, heightPx: number): RgbaImage {
  return { widthPx, heightPx, data: new Uint8ClampedArray(widthPx * heightPx * 4) };
}

/** The same memory as one 32-bit word a pixel (`0xAABBGGRR`; Node runs on little-endian only). */
export function asWords(image: RgbaImage): Uint32Array {
  return new Uint32Array(image.data.buffer, image.data.byteOffset, image.widthPx * image.heightPx);
}

/** The same as signed words, for loops whose numbers the compiler is to keep in 32 bits. */
export function asSignedWords(image: RgbaImage): Int32Array {
  return new Int32Array(image.data.buffer, image.data.byteOffset, image.widthPx * image.heightPx);
}

/**
 * Copies `source` to `target` with its top left corner at (`leftPx`, `topPx`), clipped to the target.
 * Pixels are replaced instead of blended: the pieces of a row never overlap.
 */
export function blit(target: RgbaImage, source: RgbaImage, leftPx: number, topPx: number): void {
  const fromX = Math.max(0, -leftPx);
  const toX = Math.min(source.widthPx, target.widthPx - leftPx);
  if (toX <= fromX) return;
  const from = asWords(source);
  const into = asWords(target);
  const firstRow = Math.max(0, -topPx);
  const lastRow = Math.min(source.heightPx, target.heightPx - topPx);
  for (let y = firstRow; y < lastRow; y++) {
    const row = y * source.widthPx;
    into.set(from.subarray(row + fromX, row + toX), (y + topPx) * target.widthPx + leftPx + fromX);
  }
}

/** A part of a picture; never empty. */
export type Area = {
  readonly leftPx: number;
  readonly topPx: number;
  readonly widthPx: number;
  readonly heightPx: number;
};

/** Stands for nothing where an area cannot be empty. */
export const firstPixel: Area = { leftPx: 0, topPx: 0, widthPx: 1, heightPx: 1 };

/** The bounding box of the pixels that are taken; `null` if there are none. */
export function areaOf(
  { widthPx, heightPx }: Pick<RgbaImage, 'widthPx' | 'heightPx'>,
  isTaken: (at: number) => boolean,
): Area | null {
  let [left, top, right, bottom] = [widthPx, heightPx, 0, 0];
  for (let y = 0; y < heightPx; y++) {
    const row = y * widthPx;
    let x = 0;
    while (x < widthPx && !isTaken(row + x)) x++;
    if (x === widthPx) continue;
    left = Math.min(left, x);
    let end = widthPx;
    while (end > right && !isTaken(row + end - 1)) end--;
    right = Math.max(right, end);
    top = Math.min(top, y);
    bottom = y + 1;
  }
  if (right === 0) return null;
  return { leftPx: left, topPx: top, widthPx: right - left, heightPx: bottom - top };
}

/**
 * Blends `source` over `target` at (`leftPx`, `topPx`), straight alpha, clipped. Most pixels of a figure
 * are in runs of transparent or opaque ones, which have loops of their own.
 */
export function blendOver(
  target: RgbaImage,
  source: RgbaImage,
  leftPx: number,
  topPx: number,
): void {
  const from = asSignedWords(source);
  const into = asSignedWords(target);
  const fromX = Math.max(0, -leftPx);
  const toX = Math.min(source.widthPx, target.widthPx - leftPx);
  const toY = Math.min(source.heightPx, target.heightPx - topPx);
  for (let y = Math.max(0, -topPx); y < toY; y++) {
    const end = y * source.widthPx + toX;
    const shift = (y + topPx) * target.widthPx + leftPx - y * source.widthPx;
    let at = end - toX + fromX;
    while (at < end) {
      while (at < end && from[at] === 0) at++;
      for (; at < end; at++) {
        const over = from[at]!;
        if (over >>> 24 !== 255) break;
        into[at + shift] = over;
      }
      if (at === end) break;
      const over = from[at]!;
      if (over >>> 24 !== 0) into[at + shift] = overlaid(over, into[at + shift]!);
      at++;
    }
  }
}

/** One straight RGBA word over another. */
function overlaid(over: number, under: number): number {
  if (under >>> 24 === 255) return overOpaque(over, under);
  const alpha = over >>> 24;
  // In 1/255² of full coverage: the upper word's, and what shows through of the lower one.
  const own = alpha * 255;
  const through = (under >>> 24) * (255 - alpha);
  const sum = own + through;
  const channel = (at: number): number =>
    ((((over >>> at) & 255) * own + ((under >>> at) & 255) * through) / sum + 0.5) | 0;
  const both = (sum / 255 + 0.5) | 0;
  return (both << 24) | (channel(16) << 16) | (channel(8) << 8) | channel(0);
}

/** The same over an opaque word, without divisions. */
function overOpaque(over: number, under: number): number {
  const alpha = over >>> 24;
  const through = 255 - alpha;
  const red = in255ths((over & 255) * alpha + (under & 255) * through);
  const green = in255ths(((over >>> 8) & 255) * alpha + ((under >>> 8) & 255) * through);
  const blue = in255ths(((over >>> 16) & 255) * alpha + ((under >>> 16) & 255) * through);
  return (255 << 24) | (blue << 16) | (green << 8) | red;
}

/** `sum / 255`, rounded: exact up to 255². */
function in255ths(sum: number): number {
  const rounded = sum + 128;
  return (rounded + (rounded >> 8)) >> 8;
}
