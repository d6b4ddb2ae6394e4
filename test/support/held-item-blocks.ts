import type { Held } from '../../src/engine/figure/held.ts';
import {
  glowsAt,
  spriteTexels,
  heldItemSheet,
  shapeOf,
  type SpriteName,
} from '../../src/engine/figure/held-items/sprite.ts';
import type { Vec3 } from '../../src/engine/figure/vector.ts';
import { dot, minus, nearer, shadeOf, type Hit, type Sight } from './ray-vectors.ts';

/**
 * An item in a hand in a slow, simple way: every texel of its sprite is a block with eight corners,
 * and every ray is tested against all of them.
 */
export type Block = {
  readonly corners: readonly Vec3[];
  readonly walls: readonly Wall[];
  readonly rank: number;
};

type Wall = {
  readonly point: Vec3;
  readonly outward: Vec3;
  readonly colour: readonly [red: number, green: number, blue: number];
  readonly glows: boolean;
};

const places = Array.from(
  { length: spriteTexels ** 2 },
  (_, at) => [at % spriteTexels, Math.floor(at / spriteTexels)] as const,
);

export function blocksOf(heldItems: readonly Held[]): Block[] {
  return heldItems.flatMap((held) =>
    places.flatMap(([column, row]) =>
      glowsAt(held.sprite, column, row) === null ? [] : [blockAt(held, [column, row, 0])],
    ),
  );
}

function blockAt({ sprite, move, shell }: Held, from: Vec3): Block {
  const at = ([x, y, z]: Vec3): Vec3 => [
    move[0] * x + move[1] * y + move[2] * z + move[3],
    move[4] * x + move[5] * y + move[6] * z + move[7],
    move[8] * x + move[9] * y + move[10] * z + move[11],
  ];
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((bits) =>
    at([from[0] + (bits >> 2), from[1] + ((bits >> 1) & 1), from[2] + (bits & 1)]),
  );
  const middle = at([from[0] + 0.5, from[1] + 0.5, from[2] + 0.5]);
  const walls = steps.map((step): Wall => {
    const point = at([
      from[0] + 0.5 + step[0] / 2,
      from[1] + 0.5 + step[1] / 2,
      from[2] + 0.5 + step[2] / 2,
    ]);
    const away = minus(point, middle);
    const long = Math.hypot(...away);
    return {
      point,
      outward: [away[0] / long, away[1] / long, away[2] / long],
      colour: colourOf(sprite, from, step[2] > 0),
      glows: glowsAt(sprite, from[0], from[1]) === true,
    };
  });
  return { corners, walls, rank: shell >> 1 };
}

const steps: readonly Vec3[] = [
  [-1, 0, 0],
  [1, 0, 0],
  [0, -1, 0],
  [0, 1, 0],
  [0, 0, -1],
  [0, 0, 1],
];

function colourOf(sprite: SpriteName, [column, row]: Vec3, isBack: boolean): Wall['colour'] {
  const at = (row * 2 + (isBack ? 1 : 0)) * spriteTexels + column;
  const word = heldItemSheet.words[shapeOf(sprite).firstRow * heldItemSheet.widthTexels + at] ?? 0;
  return [word & 255, (word >> 8) & 255, (word >> 16) & 255];
}

/** Where a ray enters blocks. */
export function blockHits(blocks: readonly Block[], sight: Sight): Hit[] {
  return blocks.flatMap((block) => entry(block, sight) ?? []);
}

function entry({ walls, rank }: Block, sight: Sight): Hit | null {
  const { from, ray, towards } = sight;
  let [enter, exit] = [-Infinity, Infinity];
  let entered: Wall | null = null;
  for (const wall of walls) {
    const steep = dot(wall.outward, ray);
    const above = dot(wall.outward, minus(from, wall.point));
    if (steep === 0 && above > 0) return null;
    if (steep < 0 && -above / steep > enter) [enter, entered] = [-above / steep, wall];
    if (steep > 0) exit = Math.min(exit, -above / steep);
  }
  if (entered === null || enter >= exit) return null;
  const { outward, colour, glows } = entered;
  return {
    away: nearer(enter, rank, towards),
    opaque: true,
    shade: glows ? 255 : shadeOf(outward, sight),
    texel: 0,
    colour,
  };
}
