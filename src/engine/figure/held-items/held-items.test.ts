import { describe, expect, it } from 'vitest';
import { heldItems, heldItemRows, type HeldItemRow } from './held-items.ts';
import {
  heldItemSheet,
  glowsAt,
  spriteFaces,
  spriteNames,
  spriteSides,
  type SpriteName,
  type SpriteSide,
} from './sprite.ts';

const held = heldItems.flatMap((heldItem) => {
  const { used, ...idle }: HeldItemRow = heldItemRows[heldItem];
  return [
    [heldItem, idle] as const,
    ...(used === undefined ? [] : [[`${heldItem}, used`, used] as const]),
  ];
});

const has = (sprite: SpriteName, column: number, row: number): boolean =>
  glowsAt(sprite, column, row) !== null;

/** Where the texel is that would cover a side; far away for front and back, which none covers. */
const beside = {
  front: [99, 0],
  back: [99, 0],
  left: [-1, 0],
  right: [1, 0],
  top: [0, -1],
  bottom: [0, 1],
} as const satisfies Record<SpriteSide, readonly [number, number]>;

/** The texels whose side in this direction is free, counted one by one. */
function freeSides(sprite: SpriteName, side: SpriteSide): number {
  const [right, down] = beside[side];
  const places = Array.from({ length: 256 }, (_, at) => [at % 16, at >> 4] as const);
  return places.filter(
    ([column, row]) => has(sprite, column, row) && !has(sprite, column + right, row + down),
  ).length;
}

describe.each(held)('the sprite of %s', (_, { sprite, grip }) => {
  it('is held where it is', () => {
    const [column, row] = grip.at;
    const around = [-1, 0, 1].flatMap((x) => [-1, 0, 1].map((y) => [x, y] as const));
    expect(around.some(([x, y]) => has(sprite, Math.floor(column) + x, Math.floor(row) + y))).toBe(
      true,
    );
  });

  it.each(spriteSides)('shows each free side once: %s', (side) => {
    const faces = spriteFaces(sprite).filter((face) => face.side === side);
    const seen = faces.flatMap(({ column, row, columns, rows }) =>
      Array.from(
        { length: columns * rows },
        (__, at) => `${column + (at % columns)} ${row + Math.floor(at / columns)}`,
      ),
    );

    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.length).toBe(freeSides(sprite, side));
  });
});

describe('the sheet of things', () => {
  it('has each sprite with its back beside it, opaque or empty', () => {
    expect(held.map(([, { sprite }]) => sprite)).toEqual(spriteNames);
    expect(heldItemSheet.words.length).toBe(held.length * 16 * heldItemSheet.widthTexels);
    // The back has the texels of the front.
    const isThere = [...heldItemSheet.words].map((word) => word !== 0);
    expect(isThere.filter((_, at) => at % 32 < 16)).toEqual(
      isThere.filter((_, at) => at % 32 >= 16),
    );
    expect(new Set([...heldItemSheet.words].map((word) => word >>> 24))).toEqual(new Set([0, 255]));
  });
});
