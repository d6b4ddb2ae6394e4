import { asWords, type RgbaImage } from '../image/canvas.ts';
import {
  colourStacks,
  full,
  lightTexels,
  straight,
  withLists,
  type Lists,
  type StackColours,
  type Stacks,
} from './colour-stacks.ts';
import { groupStackBits, samplesPerPixel, type Plan, type ShadowMask, cellBits } from './plan.ts';
import { sideColours, glowSide } from './side-colours.ts';
import type { SceneLight } from '../image/background.ts';

export type DrawPlanOptions = {
  /** The position of the plan's top left corner. */
  readonly at?: readonly [leftPx: number, topPx: number];
  /** Default: the plan's own. */
  readonly light?: SceneLight;
  /** See `glowing`. Default: nothing glows. */
  readonly glow?: Uint8Array | null;
};

/** Alpha, summed over the samples, of an opaque pixel. */
const opaqueSum = full * samplesPerPixel;
const stackMask = 2 ** groupStackBits - 1;

/**
 * Draws a skin through a plan: the figure's pixels are written to `target` with the plan's top left
 * corner at (`leftPx`, `topPx`), which must leave room for all of it; other pixels are unchanged,
 * except that a shadow is drawn beneath them.
 * `atlas` holds the texels the plan was compiled for (see `atlasOf`), one RGBA word each.
 */
export function drawPlan(
  plan: Plan,
  atlas: Uint32Array,
  target: RgbaImage,
  { at: [leftPx, topPx] = [0, 0], light, glow = null }: DrawPlanOptions = {},
): void {
  if (
    leftPx < 0 ||
    topPx < 0 ||
    leftPx + plan.widthPx > target.widthPx ||
    topPx + plan.heightPx > target.heightPx
  ) {
    throw new RangeError('the plan does not fit into the picture');
  }
  const texels = glow === null ? plan.texels : glowing(plan.texels, glow);
  const { texelEdges } = plan;
  const colourLists = 3 * texels.length + 3 * plan.stackTexels.length;
  const voxelLists = plan.isRaised ? 3 * plan.stackTexels.length : 0;
  withLists(colourLists + voxelLists, (lists) => {
    const sides = sideColours(plan.sides, light);
    const lit = lightTexels(lists, { texels, texelEdges }, atlas, sides);
    const stacks = plan.isRaised ? standVoxels(lists, plan, lit) : plan;
    const colours = colourStacks(lists, stacks, lit);
    const pixels = asWords(target).subarray(topPx * target.widthPx + leftPx);
    fillRuns(plan, colours, pixels, target.widthPx);
    blendEdges(plan, colours, pixels, target.widthPx);
    if (plan.shadow !== null) layBeneath(plan.shadow, pixels, target.widthPx);
  });
}

function fillRuns(
  { runs }: Plan,
  { pixel }: StackColours,
  pixels: Uint32Array,
  strideWords: number,
): void {
  for (let i = 0; i < runs.length; i += 3) {
    const at = runs[i]!;
    const colour = pixel[runs[i + 2]!]!;
    const start = (at >>> 16) * strideWords + (at & 65535);
    const end = start + runs[i + 1]!;
    for (let p = start; p < end; p++) pixels[p] = colour;
  }
}

type Canvas = { readonly pixels: Uint32Array; readonly strideWords: number };

/** Four of five edge pixels see two stacks, so these have a loop without an inner loop. */
function blendEdges(
  { edges, edgeEnds, groups }: Plan,
  colours: StackColours,
  pixels: Uint32Array,
  strideWords: number,
): void {
  const canvas = { pixels, strideWords };
  let edge = 0;
  let group = 0;
  for (let size = 1; size < edgeEnds.length; size++) {
    const count = edgeEnds[size]! - edge;
    if (count === 0) continue;
    const some = {
      edges: edges.subarray(edge, edge + count),
      groups: groups.subarray(group, group + count * size),
    };
    if (size === 2) blendPairs(some, colours, canvas);
    else blendSome(some, colours, canvas);
    edge += count;
    group += count * size;
  }
}

/** Pixels with the same number of groups. */
type EdgePixels = Pick<Plan, 'edges' | 'groups'>;

function blendPairs(
  { edges, groups }: EdgePixels,
  { redBlue, alphaGreen }: StackColours,
  { pixels, strideWords }: Canvas,
): void {
  for (let i = 0; i < edges.length; i++) {
    const at = edges[i]!;
    const first = groups[i * 2]!;
    const second = groups[i * 2 + 1]!;
    const one = first & stackMask;
    const other = second & stackMask;
    const weight = first >>> groupStackBits;
    const rest = second >>> groupStackBits;
    // 32-bit wrap-around is harmless: each sum is below 2^32.
    const rb = (Math.imul(weight, redBlue[one]!) + Math.imul(rest, redBlue[other]!)) | 0;
    const ag = (Math.imul(weight, alphaGreen[one]!) + Math.imul(rest, alphaGreen[other]!)) | 0;
    pixels[(at >>> 16) * strideWords + (at & 65535)] = mixed(rb, ag);
  }
}

