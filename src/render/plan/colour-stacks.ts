import { samplesPerPixel, type Plan } from './plan.ts';
import type { SideColours } from './side-colours.ts';

/**
 * Colours of stacks, premultiplied, 16 steps to a level: 255 · 16 = 4080 is full. Two channels
 * share a word, so that the 16 samples of a pixel add up in two sums without overflow
 * (16 · 4080 < 65536).
 */
export type StackColours = {
  readonly redBlue: Int32Array;
  readonly alphaGreen: Int32Array;
  /** The same as a straight RGBA pixel, for pixels that see only this stack. */
  readonly pixel: Int32Array;
};

/** The maximum of a channel of a stack. */
export const full = 4080;

/** The nearest texel with its side, and the stack behind, of each stack; see `Plan`. */
export type Stacks = Pick<Plan, 'stackTexels' | 'stackBehind'>;

/** One pass in order of number: the stack behind a stack's first texel is already coloured. */
export function colourStacks(
  { stackTexels, stackBehind, stackEdges }: Stacks & Pick<Plan, 'stackEdges'>,
  atlas: Uint32Array,
  { red: reds, green: greens, blue: blues }: SideColours,
): StackColours {
  const count = stackTexels.length;
  const redBlue = new Int32Array(count);
  const alphaGreen = new Int32Array(count);
  const pixel = new Int32Array(count);
  for (let stack = 1; stack < count; stack++) {
    const word = stackTexels[stack]!;
    const colour = atlas[word >>> 8]!;
    const behind = stackBehind[stack]!;
    const alpha = colour >>> 24;
    if (alpha === 0) {
      redBlue[stack] = redBlue[behind]!;
      alphaGreen[stack] = alphaGreen[behind]!;
      pixel[stack] = pixel[behind]!;
      continue;
    }
    const at = ((word & 255) << 4) | stackEdges[stack]!;
    const red = reds.black[at]! + ((((colour & 255) * reds.span[at]! + 127) / 255) | 0);
    const green =
      greens.black[at]! + (((((colour >>> 8) & 255) * greens.span[at]! + 127) / 255) | 0);
    const blue = blues.black[at]! + (((((colour >>> 16) & 255) * blues.span[at]! + 127) / 255) | 0);
    if (alpha === 255) {
      redBlue[stack] = (red << 20) | (blue << 4);
      alphaGreen[stack] = (full << 16) | (green << 4);
      pixel[stack] = (255 << 24) | (blue << 16) | (green << 8) | red;
      continue;
    }
    const through = (255 - alpha) / 255;
    const rb = redBlue[behind]!;
    const ag = alphaGreen[behind]!;
    const sixteenths = (16 * alpha) / 255;
    const r = (red * sixteenths + (rb >>> 16) * through + 0.5) | 0;
    const b = (blue * sixteenths + (rb & 65535) * through + 0.5) | 0;
    const a = (255 * sixteenths + (ag >>> 16) * through + 0.5) | 0;
    const g = (green * sixteenths + (ag & 65535) * through + 0.5) | 0;
    redBlue[stack] = (r << 16) | b;
    alphaGreen[stack] = (a << 16) | g;
    pixel[stack] = straight(
      r * samplesPerPixel,
      g * samplesPerPixel,
      b * samplesPerPixel,
      a * samplesPerPixel,
    );
  }
  return { redBlue, alphaGreen, pixel };
}

/** Sums over 16 samples (so 65280 is full) to a straight RGBA pixel, as a signed word. */
export function straight(red: number, green: number, blue: number, alpha: number): number {
  const a = (alpha + 128) >> 8;
  if (a === 0) return 0;
  const r = Math.min(255, ((red * 255) / alpha + 0.5) | 0);
  const g = Math.min(255, ((green * 255) / alpha + 0.5) | 0);
  const b = Math.min(255, ((blue * 255) / alpha + 0.5) | 0);
  return (a << 24) | (b << 16) | (g << 8) | r;
}
