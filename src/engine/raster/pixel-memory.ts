import { samplesPerPixel } from './plan.ts';
import type { ScreenQuad } from './screen-quads.ts';
import { createCutMemory } from './spans.ts';

/** How many numbers say where two planes cross: a, b, c of how much nearer the first is. */
export const crossingNumbers = 3;

/** How many numbers a box has, see `ShellWalk`. */
export const boxNumbers = 4;

/** A ray about which more is asked is not stored in `StackMemo`; most need a dozen. */
export const maxQuestions = 4096;

/** Working memory for following a ray through the cells of a shell. */
function createShellWalk() {
  return {
    /** The shell, the cell that the ray is in, and that from which it comes to the base. */
    shell: 0,
    cell: new Int32Array(3),
    goal: new Int32Array(3),
    /** How many planes of each axis are still to cross, negative if that is not known. */
    steps: new Int32Array(3),
    /**
     * The next plane of each axis, whether it is towards higher (1) or lower coordinates (−1), and a quad
     * in it; the fourth quad is what hides the rest.
     */
    planes: new Int32Array(3),
    signs: new Int32Array(3),
    quads: new Int32Array(4),
    /** Which of the four quads the ray meets, the nearest first, and their number. */
    queue: new Int32Array(4),
    queued: 0,
    /** Where the current texels are all seen: the centre of a box, half its width, half its height, in pixels. */
    box: new Float64Array(boxNumbers),
    /** What was asked about the current ray, see `crossingNumbers`, and the answers. */
    crossings: new Float32Array((maxQuestions + 1) * crossingNumbers),
    answers: new Uint8Array(maxQuestions),
    asked: 0,
  };
}

export type ShellWalk = ReturnType<typeof createShellWalk>;

/**
 * Working memory to find what one pixel sees, see `resolvePixel`.
 * @param allQuads their number
 * @param surfaces those that rays come to from outside of their shell
 */
export function createPixelMemory(allQuads: number, surfaces: readonly ScreenQuad[]) {
  const count = surfaces.length;
  return {
    /** The current pixel of `resolvePixel`. */
    pixelX: 0,
    pixelY: 0,
    /** The result of `resolvePixel`: stacks and how many samples see each. */
    stacks: new Int32Array(samplesPerPixel),
    weights: new Uint8Array(samplesPerPixel),
    /** The quads of the last pixel that was sorted, as they are in `quadAt`, and its occluder. */
    listedQuads: new Uint16Array(count),
    listed: 0,
    listedOccluder: -1,
    /** Those of them that are not hidden, sorted, and which of its entries they are. */
    keptQuads: new Uint16Array(count),
    keptSlots: new Uint16Array(count),
    kept: 0,
    /** Their sides, and the number of those down to the first opaque one. */
    keptSides: new Uint8Array(count),
    keptEnd: 0,
    /** Whether they have the same order in all pixels that show the same quads … */
    isOrderKnown: false,
    /** … or else up to which pixel of the row they have. */
    orderUntilX: -1,
    /** What they show in the current pixel. */
    keptTexels: new Int32Array(count),
    /** Working memory of `resolvePixel`, and a sample's surfaces. */
    depths: new Float64Array(allQuads),
    words: new Int32Array(allQuads),
    wordQuads: new Uint16Array(allQuads),
    /** Working memory to divide a pixel's samples by the texels that they see. */
    cut: createCutMemory(surfaces),
    /** For each kept quad: the samples that see it, unless it is known to be hidden. */
    covers: new Int32Array(count),
    /** For each kept quad: 1 if it is in front of all that come after it. */
    hides: new Uint8Array(count),
    /** Pairs of kept quads that cross in the pixel, by index, and the number of pairs. */
    crossingPairs: new Uint16Array(512),
    crossings: 0,
    /** Groups of samples that see the same, a bit for each sample, and the number of groups. */
    groupMasks: new Int32Array(samplesPerPixel),
    groups: 0,
    /** What each group sees, the nearest first: from `groupRoom` times its number on, so many. */
    groupWords: new Int32Array(samplesPerPixel * count),
    groupQuads: new Uint16Array(samplesPerPixel * count),
    groupCounts: new Uint16Array(samplesPerPixel),
    groupRoom: count,
    /** The stack of each group, if there are no cells of a raised overlay. */
    groupStacks: new Int32Array(samplesPerPixel),
    /** The samples of the current group that see the same as the first of them, as far as is known. */
    agreed: 0,
    /** Working memory of `enterVoxels`. */
    seenWords: new Int32Array(count),
    seenQuads: new Uint16Array(count),
    walk: createShellWalk(),
  };
}
