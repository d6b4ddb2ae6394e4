import { areaOf, asWords, blit, createImage, type RgbaImage } from './canvas.ts';

/**
 * Resizes a picture smoothly ("triangle" filter: the area of each new pixel, and as much again around
 * it). Colours are weighted by their alpha, so that transparent pixels do not bleed into edges. Takes
 * 16 bytes per pixel while it runs; callers bound both sizes.
 */
export function resize(source: RgbaImage, widthPx: number, heightPx: number): RgbaImage {
  if (source.widthPx === widthPx && source.heightPx === heightPx) return source;
  const wide = resampleAcross(premultiply(source), source.heightPx, [source.widthPx, widthPx]);
  const done = resampleDown(wide, widthPx, [source.heightPx, heightPx]);
  return straight(done, widthPx, heightPx);
}

type FromTo = readonly [from: number, to: number];

/**
 * How the pixels of one dimension are mixed from old ones: their number and shares. Those of a pixel start
 * in `starts`, and end where those of the next do.
 */
function mixOf([from, to]: FromTo) {
  const ratio = from / to;
  const reach = Math.max(1, ratio);
  const firsts = new Int32Array(to);
  const starts = new Int32Array(to + 1);
  const shares = new Float64Array(to * (Math.ceil(2 * reach) + 1));
  for (let at = 0, next = 0; at < to; at++) {
    const middle = (at + 0.5) * ratio - 0.5;
    const first = Math.max(0, Math.ceil(middle - reach));
    const last = Math.min(from - 1, Math.floor(middle + reach));
    let sum = 0;
    for (let near = first; near <= last; near++) {
      const weight = Math.max(0, 1 - Math.abs(near - middle) / reach);
      shares[next + near - first] = weight;
      sum += weight;
    }
    firsts[at] = first;
    for (const end = next + last - first + 1; next < end; next++) shares[next]! /= sum;
    starts[at + 1] = next;
  }
  return { firsts, starts, shares };
}

/** Resizes the width, line by line. */
function resampleAcross(source: Float32Array, lines: number, [from, to]: FromTo): Float32Array {
  const { firsts, starts, shares } = mixOf([from, to]);
  const target = new Float32Array(lines * to * 4);
  for (let line = 0, into = 0; line < lines; line++) {
    for (let at = 0; at < to; at++, into += 4) {
      let pixel = (line * from + firsts[at]!) * 4;
      let red = 0;
      let green = 0;
      let blue = 0;
      let alpha = 0;
      for (let index = starts[at]!; index < starts[at + 1]!; index++, pixel += 4) {
        const share = shares[index]!;
        red += source[pixel]! * share;
        green += source[pixel + 1]! * share;
        blue += source[pixel + 2]! * share;
        alpha += source[pixel + 3]! * share;
      }
      target[into] = red;
      target[into + 1] = green;
      target[into + 2] = blue;
      target[into + 3] = alpha;
    }
  }
  return target;
}

/** Resizes the height: each new line is a weighted sum of old ones. */
function resampleDown(source: Float32Array, widthPx: number, [from, to]: FromTo): Float32Array {
  const { firsts, starts, shares } = mixOf([from, to]);
  const stride = widthPx * 4;
  const target = new Float32Array(to * stride);
  for (let at = 0; at < to; at++) {
    const into = at * stride;
    let line = firsts[at]! * stride;
    for (let index = starts[at]!; index < starts[at + 1]!; index++, line += stride) {
      const share = shares[index]!;
      for (let x = 0; x < stride; x++) target[into + x]! += source[line + x]! * share;
    }
  }
  return target;
}

function premultiply({ data }: RgbaImage): Float32Array {
  const floats = new Float32Array(data.length);
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3]!;
    for (let channel = 0; channel < 3; channel++) {
      floats[at + channel] = (data[at + channel]! * alpha) / 255;
    }
    floats[at + 3] = alpha;
  }
  return floats;
}

function straight(floats: Float32Array, widthPx: number, heightPx: number): RgbaImage {
  const image = createImage(widthPx, heightPx);
  const { data } = image;
  for (let at = 0; at < data.length; at += 4) {
    const alpha = floats[at + 3]!;
    // Less than half a level counts as transparent.
    if (alpha < 0.5) continue;
    for (let channel = 0; channel < 3; channel++) {
      data[at + channel] = (floats[at + channel]! * 255) / alpha;
    }
    data[at + 3] = alpha;
  }
  return image;
}

/** Fainter pixels are invisible. */
const minAlpha = 8;

/** The picture without its transparent border; unchanged if there is none, or nothing else. */
export function trimmed(source: RgbaImage): RgbaImage {
  const { data, widthPx, heightPx } = source;
  const area = areaOf(source, (at) => data[at * 4 + 3]! >= minAlpha);
  if (area === null || (area.widthPx === widthPx && area.heightPx === heightPx)) return source;
  const target = createImage(area.widthPx, area.heightPx);
  blit(target, source, -area.leftPx, -area.topPx);
  return target;
}

/** The picture with left and right exchanged. */
export function mirrored(source: RgbaImage): RgbaImage {
  const { widthPx, heightPx } = source;
  const target = createImage(widthPx, heightPx);
  const [from, into] = [asWords(source), asWords(target)];
  for (let y = 0; y < heightPx; y++) {
    into.set(from.subarray(y * widthPx, (y + 1) * widthPx).toReversed(), y * widthPx);
  }
  return target;
}
