import { createImage, type RgbaImage } from './canvas.ts';

/**
 * A picture in another size, smooth ("triangle" filter: what lies under a pixel of the new picture,
 * and as much again around it). Colours are weighed by their alpha: nothing of what is transparent
 * comes into an edge. Costs 16 bytes a pixel while it runs; callers bound both sizes.
 */
export function resize(source: RgbaImage, widthPx: number, heightPx: number): RgbaImage {
  if (source.widthPx === widthPx && source.heightPx === heightPx) return source;
  const premultiplied = premultiply(source);
  const wide = resample(premultiplied, {
    lines: source.heightPx,
    from: source.widthPx,
    to: widthPx,
    step: 4,
    stride: { from: source.widthPx * 4, to: widthPx * 4 },
  });
  const done = resample(wide, {
    lines: widthPx,
    from: source.heightPx,
    to: heightPx,
    step: widthPx * 4,
    stride: { from: 4, to: 4 },
  });
  return straight(done, widthPx, heightPx);
}

/** One direction of a picture: so many lines of so many pixels, that many floats apart. */
type Direction = {
  readonly lines: number;
  readonly from: number;
  readonly to: number;
  /** Between two pixels of a line. */
  readonly step: number;
  /** Between two lines. */
  readonly stride: { readonly from: number; readonly to: number };
};

function resample(source: Float32Array, direction: Direction): Float32Array {
  const { lines, from, to, step, stride } = direction;
  const target = new Float32Array(lines * to * 4);
  const ratio = from / to;
  const reach = Math.max(1, ratio);
  for (let at = 0; at < to; at++) {
    const middle = (at + 0.5) * ratio - 0.5;
    const first = Math.max(0, Math.ceil(middle - reach));
    const last = Math.min(from - 1, Math.floor(middle + reach));
    const weights: number[] = [];
    for (let near = first; near <= last; near++) {
      weights.push(Math.max(0, 1 - Math.abs(near - middle) / reach));
    }
    const sum = weights.reduce((total, weight) => total + weight, 0);
    for (let line = 0; line < lines; line++) {
      const into = line * stride.to + at * step;
      for (const [index, weight] of weights.entries()) {
        const share = weight / sum;
        const pixel = line * stride.from + (first + index) * step;
        for (let channel = 0; channel < 4; channel++) {
          target[into + channel]! += source[pixel + channel]! * share;
        }
      }
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
    // Less than half a level is nothing.
    if (alpha < 0.5) continue;
    for (let channel = 0; channel < 3; channel++) {
      data[at + channel] = (floats[at + channel]! * 255) / alpha;
    }
    data[at + 3] = alpha;
  }
  return image;
}
