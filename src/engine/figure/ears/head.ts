import { sineCosine, plus, times, type Vec3 } from '../vector.ts';
import type { EarAnchor, EarMode, Crown, Snout } from '../../skin/ears/shape.ts';
import { attach, type EarsSurface, type FreeSurface } from './surface.ts';

const head = { on: 'head', sheet: 'skin' } as const;

function onHead(faces: readonly FreeSurface[]): EarsSurface[] {
  return faces.map((face) => attach(head, face));
}

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
    Object.assign({ isOneSided: true }, attach(head, side)),
  );
}

const sidesOf = {
  none: () => [],
  above,
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
  tall,
  tall_cross: (z) => [...tallCrossed(z, 1), ...tallCrossed(z, -1)],
} as const satisfies Record<EarMode, (z: number) => readonly FreeSurface[]>;

function above(z: number): FreeSurface[] {
  return [
    { texels: [24, 0, 16, 8], corner: [8, 40, z], right: toLeft, down },
    { texels: [56, 28, 8, 16], corner: [-8, 32, z], right: up, down: toRight },
  ];
}

/** In the planes of the head's sides. @param y of their lower edges @param z of their front edges */
function out(y: number, z: number): FreeSurface[] {
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
const floppy: readonly FreeSurface[] = [
  { texels: [24, 0, 8, 8], corner: [4, 31, 4], right: forward, down: [sin30, -cos30, 0] },
  { texels: [56, 28, 8, 8], corner: [tip.x, tip.y, -4], right: [-sin30, cos30, 0], down: back },
  { texels: [32, 0, 8, 8], corner: [-4, 31, -4], right: back, down: [-sin30, -cos30, 0] },
  { texels: [56, 36, 8, 8], corner: [-tip.x, tip.y, 4], right: [sin30, cos30, 0], down: forward },
];

const [diagonal] = sineCosine(45);
const reach = 4 * diagonal;

type FrontAndBack = Record<'front' | 'back', readonly [u: number, v: number]>;

/** One of two ears that cross at the middle of the head. @param turn 1 or −1: which way it is turned */
function crossed(z: number, turn: 1 | -1, { front, back: rear }: FrontAndBack): FreeSurface[] {
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
function tallCrossed(z: number, turn: 1 | -1): FreeSurface[] {
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
function tall(z: number): FreeSurface[] {
  let foot: Vec3 = [0, 32, z];
  let leaning = 0;
  return tallJoints.flatMap((share, index): FreeSurface[] => {
    leaning += share * tallDegrees;
    const [sine, cosine] = sineCosine(leaning);
    const along: Vec3 = [0, cosine, sine];
    const top = plus(foot, along, 4);
    const slice: FreeSurface[] = [
      {
        texels: [24 + 4 * index, 0, 4, 8],
        corner: plus(foot, toRight, 4),
        right: along,
        down: toLeft,
      },
      {
        texels: [56, 40 - 4 * index, 8, 4],
        corner: plus(top, toLeft, 4),
        right: toRight,
        down: times(along, -1),
      },
    ];
    foot = top;
    return slice;
  });
}

/** A box without a back on the face. Behind the foremost texels one row of them is drawn out. */
export function snoutSurfaces({ width, height, depth, offset }: Snout): EarsSurface[] {
  const [half, bottom, front] = [width / 2, 24 + offset, -4 - depth];
  const top = bottom + height;
  const rest = depth - 1;
  const drawnOut: FreeSurface[] = [
    { texels: [0, 0, width, 1], corner: [half, top, -4], right: toLeft, down: [0, 0, -rest] },
    {
      texels: [0, 3 + height, width, 1],
      corner: [half, bottom, front + 1],
      right: toLeft,
      down: [0, 0, rest],
    },
    ...[half, -half].map((x): FreeSurface => ({
      texels: [7, 4, 1, height],
      corner: [x, top, -4],
      right: [0, 0, -rest],
      down,
    })),
  ];
  return onHead([
    { texels: [0, 2, width, height], corner: [half, top, front], right: toLeft, down },
    { texels: [0, 1, width, 1], corner: [half, top, front + 1], right: toLeft, down: forward },
    { texels: [0, 2 + height, width, 1], corner: [half, bottom, front], right: toLeft, down: back },
    ...[half, -half].map((x): FreeSurface => ({
      texels: [7, 0, 1, height],
      corner: [x, top, front + 1],
      right: forward,
      down,
    })),
    ...(rest > 0 ? drawnOut : []),
  ]);
}

const crownTexels = [56, 0, 8, 8] as const;
const [sin25, cos25] = sineCosine(25);

const crownFaces = {
  none: [],
  // Leans forward by 25° from the upper edge of the face.
  horn: [
    {
      texels: crownTexels,
      corner: [4, 32 + 8 * cos25, -4 - 8 * sin25],
      right: toLeft,
      down: [0, -cos25, sin25],
    },
  ],
  halo: [{ texels: crownTexels, corner: [4, 36, -4], right: toLeft, down: back }],
  double_halo: [
    {
      texels: crownTexels,
      corner: [0, 36, -8 * diagonal],
      right: [-diagonal, 0, diagonal],
      down: [diagonal, 0, diagonal],
    },
    { texels: crownTexels, corner: [-4, 38, -4], right: back, down: [1, 0, 0] },
  ],
} as const satisfies Record<Crown, readonly FreeSurface[]>;

/** What is on or above the head. */
export function crownSurfaces(crown: Crown): EarsSurface[] {
  return onHead(crownFaces[crown]);
}
