import digits from './digits.json' with { type: 'json' };
import { mix, paint, paints, put, stamp, tintAt, type Art, type Paint } from './art.ts';
import { cellAt, hash, within } from './noise.ts';
import { isDithered } from './sky.ts';

/** The position of the ground in art pixels; the same for every scene. */
export type Terrain = {
  /** First row of the ground plane, seen from slightly above. */
  readonly horizonRow: number;
  /** First row of the front face, which shows the names. */
  readonly frontRow: number;
  readonly blocks: readonly Block[];
};

/** Something to stand on: a podium's block, a step, a terrace. */
export type Block = {
  readonly left: number;
  readonly columns: number;
  readonly topRow: number;
  /** Visible rows of its top. */
  readonly depthRows: number;
  /** The row after its front, where it touches the ground. */
  readonly baseRow: number;
  /** A number on its front; 0 for none. */
  readonly mark: number;
};

/** Of ground that passes, `ring` is the number of columns after which it is the same again. */
export type Material = {
  /** Colour of the plane; `near` is 0 at the horizon, 1 at the edge. */
  readonly top: (column: number, row: number, near: number, ring?: number) => Paint;
  readonly lip: (column: number) => Paint;
  /** Colour of the front, `depth` rows below the edge. */
  readonly front: (column: number, depth: number, ring?: number) => Paint;
  /** Colour of a block's front, if it differs; `x` of `columns`. */
  readonly block?: (
    column: number,
    depth: number,
    ring: number | undefined,
    across: { readonly x: number; readonly columns: number },
  ) => Paint;
  /** Colours of a number on a block. */
  readonly mark: { readonly lit: Paint; readonly dark: Paint };
};

// The seeds of the noise below are arbitrary, but all different.

/** Selects a shade by noise that is stretched horizontally. */
function blotch(seed: number, [x, y]: readonly [number, number], shades: readonly Paint[]): Paint {
  return shades[Math.min(shades.length - 1, Math.floor(hash(seed, x, y) * shades.length))]!;
}

/** Shades of the plane from far to near: streaks that grow towards the viewer. */
export function lying(far: readonly Paint[], close: readonly Paint[]): Material['top'] {
  return (column, row, near, ring = Infinity) => {
    const length = 2 + Math.floor(near * 4);
    const shift = Math.floor(hash(11, row) * length);
    const { cell } = cellAt(within(column + shift, ring), length, ring);
    const shades = isDithered(column, row, Math.max(0, Math.min(1, near * 1.5 - 0.25)))
      ? close
      : far;
    return blotch(12, [cell, row], shades);
  };
}

/** An edge of the plane in two shades. */
export function rough(hexes: string): Material['lip'] {
  const [one, other] = paints(hexes);
  return (column) => (hash(3, column >> 1) < 0.5 ? one! : other!);
}

/** Size of a brick in the front, in art pixels. */
const brick = 12;

/**
 * A front built of bricks: each a little lighter or darker than the next, mottled, and darker with
 * depth, so that names are readable on it.
 */
export function mottled(shades: readonly Paint[], deep: Paint): Material['front'] {
  return (column, depth, ring) => {
    const across = cellAt(column, brick, ring);
    const cell = [across.cell, Math.floor((depth + 2) / brick)] as const;
    const bias = (hash(8, cell[0], cell[1]) - 0.5) * 0.5;
    const at = hash(9, column >> 1, depth) * 0.72 + 0.14 + bias * 0.6;
    const shade = shades[Math.max(0, Math.min(shades.length - 1, Math.floor(at * shades.length)))]!;
    const isJoint = (depth + 2) % brick === 0 || across.at === 0;
    const joined = isJoint && hash(10, column, depth) < 0.7 ? mix(shade, deep, 0.28) : shade;
    return mix(joined, deep, Math.min(0.62, depth * 0.022));
  };
}

