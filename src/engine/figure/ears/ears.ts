import { sineCosine, type Vec3 } from '../vector.ts';
import type { EarAnchor, EarMode } from '../../skin/ears/shape.ts';
import { plus, times, type EarsSurface } from './surface.ts';

type Side = Pick<EarsSurface, 'texels' | 'corner' | 'right' | 'down'>;

const onHead = { on: 'head', sheet: 'skin' } as const;

const anchorZ = { front: -4, centre: 0, back: 4 } as const satisfies Record<EarAnchor, number>;

const toLeft: Vec3 = [-1, 0, 0];
const toRight: Vec3 = [1, 0, 0];
const up: Vec3 = [0, 1, 0];
const down: Vec3 = [0, -1, 0];
const back: Vec3 = [0, 0, 1];
const forward: Vec3 = [0, 0, -1];

/** The ears on the head of a figure. Front and back of each have texels of their own. */
export function earSurfaces(mode: EarMode, anchor: EarAnchor): EarsSurface[] {
  return sidesOf[mode](anchorZ[anchor]).map((side) =>
    Object.assign({ isOneSided: true }, side, onHead),
  );
}

const sidesOf = {
  none: () => [],
  above: (z) => above(z),
  around: (z) => [
    ...above(z),
    { texels: [36, 16, 8, 4], corner: [8, 24, z], right: up, down: toLeft },
    { texels: [12, 16, 8, 4], corner: [4, 24, z], right: up, down: toRight },
    { texels: [36, 32, 8, 4], corner: [-4, 24, z], right: up, down: toLeft },
    { texels: [12, 32, 8, 4], corner: [-8, 24, z], right: up, down: toRight },
  ],
  sides: (z) => [
    { texels: [24, 0, 8, 8], corner: [12, 32, z], right: toLeft, down },
    { texels: [56, 28, 8, 8], corner: [4, 24, z], right: up, down: toRight },
    { texels: [32, 0, 8, 8], corner: [-4, 32, z], right: toLeft, down },
    { texels: [56, 36, 8, 8], corner: [-12, 24, z], right: up, down: toRight },
  ],
  behind: () => out(24, 4),
  out: (z) => out(z === 0 ? 32 : 24, z === 0 ? -4 : z < 0 ? -12 : 4),
  floppy: () => floppy,
  cross: (z) => [
    ...crossed(z, 1, { front: [24, 0], back: [56, 28] }),
    ...crossed(z, -1, { front: [32, 0], back: [56, 36] }),
  ],
  tall: (z) => tall(z),
  tall_cross: (z) => [...tallCrossed(z, 1), ...tallCrossed(z, -1)],
} as const satisfies Record<EarMode, (z: number) => readonly Side[]>;

function above(z: number): Side[] {
  return [
    { texels: [24, 0, 16, 8], corner: [8, 40, z], right: toLeft, down },
    { texels: [56, 28, 8, 16], corner: [-8, 32, z], right: up, down: toRight },
  ];
}

/** In the planes of the head's sides. @param y of their lower edges @param z of their front edges */
function out(y: number, z: number): Side[] {
  return [
    { texels: [24, 0, 8, 8], corner: [4, y + 8, z + 8], right: forward, down },
    { texels: [56, 28, 8, 8], corner: [4, y, z], right: up, down: back },
    { texels: [32, 0, 8, 8], corner: [-4, y + 8, z], right: back, down },
    { texels: [56, 36, 8, 8], corner: [-4, y, z + 8], right: up, down: forward },
  ];
}

/** Hung from the sides of the head, 30° away from it. */
const [sin30, cos30] = sineCosine(30);
const tip = { x: 4 + 8 * sin30, y: 31 - 8 * cos30 };
const floppy: readonly Side[] = [
  { texels: [24, 0, 8, 8], corner: [4, 31, 4], right: forward, down: [sin30, -cos30, 0] },
  { texels: [56, 28, 8, 8], corner: [tip.x, tip.y, -4], right: [-sin30, cos30, 0], down: back },
  { texels: [32, 0, 8, 8], corner: [-4, 31, -4], right: back, down: [-sin30, -cos30, 0] },
  { texels: [56, 36, 8, 8], corner: [-tip.x, tip.y, 4], right: [sin30, cos30, 0], down: forward },
];

const [diagonal] = sineCosine(45);
const reach = 4 * diagonal;

type FrontAndBack = Record<'front' | 'back', readonly [u: number, v: number]>;

/** One of two ears that cross at the middle of the head. @param turn 1 or −1: which way it is turned */
function crossed(z: number, turn: 1 | -1, { front, back: rear }: FrontAndBack): Side[] {
  const along: Vec3 = [diagonal, 0, turn * diagonal];
  return [
    {
      texels: [...front, 8, 8],
      corner: [reach, 40, z + turn * reach],
      right: times(along, -1),
      down,
    },
    { texels: [...rear, 8, 8], corner: [-reach, 32, z - turn * reach], right: up, down: along },
  ];
}

/** The same as one long ear, whose texels lie on their side in front. */
function tallCrossed(z: number, turn: 1 | -1): Side[] {
  const along: Vec3 = [diagonal, 0, turn * diagonal];
  return [
    {
      texels: [24, 0, 16, 8],
      corner: [reach, 32, z + turn * reach],
      right: up,
      down: times(along, -1),
    },
    { texels: [56, 28, 8, 16], corner: [-reach, 48, z - turn * reach], right: along, down },
  ];
}

/** The angle of each slice of a tall ear from that below, as a part of the whole. */
const tallJoints = [1 / 3, 1, 1 / 2, 1] as const;
const tallDegrees = 6;

/** Four slices, one on another, each of which leans further back. */
function tall(z: number): Side[] {
  let foot: Vec3 = [0, 32, z];
  let leaning = 0;
  return tallJoints.flatMap((share, index): Side[] => {
    leaning += share * tallDegrees;
    const [sine, cosine] = sineCosine(leaning);
    const along: Vec3 = [0, cosine, sine];
    const head = plus(foot, along, 4);
    const slice: Side[] = [
      {
        texels: [24 + 4 * index, 0, 4, 8],
        corner: plus(foot, toRight, 4),
        right: along,
        down: toLeft,
      },
      {
        texels: [56, 40 - 4 * index, 8, 4],
        corner: plus(head, toLeft, 4),
        right: toRight,
        down: times(along, -1),
      },
    ];
    foot = head;
    return slice;
  });
}
