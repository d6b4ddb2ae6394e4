import { free } from '../image/scratch.ts';
import { samplesPerPixel, type Plan } from './plan.ts';
import { edgeSets, type SideColours } from './side-colours.ts';

/**
 * Colours of texels or stacks, premultiplied, 16 steps to a level: 255 · 16 = 4080 is full. Two channels
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

/** The nearest texel, and the stack behind, of each stack; see `Plan`. */
export type Stacks = Pick<Plan, 'stackTexels' | 'stackBehind'>;

/** Numbers of the first `count` texels or stacks: what is in them is left from others, but for 0. */
export type Lists = (count: number) => Int32Array;

/** More than nearly all raised figures take. */
const maxKeptWords = 512 * 1024;
let kept = new Int32Array();

/**
 * Calls `use` with lists in memory that the next call reuses: they are as large as several figures'
 * pictures are with all their pages new. Calls are not nested.
 * @param words of all lists together
 */
export function withLists(words: number, use: (lists: Lists) => void): void {
  if (words > kept.length && words <= maxKeptWords) kept = new Int32Array(words);
  const memory = words <= maxKeptWords ? kept : new Int32Array(words);
  let end = 0;
  use((count) => {
    const list = memory.subarray(end, (end += count));
    list[0] = 0;
    return list;
  });
  if (memory !== kept) free(memory);
}

function createColours(lists: Lists, count: number): StackColours {
  return { redBlue: lists(count), alphaGreen: lists(count), pixel: lists(count) };
}

/** What texels look like in the light of their sides; only those of opaque ones are premultiplied. */
export function lightTexels(
  lists: Lists,
  { texels, texelEdges }: Pick<Plan, 'texels' | 'texelEdges'>,
  atlas: Uint32Array,
  { red: reds, green: greens, blue: blues }: SideColours,
): StackColours {
  const lit = createColours(lists, texels.length);
  for (let i = 1; i < texels.length; i++) {
    const word = texels[i]!;
    const colour = atlas[word >>> 8]!;
    const at = (word & 255) * edgeSets + texelEdges[i]!;
    const red = reds.black[at]! + ((((colour & 255) * reds.span[at]! + 127) / 255) | 0);
    const green =
      greens.black[at]! + (((((colour >>> 8) & 255) * greens.span[at]! + 127) / 255) | 0);
    const blue = blues.black[at]! + (((((colour >>> 16) & 255) * blues.span[at]! + 127) / 255) | 0);
    lit.redBlue[i] = (red << 20) | (blue << 4);
    lit.alphaGreen[i] = (full << 16) | (green << 4);
    lit.pixel[i] = (colour & 0xff000000) | (blue << 16) | (green << 8) | red;
  }
  return lit;
}

/** One pass in order of number: the stack behind a stack's first texel is already coloured. */
export function colourStacks(
  lists: Lists,
  { stackTexels, stackBehind }: Stacks,
  lit: StackColours,
): StackColours {
  const count = stackTexels.length;
  const colours = createColours(lists, count);
  const { redBlue, alphaGreen, pixel } = colours;
  for (let stack = 1; stack < count; stack++) {
    const texel = stackTexels[stack]!;
    const colour = lit.pixel[texel]!;
    const alpha = colour >>> 24;
    if (alpha === 0) {
      const behind = stackBehind[stack]!;
      redBlue[stack] = redBlue[behind]!;
      alphaGreen[stack] = alphaGreen[behind]!;
      pixel[stack] = pixel[behind]!;
    } else if (alpha === 255) {
      redBlue[stack] = lit.redBlue[texel]!;
      alphaGreen[stack] = lit.alphaGreen[texel]!;
      pixel[stack] = colour;
    } else blend(colours, stack, colour, stackBehind[stack]!);
  }
  return colours;
}

/** A translucent texel over the stack behind it. */
function blend(
  { redBlue, alphaGreen, pixel }: StackColours,
  stack: number,
  colour: number,
  behind: number,
): void {
  const alpha = colour >>> 24;
  const through = (255 - alpha) / 255;
  const rb = redBlue[behind]!;
  const ag = alphaGreen[behind]!;
  const sixteenths = (16 * alpha) / 255;
  const r = ((colour & 255) * sixteenths + (rb >>> 16) * through + 0.5) | 0;
  const b = (((colour >>> 16) & 255) * sixteenths + (rb & 65535) * through + 0.5) | 0;
  const a = (255 * sixteenths + (ag >>> 16) * through + 0.5) | 0;
  const g = (((colour >>> 8) & 255) * sixteenths + (ag & 65535) * through + 0.5) | 0;
  redBlue[stack] = (r << 16) | b;
  alphaGreen[stack] = (a << 16) | g;
  pixel[stack] = straight(
    r * samplesPerPixel,
    g * samplesPerPixel,
    b * samplesPerPixel,
    a * samplesPerPixel,
  );
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