/** Adds a fringe of uneven length that hangs over the edge. */
export function fringed(
  { shades, min, max }: { shades: readonly Paint[]; min: number; max: number },
  below: Material['front'],
): Material['front'] {
  return (column, depth, ring) => {
    const pair = hash(5, column >> 1);
    const reach = min + Math.floor((pair * 0.7 + hash(6, column) * 0.3) * (max - min + 1));
    if (depth < reach) return blotch(7, [column, depth], shades);
    const colour = below(column, depth, ring);
    // The fringe shades what is right below it.
    return depth === reach ? mix(colour, paint('#000000'), 0.3) : colour;
  };
}

export function paintLying(art: Art, { horizonRow, frontRow }: Terrain, material: Material): void {
  for (let row = Math.max(0, horizonRow); row < Math.min(art.rows, frontRow); row++) {
    const near = (row - horizonRow) / Math.max(1, frontRow - 1 - horizonRow);
    for (let column = 0; column < art.columns; column++) {
      const at = within(column, art.ring ?? Infinity);
      const isLip = row === frontRow - 1;
      put(art, column, row, isLip ? material.lip(at) : material.top(at, row, near, art.ring));
    }
  }
}

export function paintFront(art: Art, { frontRow }: Terrain, material: Material): void {
  for (let row = Math.max(0, frontRow); row < art.rows; row++) {
    for (let column = 0; column < art.columns; column++) {
      const at = within(column, art.ring ?? Infinity);
      put(art, column, row, material.front(at, row - frontRow, art.ring));
    }
  }
}

const light = paint('#ffffff');

/**
 * Draws a block of the ground's material, lit from the left, with its shadow on the ground.
 * @param shadow colour of shadows in this light
 */
export function paintBlock(art: Art, block: Block, material: Material, shadow: Paint): void {
  const { left, columns, topRow, depthRows, baseRow } = block;
  const { ring } = art;
  const front: NonNullable<Material['block']> = material.block ?? material.front;
  const turned = (column: number): number => within(column, ring ?? Infinity);
  for (let column = left - 1; column < left + columns + 4; column++) {
    for (const [row, share] of [
      [baseRow - 1, 0.2],
      [baseRow, 0.3],
    ] as const) {
      tintAt(art, [column, row], shadow, share);
    }
  }
  for (let x = 0; x < columns; x++) {
    const column = left + x;
    for (let y = 0; y < depthRows; y++) {
      const row = topRow - depthRows + y;
      const isLip = y === depthRows - 1;
      const near = 0.35 + (0.6 * y) / depthRows;
      const at = turned(column + 7);
      const plane = isLip ? material.lip(turned(column)) : material.top(at, row, near, ring);
      put(art, column, row, plane);
      if (y === 0) tintAt(art, [column, row], shadow, 0.12);
    }
    for (let row = topRow; row < baseRow; row++) {
      put(art, column, row, front(turned(x + left * 3), row - topRow, ring, { x, columns }));
      if (x >= columns - 2) tintAt(art, [column, row], shadow, 0.25);
      if (x === 0) tintAt(art, [column, row], light, 0.12);
    }
  }
  paintMark(art, block, material);
}

type Digits = Readonly<Record<number, readonly string[]>>;

/** Large ones are drawn separately instead of enlarged, because all art pixels have one size. */
const { small, large }: Readonly<Record<'small' | 'large', Digits>> = digits;

function paintMark(
  art: Art,
  { left, columns, topRow, baseRow, mark }: Block,
  material: Material,
): void {
  const space = baseRow - topRow;
  const isLarge = space >= 26 && columns >= 16;
  const lines = (isLarge ? large : small)[mark];
  if (lines === undefined) return;
  const [wide, high] = [lines[0]!.length, lines.length];
  if (space < high + 2 || columns < wide + 2) return;
  const x = left + Math.floor((columns - wide) / 2);
  // Below the middle, because a fringe hangs over the front; of a block behind others, where they hide it least.
  const below = space > 3 * high ? Math.ceil(high / 2) : Math.floor((space - high + 3) / 2);
  const y = topRow + Math.min(space - high - 1, below);
  stamp(art, [x + 1, y + 1], lines, { '#': material.mark.dark });
  stamp(art, [x, y], lines, { '#': material.mark.lit });
}
