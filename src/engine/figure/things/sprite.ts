/** Columns and rows of a sprite. */
export const spriteTexels = 16;

/**
 * A picture of a thing, painted by the project. Each of its texels becomes a small block, so it is
 * either opaque or absent.
 */
export type Sprite = {
  /** Sixteen rows from the top, of sixteen letters of `colours` each; a dot for no texel. */
  readonly rows: readonly string[];
  /** `rrggbb` of each letter. */
  readonly colours: Readonly<Record<string, string>>;
  /** What is different on the back, which shows the same texels mirrored. */
  readonly back?: Readonly<Record<string, string>>;
  /** Letters of texels that glow: they keep their colour in every light. */
  readonly glows?: string;
};

/** The directions of the sides of a sprite's blocks, from the painter's point of view. */
export const spriteSides = ['front', 'back', 'left', 'right', 'top', 'bottom'] as const;
export type SpriteSide = (typeof spriteSides)[number];

/** A rectangle of texels on one side of a sprite that nothing covers. */
export type SpriteFace = {
  readonly side: SpriteSide;
  /** First texel and size, from the top left of the sprite. */
  readonly column: number;
  readonly row: number;
  readonly columns: number;
  readonly rows: number;
  readonly glows: boolean;
};

/** What is beside a texel in the direction of a side; front and back are never covered. */
const steps = {
  front: null,
  back: null,
  left: [-1, 0],
  right: [1, 0],
  top: [0, -1],
  bottom: [0, 1],
} as const satisfies Record<SpriteSide, readonly [right: number, down: number] | null>;

const indices = Array.from({ length: spriteTexels }, (_, index) => index);

/** The visible sides of all blocks of a sprite, with neighbours of one plane in one rectangle. */
export function spriteFaces(sprite: Sprite): SpriteFace[] {
  return spriteSides.flatMap((side) => joined(sprite, side));
}

function joined(sprite: Sprite, side: SpriteSide): SpriteFace[] {
  const isLine = side === 'left' || side === 'right';
  const faces: SpriteFace[] = [];
  for (const row of indices) {
    for (const column of indices) {
      const glows = isFree(sprite, side, column, row) ? glowsAt(sprite, column, row) : null;
      if (glows === null) continue;
      const before = faces.at(-1);
      const continues =
        !isLine &&
        before?.glows === glows &&
        before.row === row &&
        before.column + before.columns === column;
      if (continues) faces.splice(-1, 1, { ...before, columns: before.columns + 1 });
      else faces.push({ side, column, row, columns: 1, rows: 1, glows });
    }
  }
  // Runs of front and back, and the sides of columns, continue in the next row.
  return side === 'top' || side === 'bottom' ? faces : stacked(faces);
}

function stacked(runs: readonly SpriteFace[]): SpriteFace[] {
  const faces: SpriteFace[] = [];
  for (const run of runs) {
    const above = faces.findIndex(
      ({ column, columns, row, rows, glows }) =>
        column === run.column &&
        columns === run.columns &&
        row + rows === run.row &&
        glows === run.glows,
    );
    if (above < 0) faces.push(run);
    else faces.splice(above, 1, { ...faces[above]!, rows: faces[above]!.rows + 1 });
  }
  return faces;
}

function isFree(sprite: Sprite, side: SpriteSide, column: number, row: number): boolean {
  const step = steps[side];
  return step === null || glowsAt(sprite, column + step[0], row + step[1]) === null;
}

/** Whether a texel glows; `null` if there is none. */
function glowsAt({ rows, glows = '' }: Sprite, column: number, row: number): boolean | null {
  const letter = rows[row]?.[column] ?? '.';
  return letter === '.' ? null : glows.includes(letter);
}

/** Front and back of a sprite side by side: 32 × 16 words of RGBA. */
export function spriteWords({ rows, colours, back = {} }: Sprite): Uint32Array {
  const words = new Uint32Array(2 * spriteTexels * spriteTexels);
  const [fronts, backs] = [colours, back].map((table) => new Map(Object.entries(table)));
  rows.forEach((letters, row) => {
    Array.from(letters).forEach((letter, column) => {
      const front = fronts!.get(letter);
      if (front === undefined) return;
      const at = row * 2 * spriteTexels + column;
      words[at] = wordOf(front);
      words[at + spriteTexels] = wordOf(backs!.get(letter) ?? front);
    });
  });
  return words;
}

function wordOf(rgb: string): number {
  const [red, green, blue] = [0, 2, 4].map((at) => Number.parseInt(rgb.slice(at, at + 2), 16));
  return ((255 << 24) | (blue! << 16) | (green! << 8) | red!) >>> 0;
}
