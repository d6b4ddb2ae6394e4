import { samplesPerPixel } from './plan.ts';
import type { ScreenQuad } from './screen-quads.ts';
import { createCutMemory, type CutMemory } from './spans.ts';

/** Working memory to find what one pixel sees, see `resolvePixel`. */
export type PixelMemory = {
  /** The current pixel of `resolvePixel`. */
  pixelX: number;
  pixelY: number;
  /** The result of `resolvePixel`: stacks and how many samples see each. */
  readonly stacks: Int32Array;
  readonly weights: Uint8Array;
  /** The quads of the last pixel that was sorted, as they are in `quadAt`, and its occluder. */
  readonly listedQuads: Uint16Array;
  listed: number;
  listedOccluder: number;
  /** Those of them that are not hidden, sorted, and which of its entries they are. */
  readonly keptQuads: Uint16Array;
  readonly keptSlots: Uint16Array;
  kept: number;
  /** Their sides, and the number of those down to the first opaque one. */
  readonly keptSides: Uint8Array;
  keptEnd: number;
  /** Whether they have the same order in all pixels that show the same quads … */
  isOrderKnown: boolean;
  /** … or else up to which pixel of the row they have. */
  orderUntilX: number;
  /** What they show in the current pixel. */
  readonly keptTexels: Int32Array;
  /** Working memory of `resolvePixel`, and a sample's surfaces. */
  readonly depths: Float64Array;
  readonly words: Int32Array;
  readonly wordQuads: Uint16Array;
  /** Working memory to divide a pixel's samples by the texels that they see. */
  readonly cut: CutMemory;
  /** For each kept quad: the samples that see it, unless it is known to be hidden. */
  readonly covers: Int32Array;
  /** For each kept quad: 1 if it is in front of all that come after it. */
  readonly hides: Uint8Array;
  /** Pairs of kept quads that cross in the pixel, by index, and the number of pairs. */
  readonly crossingPairs: Uint16Array;
  crossings: number;
  /** Groups of samples that see the same, a bit for each sample, and the number of groups. */
  readonly groupMasks: Int32Array;
  groups: number;
  /** What each group sees, the nearest first: from `groupRoom` times its number on, so many. */
  readonly groupWords: Int32Array;
  readonly groupQuads: Uint16Array;
  readonly groupCounts: Uint16Array;
  readonly groupRoom: number;
  /** The stack of each group, if there are no cells of a raised overlay. */
  readonly groupStacks: Int32Array;
  /** The samples of the current group that see the same as the first of them, as far as is known. */
  agreed: number;
  /** Working memory of `enterVoxels`. */
  readonly seenWords: Int32Array;
  readonly seenQuads: Uint16Array;
  readonly walk: ShellWalk;
};

/** How many numbers say where two planes cross: a, b, c of how much nearer the first is. */
export const crossingNumbers = 3;

/** How many numbers a box has, see `ShellWalk`. */
export const boxNumbers = 4;

/** A ray about which more is asked is not stored in `StackMemo`; most need a dozen. */
export const maxQuestions = 4096;

/** Working memory for following a ray through the cells of a shell. */
export type ShellWalk = {
  /** The shell, the cell that the ray is in, and that from which it comes to the base. */
  shell: number;
  readonly cell: Int32Array;
  readonly goal: Int32Array;
  /** How many planes of each axis are still to cross, negative if that is not known. */
  readonly steps: Int32Array;
  /**
   * The next plane of each axis, whether it is towards higher (1) or lower coordinates (−1), and a quad
   * in it; the fourth quad is what hides the rest.
   */
  readonly planes: Int32Array;
  readonly signs: Int32Array;
  readonly quads: Int32Array;
  /** Which of the four quads the ray meets, the nearest first, and their number. */
  readonly queue: Int32Array;
  queued: number;
  /** Where the current texels are all seen: the centre of a box, half its width, half its height, in pixels. */
  readonly box: Float64Array;
  /** What was asked about the current ray, see `crossingNumbers`, and the answers. */
  readonly crossings: Float32Array;
  readonly answers: Uint8Array;
  asked: number;
};

function createShellWalk(): ShellWalk {
  return {
    shell: 0,
    cell: new Int32Array(3),
    goal: new Int32Array(3),
    steps: new Int32Array(3),
    planes: new Int32Array(3),
    signs: new Int32Array(3),
    quads: new Int32Array(4),
    queue: new Int32Array(4),
    queued: 0,
    box: new Float64Array(boxNumbers),
    crossings: new Float32Array((maxQuestions + 1) * crossingNumbers),
    answers: new Uint8Array(maxQuestions),
    asked: 0,
  };
}

/**
 * @param allQuads their number
 * @param surfaces those that rays come to from outside of their shell
 */
export function createPixelMemory(allQuads: number, surfaces: readonly ScreenQuad[]): PixelMemory {
  const count = surfaces.length;
  return {
    agreed: 0,
    seenWords: new Int32Array(count),
    seenQuads: new Uint16Array(count),
    walk: createShellWalk(),
    pixelX: 0,
    pixelY: 0,
    stacks: new Int32Array(samplesPerPixel),
    weights: new Uint8Array(samplesPerPixel),
    listedQuads: new Uint16Array(count),
    listed: 0,
    listedOccluder: -1,
    keptQuads: new Uint16Array(count),
    keptSlots: new Uint16Array(count),
    kept: 0,
    keptSides: new Uint8Array(count),
    keptEnd: 0,
    isOrderKnown: false,
    orderUntilX: -1,
    keptTexels: new Int32Array(count),
    depths: new Float64Array(allQuads),
    words: new Int32Array(allQuads),
    wordQuads: new Uint16Array(allQuads),
    cut: createCutMemory(surfaces),
    covers: new Int32Array(count),
    hides: new Uint8Array(count),
    crossingPairs: new Uint16Array(512),
    crossings: 0,
    groupMasks: new Int32Array(samplesPerPixel),
    groups: 0,
    groupWords: new Int32Array(samplesPerPixel * count),
    groupQuads: new Uint16Array(samplesPerPixel * count),
    groupCounts: new Uint16Array(samplesPerPixel),
    groupRoom: count,
    groupStacks: new Int32Array(samplesPerPixel),
  };
}
