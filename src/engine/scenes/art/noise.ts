/** A hash of a position, in 0 … 1: the same on every machine, at any time. */
export function hash(seed: number, x: number, y = 0): number {
  let mixed =
    Math.imul(x, 0x27d4eb2d) ^ Math.imul(y + 0x51ed, 0x165667b1) ^ Math.imul(seed + 1, 0x9e3779b1);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
}

/** Smooth 1D noise, 0 … 1; random values are `period` steps apart. */
export function waves(seed: number, x: number, period: number): number {
  const at = x / period;
  const cell = Math.floor(at);
  const share = at - cell;
  const eased = share * share * (3 - 2 * share);
  return hash(seed, cell) + (hash(seed, cell + 1) - hash(seed, cell)) * eased;
}

/** Three octaves of it: hills. */
export function hills(seed: number, x: number, period: number): number {
  return (
    0.6 * waves(seed, x, period) +
    0.28 * waves(seed + 11, x, period / 2.3) +
    0.12 * waves(seed + 23, x, period / 5.1)
  );
}

/** Smooth 2D noise, 0 … 1. */
export function clouded(seed: number, [x, y]: readonly [number, number], period: number): number {
  const row = Math.floor(y / period);
  const share = y / period - row;
  const eased = share * share * (3 - 2 * share);
  const above = waves(seed + row * 101, x, period);
  const below = waves(seed + (row + 1) * 101, x, period);
  return above + (below - above) * eased;
}

/**
 * Columns for scattered things: about `spacing` apart, with random offsets, from beyond the left border
 * to beyond the right one. Each has a number as a seed.
 */
export function scatter(
  seed: number,
  columns: number,
  spacing: number,
): readonly { readonly column: number; readonly id: number }[] {
  const count = Math.ceil(columns / spacing) + 2;
  return Array.from({ length: count }, (_, id) => ({
    id,
    column: Math.round((id - 1 + 0.15 + 0.7 * hash(seed, id)) * spacing),
  }));
}
