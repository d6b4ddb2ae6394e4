import { free } from '../image/scratch.ts';

/**
 * A compiled picture: what every output pixel sees, for any skin of one model in one pose and view.
 *
 * What a sample sees is a *stack*: the nearest texel, and, as that texel may be a hole or
 * translucent, the stack behind it. Stacks are numbered so that the one behind always has the
 * smaller number; stack 0 is empty. A skin is drawn by colouring the stacks in order, once each,
 * and then copying colours to pixels.
 */
export type Plan = {
  readonly widthPx: number;
  readonly heightPx: number;
  /** Nearest texel of each stack, as an index into `texels`; with `cellBits` if it is raised. */
  readonly stackTexels: Uint32Array;
  /** The stack behind each stack's nearest texel; 0 if that texel is always opaque. */
  readonly stackBehind: Uint32Array;
  /**
   * The texels that are in sight, each once: `texel index * 256 + side`. Behind wings and hair, many
   * stacks have the same one in front.
   */
  readonly texels: Uint32Array;
  /** The open edges that each of these lies at, see `openEdges`. */
  readonly texelEdges: Uint8Array;
  /** Ten numbers for each side, see `packSides`: light is not part of a plan, but for its own. */
  readonly sides: Float32Array;
  /**
   * Pixels that see one stack: triples of `y * 65536 + x`, length in pixels, stack. Short runs come
   * first; see `runsByLength`.
   */
  readonly runs: Uint32Array;
  /** Pixels that see several stacks: `y * 65536 + x` of each. Those with few groups come first. */
  readonly edges: Uint32Array;
  /** Where in `edges` the pixels with 0 … 16 groups end; their groups are in `groups`, in order. */
  readonly edgeEnds: Uint32Array;
  /** `samples * 2^27 + stack`: how many of a pixel's 16 samples see a stack. */
  readonly groups: Uint32Array;
  /** Whether stacks contain cells of a raised overlay, see `cellBits`. */
  readonly isRaised: boolean;
  /** Whether it shows held items, whose sprites then have to be in the atlas. */
  readonly hasHeldItems: boolean;
  /** Drawn beneath everything else. */
  readonly shadow: ShadowMask | null;
};

/** A black rectangle of the picture with an alpha for each pixel. */
export type ShadowMask = {
  readonly leftPx: number;
  readonly topPx: number;
  readonly widthPx: number;
  readonly heightPx: number;
  /** `widthPx * heightPx` bytes, row by row. */
  readonly alphas: Uint8Array;
};

/** Samples a pixel. */
export const samplesPerPixel = 16;

/** Bits of a group's word that hold the stack; the count of samples is above them. */
export const groupStackBits = 27;

/** Bits of a stack's texel if it is a cell of a raised overlay. */
export const cellBits = {
  /** The stack behind is the same cell's next texel, which is shown if this one is a hole. */
  isEdge: 2 ** 31,
  /** The stack behind is the next cell, with no gap in between. */
  touches: 2 ** 30,
  /** All bits but these. */
  rest: 2 ** 30 - 1,
};

/** Frees the memory of a plan, except shared memory. The plan must not be used afterwards. */
export function releasePlan(plan: Plan): void {
  for (const array of arraysOf(plan)) free(array);
}

/** The size of a plan in the byte-bounded cache. */
export function planBytes(plan: Plan): number {
  return arraysOf(plan).reduce((sum, { byteLength }) => sum + byteLength, 0);
}

function arraysOf({ shadow, ...plan }: Plan): readonly (Uint32Array | Uint8Array | Float32Array)[] {
  const own = Object.values(plan).filter((value) => typeof value === 'object');
  return shadow === null ? own : [...own, shadow.alphas];
}
