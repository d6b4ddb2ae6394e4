import { readFileSync } from 'node:fs';
import { asWords } from '../../image/canvas.ts';
import { decodePng } from '../../image/decode-png.ts';

/** Columns and rows of a sprite. */
export const spriteTexels = 16;

/**
 * The pictures of what hands hold, painted by the project, in the order in which they are in `sprites.png`,
 * one below the other. Each has its front at the left, its back as it is behind the front in the middle,
 * and at the right, white, the texels that glow: they keep their colour in every light. Each of its texels
 * becomes a small block, so it is either opaque or absent.
 */
export const spriteNames = [
  'sword',
  'bow',
  'drawn_bow',
  'pickaxe',
  'axe',
  'torch',
  'book',
  'open_book',
  'shield',
  'fishing_rod',
  'cake',
  'flower',
  'banner',
  'trophy',
] as const;
export type SpriteName = (typeof spriteNames)[number];

const picture = decodePng(readFileSync(new URL('sprites.png', import.meta.url)));
const texels = asWords(picture);

/** A texel of a part of a sprite: 0 is its front, 2 what glows. */
function texelAt(sprite: SpriteName, part: 0 | 2, column: number, row: number): number {
  const top = spriteNames.indexOf(sprite) * spriteTexels;
  return texels[(top + row) * picture.widthPx + part * spriteTexels + column] ?? 0;
}

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
export function spriteFaces(sprite: SpriteName): SpriteFace[] {
  return spriteSides.flatMap((side) => joined(sprite, side));
}

function joined(sprite: SpriteName, side: SpriteSide): SpriteFace[] {
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

function isFree(sprite: SpriteName, side: SpriteSide, column: number, row: number): boolean {
  const step = steps[side];
  return step === null || glowsAt(sprite, column + step[0], row + step[1]) === null;
}

/** Whether a texel glows; `null` if there is none. */
export function glowsAt(sprite: SpriteName, column: number, row: number): boolean | null {
  const isInside = [column, row].every((at) => at >= 0 && at < spriteTexels);
  if (!isInside || texelAt(sprite, 0, column, row) === 0) return null;
  return texelAt(sprite, 2, column, row) !== 0;
}

/** All sprites, one below the other, one RGBA word a texel; the back of each is beside its front. */
export const heldItemSheet = {
  widthTexels: 2 * spriteTexels,
  words: texels.filter((_, at) => at % picture.widthPx < 2 * spriteTexels),
} as const;

const shapes = new Map(
  spriteNames.map((sprite, index) => {
    const faces = spriteFaces(sprite);
    const fronts = faces.filter(({ side }) => side === 'front');
    return [sprite, { firstRow: index * spriteTexels, faces, fronts }] as const;
  }),
);

/** A sprite on the sheet: its first row, and its surfaces, whose front ones cover all of it. */
export function shapeOf(sprite: SpriteName) {
  return shapes.get(sprite)!;
}
