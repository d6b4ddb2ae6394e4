/** A hash of a position, in 0 … 1: the same on every machine, at any time. */
export function hash(seed: number, x: number, y = 0): number {
  let mixed =
    Math.imul(x, 0x27d4eb2d) ^ Math.imul(y + 0x51ed, 0x165667b1) ^ Math.imul(seed + 1, 0x9e3779b1);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
}

/** A position in a ring of a length: the rest after whole rounds. */
export function within(x: number, length: number): number {
  return length === Infinity ? x : x - Math.floor(x / length) * length;
}

/** The size of cells that go into a ring a whole number of times: nearly the given one. */
function fitting(size: number, ring: number): number {
  return ring === Infinity ? size : ring / Math.max(1, Math.round(ring / size));
}

/**
 * The cell of a column, and the column within it.
 * @param size in columns
 * @param ring after so many columns the same cells begin again
 */
export function cellAt(column: number, size: number, ring = Infinity) {
  const own = fitting(size, ring);
  const cell = Math.floor(column / own);
  return { cell, at: column - Math.ceil(cell * own) } as const;
}

/**
 * Smooth 1D noise, 0 … 1; random values are `period` steps apart.
 * @param ring after so many steps it begins again
 */
export function waves(seed: number, x: number, period: number, ring = Infinity): number {
  const own = fitting(period, ring);
  const count = Math.round(ring / own);
  const at = x / own;
  const cell = Math.floor(at);
  const share = at - cell;
  const eased = share * share * (3 - 2 * share);
  const valueOf = (one: number): number => hash(seed, within(one, count));
  return valueOf(cell) + (valueOf(cell + 1) - valueOf(cell)) * eased;
}

/** Three octaves of it: hills. */
export function hills(seed: number, x: number, period: number): number {
  return (
    0.6 * waves(seed, x, period) +
    0.28 * waves(seed + 11, x, period / 2.3) +
    0.12 * waves(seed + 23, x, period / 5.1)
  );
}

/** Smooth 2D noise, 0 … 1. @param ring after so many steps to the right it begins again */
export function clouded(
  seed: number,
  [x, y]: readonly [number, number],
  period: number,
  ring = Infinity,
): number {
  const row = Math.floor(y / period);
  const share = y / period - row;
  const eased = share * share * (3 - 2 * share);
  const above = waves(seed + row * 101, x, period, ring);
  const below = waves(seed + (row + 1) * 101, x, period, ring);
  return above + (below - above) * eased;
}

type Scattered = readonly { readonly column: number; readonly id: number }[];

/**
 * Columns for scattered things: about `spacing` apart, with random offsets, from beyond the left border
 * to beyond the right one. Each has a number as a seed.
 */
export function scatter(seed: number, columns: number, spacing: number): Scattered {
  const count = Math.ceil(columns / spacing) + 2;
  return Array.from({ length: count }, (_, id) => ({
    id,
    column: Math.round((id - 1 + 0.15 + 0.7 * hash(seed, id)) * spacing),
  }));
}

/**
 * Columns for things that lie on the ground of a picture. In a ring each occurs again after its length; what is
 * rarer than that is not there.
 */
export function strewn(
  seed: number,
  { columns, ring }: { readonly columns: number; readonly ring?: number },
  spacing: number,
): Scattered {
  if (ring === undefined) return scatter(seed, columns, spacing);
  const count = Math.round(ring / spacing);
  const rounds = Math.ceil(columns / ring) + 2;
  return Array.from({ length: count * rounds }, (_, at) => {
    const id = at % count;
    const column = Math.round((id + 0.15 + 0.7 * hash(seed, id)) * (ring / count));
    return { id, column: column + (Math.floor(at / count) - 1) * ring };
  });
}
