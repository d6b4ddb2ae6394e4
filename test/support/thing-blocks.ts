import type { Held } from '../../src/render/model/held.ts';
import type { Sprite } from '../../src/render/things/sprite.ts';
import type { Vec3 } from '../../src/render/model/vector.ts';
import type { View } from '../../src/render/camera/view.ts';
import type { Light } from '../../src/render/plan/screen-quads.ts';
import type { Camera, Hit } from './ray-renderer.ts';

/**
 * A thing in a hand in a slow, simple way: every texel of its sprite is a block with eight corners,
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

const dot = (a: Vec3, b: Vec3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const minus = (a: Vec3, b: Vec3): Vec3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];

export function blocksOf(things: readonly Held[]): Block[] {
  return things.flatMap((held) =>
    held.sprite.rows.flatMap((letters, row) =>
      Array.from(letters).flatMap((letter, column) =>
        letter === '.' ? [] : [blockAt(held, letter, [column, row, 0])],
      ),
    ),
  );
}

function blockAt({ sprite, move, shell }: Held, letter: string, from: Vec3): Block {
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
      colour: colourOf(sprite, letter, step[2] > 0),
      glows: (sprite.glows ?? '').includes(letter),
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

function colourOf(sprite: Sprite, letter: string, isBack: boolean): Wall['colour'] {
  const hex = (isBack ? sprite.back?.[letter] : undefined) ?? sprite.colours[letter]!;
  const level = (at: number): number => Number.parseInt(hex.slice(at, at + 2), 16);
  return [level(0), level(2), level(4)];
}

type Sight = {
  readonly from: Vec3;
  readonly ray: Vec3;
  readonly towards: View;
  readonly light: Light;
  readonly camera: Camera;
};

/** Where a thing in the plane of something else lies, it is nearer by this much for each rank. */
const rankStepUnits = 1e-4;

/** Where a ray enters blocks. */
export function blockHits(blocks: readonly Block[], sight: Sight): Hit[] {
  return blocks.flatMap((block) => entry(block, sight) ?? []);
}

function entry({ walls, rank }: Block, sight: Sight): Hit | null {
  const { from, ray, towards, light, camera } = sight;
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
  const shade = light(
    dot(outward, camera.right),
    dot(outward, camera.up),
    -dot(outward, camera.forward),
  );
  const step = rank * rankStepUnits;
  const far = towards.distanceUnits;
  return {
    away: far === null ? enter - step : enter / (1 + step / far),
    opaque: true,
    shade: glows ? 255 : shade,
    texel: 0,
    colour,
  };
}