function blendSome(
  { edges, groups }: EdgePixels,
  { redBlue, alphaGreen }: StackColours,
  { pixels, strideWords }: Canvas,
): void {
  const size = groups.length / edges.length;
  let group = 0;
  for (const at of edges) {
    const end = group + size;
    let rb = 0;
    let ag = 0;
    for (; group < end; group++) {
      const word = groups[group]!;
      const weight = word >>> groupStackBits;
      const stack = word & stackMask;
      rb = (rb + Math.imul(weight, redBlue[stack]!)) | 0;
      ag = (ag + Math.imul(weight, alphaGreen[stack]!)) | 0;
    }
    pixels[(at >>> 16) * strideWords + (at & 65535)] = mixed(rb, ag);
  }
}

/** The sums over the samples of a pixel, two channels in each, as a straight RGBA pixel. */
function mixed(rb: number, ag: number): number {
  if (ag >>> 16 !== opaqueSum) return straight(rb >>> 16, ag & 65535, rb & 65535, ag >>> 16);
  // Sums of an opaque pixel are its levels times 256, so only rounding remains.
  const blue = ((rb & 65535) + 128) >> 8;
  return (255 << 24) | (blue << 16) | (((ag & 65535) + 128) & 0xff00) | (((rb >>> 16) + 128) >> 8);
}

/** Black beneath the existing pixels: only translucent ones change in colour. */
function layBeneath(shadow: ShadowMask, pixels: Uint32Array, strideWords: number): void {
  const { leftPx, topPx, widthPx, heightPx, alphas } = shadow;
  let i = 0;
  for (let y = topPx; y < topPx + heightPx; y++) {
    const row = y * strideWords + leftPx;
    for (let x = 0; x < widthPx; x++) {
      const dark = alphas[i++]!;
      const over = pixels[row + x]!;
      const alpha = over >>> 24;
      if (dark === 0 || alpha === 255) continue;
      pixels[row + x] = alpha === 0 ? dark << 24 : overBlack(over, dark);
    }
  }
}

/** A translucent straight-alpha pixel over black of some alpha. */
function overBlack(over: number, dark: number): number {
  const alpha = over >>> 24;
  const both = alpha + (dark * (255 - alpha)) / 255;
  const share = alpha / both;
  const red = ((over & 255) * share + 0.5) | 0;
  const green = (((over >>> 8) & 255) * share + 0.5) | 0;
  const blue = (((over >>> 16) & 255) * share + 0.5) | 0;
  return (((both + 0.5) | 0) << 24) | (blue << 16) | (green << 8) | red;
}

/**
 * Texels of which some have their full colours, neither shaded nor lit.
 * @param texels see `Plan`
 * @param glow 1 for each texel of the atlas that glows; it may end before the atlas does
 */
function glowing(texels: Uint32Array, glow: Uint8Array): Uint32Array {
  return texels.map((word) => (glow[word >>> 8] === 1 ? (word & ~255) | glowSide : word));
}

/**
 * The stacks of a raised overlay for one sheet, whose holes decide which cells exist:
 * behind an existing cell is drawn neither another texel of the same cell nor, behind
 * translucent cells, more of the same run of them, of which only the first wall counts.
 * @param lit what the texels look like
 * @returns stacks as a flat overlay has them.
 */
function standVoxels(
  lists: Lists,
  { stackTexels, stackBehind }: Stacks,
  lit: Pick<StackColours, 'pixel'>,
): Stacks {
  const count = stackTexels.length;
  const texels = unsigned(lists(count));
  const behind = unsigned(lists(count));
  /** What a translucent cell right in front of a stack has behind it. */
  const behindGlass = unsigned(lists(count));
  for (let stack = 1; stack < count; stack++) {
    const word = stackTexels[stack]!;
    const texel = word & cellBits.rest;
    texels[stack] = texel;
    behind[stack] = stackBehind[stack]!;
    behindGlass[stack] = stack;
    const alpha = lit.pixel[texel]! >>> 24;
    if (alpha === 0) {
      if (word >= cellBits.isEdge) behindGlass[stack] = behindGlass[stackBehind[stack]!]!;
      continue;
    }
    let last = stack;
    while (stackTexels[last]! >= cellBits.isEdge) last = stackBehind[last]!;
    const next = stackBehind[last]!;
    if (alpha === 255) {
      behind[stack] = next;
      continue;
    }
    const touches = (stackTexels[last]! & cellBits.touches) !== 0;
    behind[stack] = touches ? behindGlass[next]! : next;
    behindGlass[stack] = behind[stack]!;
  }
  return { stackTexels: texels, stackBehind: behind };
}

function unsigned({ buffer, byteOffset, length }: Int32Array): Uint32Array {
  return new Uint32Array(buffer, byteOffset, length);
}
