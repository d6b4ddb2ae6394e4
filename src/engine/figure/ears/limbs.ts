import { partBoxes } from '../boxes.ts';
import type { Vec3 } from '../vector.ts';
import type { LegMode } from '../../skin/ears/shape.ts';
import type { EarsSurface, FreeSurface } from './surface.ts';
import type { Model } from '../../skin/arms.ts';

/** How far in front of a leg its claws begin. */
const footZ = { plantigrade: -2, partial: -3, full: -3.5 } as const satisfies Record<
  LegMode,
  number
>;

/** The shape of each leg. */
export type LegsOf = (leg: 'rightLeg' | 'leftLeg') => LegMode;

/** Claws on all four limbs. */
export function clawSurfaces(model: Model, legsOf: LegsOf): EarsSurface[] {
  const handX = 4 + partBoxes[model].rightArm.size[0];
  const toe = { right: [1, 0, 0], down: [0, 0, 1] } as const;
  const toeZ = (leg: 'rightLeg' | 'leftLeg'): number => footZ[legsOf(leg)] - 4;
  const claws = [
    { on: 'leftLeg', texels: [16, 48, 4, 4], corner: [-4, 0, toeZ('leftLeg')], ...toe },
    { on: 'rightLeg', texels: [0, 16, 4, 4], corner: [0, 0, toeZ('rightLeg')], ...toe },
    {
      on: 'leftArm',
      texels: [44, 48, 4, 4],
      corner: [-handX, 8, 2],
      right: [0, 0, -1],
      down: [0, 1, 0],
    },
    {
      on: 'rightArm',
      texels: [52, 16, 4, 4],
      corner: [handX, 8, -2],
      right: [0, 0, 1],
      down: [0, 1, 0],
    },
  ] as const satisfies readonly Partial<EarsSurface>[];
  return claws.map((claw) => Object.assign({ sheet: 'skin', isLower: true } as const, claw));
}

/** A cut across a leg: its height, and where it is in front and behind. */
type Ring = { readonly y: number; readonly front: number; readonly back: number };

/** A stretch of a leg between two rings, and its rows on the sheet, counted from the sheet's top cap. */
type Stretch = {
  readonly from: Ring;
  readonly to: Ring;
  readonly row: number;
  readonly rows: number;
  readonly isLower: boolean;
};

/** Hip, knee, hock and sole of a leg that walks on its toes. */
const hip: Ring = { y: 12, front: -1.5, back: 2.5 };
const knee: Ring = { y: 6, front: -3.5, back: 0.5 };
const hock: Ring = { y: 4, front: -1.5, back: 2.5 };
const toes: Ring = { y: 0, front: -3.5, back: 0.5 };
const shin: Ring = { y: 6, front: -1, back: 3 };
const foot: Ring = { y: 0, front: -3, back: 1 };

const stretches = {
  plantigrade: [],
  partial: [{ from: shin, to: foot, row: 10, rows: 6, isLower: true }],
  full: [
    { from: hip, to: knee, row: 4, rows: 6, isLower: false },
    { from: knee, to: hock, row: 10, rows: 2, isLower: true },
    { from: hock, to: toes, row: 12, rows: 4, isLower: true },
  ],
} as const satisfies Record<LegMode, readonly Stretch[]>;

/** Where the texels of each leg are, in both layers. */
const sheetsOfLegs = [
  { on: 'rightLeg', minX: 0, u: 0, v: 16, growth: 0 },
  { on: 'leftLeg', minX: -4, u: 16, v: 48, growth: 0 },
  { on: 'rightLeg', minX: 0, u: 0, v: 32, growth: 0.25 },
  { on: 'leftLeg', minX: -4, u: 0, v: 48, growth: 0.25 },
] as const;

/** Of them, `growth` is that of the second layer, which is around the first. */
type Leg = Pick<(typeof sheetsOfLegs)[number], 'u' | 'v' | 'growth'> & {
  readonly left: number;
  readonly right: number;
};

/** Legs that are drawn in another shape than a box, or the lower halves of them. */
export function legSurfaces(legsOf: LegsOf): EarsSurface[] {
  return sheetsOfLegs.flatMap(({ on, minX, u, v, growth }) => {
    const leg = { u, v, growth, left: minX - growth, right: minX + 4 + growth };
    const shape = legsOf(on);
    const surfaces = [
      ...stretches[shape].flatMap((stretch) => sidesOf(leg, stretch)),
      ...ends[shape].map((end) => endOf(leg, end)),
    ];
    const all = { on, sheet: 'ears', isOverlay: growth > 0 } as const;
    return surfaces.map((surface) => Object.assign({}, surface, all));
  });
}

function sidesOf(
  { u, v, growth, left, right }: Leg,
  { from, to, row, rows, isLower }: Stretch,
): FreeSurface[] {
  const [front, back] = [from.front - growth, from.back + growth];
  const top = from.y === hip.y ? from.y + growth : from.y;
  const bottom = to.y === toes.y ? to.y - growth : to.y;
  const down: Vec3 = [0, (bottom - top) / rows, (to.front - from.front) / rows];
  const across = (right - left) / 4;
  const deep = (back - front) / 4;
  const side = (column: number, corner: Vec3, step: Vec3): FreeSurface => ({
    isLower,
    texels: [u + column, v + row, 4, rows],
    corner,
    right: step,
    down,
  });
  return [
    side(0, [right, top, back], [0, 0, -deep]),
    side(4, [right, top, front], [-across, 0, 0]),
    side(8, [left, top, front], [0, 0, deep]),
    side(12, [left, top, back], [across, 0, 0]),
  ];
}

type End = {
  readonly ring: Ring;
  /** On the sheet, from the leg's first texel: column and row, and the number of columns and rows. */
  readonly texels: readonly [number, number, number, number];
  readonly isLower: boolean;
  /** From where to where it is; the whole ring from back to front by default. */
  readonly zs?: readonly [from: number, to: number];
};

const sole = { texels: [8, 0, 4, 4], isLower: true } as const;

const ends = {
  plantigrade: [],
  partial: [
    { ...sole, ring: foot },
    // Between the shin and the knee, which is further in front.
    { ring: shin, texels: [4, 10, 4, 1], isLower: true, zs: [-1, -2] },
    { ring: shin, texels: [12, 10, 4, 1], isLower: true, zs: [2, 3] },
  ],
  full: [
    { ...sole, ring: toes },
    { ring: hip, texels: [4, 0, 4, 4], isLower: false },
  ],
} as const satisfies Record<LegMode, readonly End[]>;

function endOf(
  { u, v, growth, left, right }: Leg,
  { ring, texels: [column, row, columns, rows], isLower, zs }: End,
): FreeSurface {
  const [from, to] = zs ?? [ring.back + growth, ring.front - growth];
  const grownY = ring.y === hip.y ? growth : ring.y === toes.y ? -growth : 0;
  const across = (right - left) / columns;
  // The texels of a back run the other way.
  const isBehind = to > from;
  return {
    isLower,
    texels: [u + column, v + row, columns, rows],
    corner: [isBehind ? left : right, ring.y + grownY, from],
    right: [isBehind ? across : -across, 0, 0],
    down: [0, 0, (to - from) / rows],
  };
}
