/** How many numbers say where two planes cross: a, b, c of how much nearer the first is. */
export const crossingNumbers = 3;

/** How many numbers a box has, see `ShellWalk`. */
export const boxNumbers = 4;

/** A ray about which more is asked is not stored in `StackMemo`; most need a dozen. */
export const mostQuestions = 4096;

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

export function createShellWalk(): ShellWalk {
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
    crossings: new Float32Array((mostQuestions + 1) * crossingNumbers),
    answers: new Uint8Array(mostQuestions),
    asked: 0,
  };
}
