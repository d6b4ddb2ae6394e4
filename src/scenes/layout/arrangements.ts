/** The position of a figure in its group. Lengths are relative to the height of a standing figure. */
export type Slot = {
  /** 0 is the front row, 1 the back row. */
  readonly row: 0 | 1;
  /** Position in its row, from left to right. */
  readonly order: number;
  /** Height above the ground. */
  readonly raise: number;
  /** Size; figures further away are smaller. */
  readonly scale: number;
  /** What it stands on: the ground, its own block, or the terrace of its row. */
  readonly on: 'ground' | 'block' | 'terrace';
  /** A number on its block; 0 for none. */
  readonly mark: number;
  readonly gapBefore: number;
};

/** A slot on the ground of the front row, with changes. */
function slot(order: number, changes: Partial<Omit<Slot, 'order'>> = {}): Slot {
  return {
    order,
    row: 0,
    raise: 0,
    scale: 1,
    on: 'ground',
    mark: 0,
    gapBefore: 0,
    ...changes,
  };
}

/** Heights of the three blocks of a podium, the winner's first. */
const podiumRaises = [0.42, 0.3, 0.2] as const;

const teamGap = 0.45;

/** Offset and size at the deepest point of an arc. */
const arcDepth = { raise: 0.27, scale: 0.86 } as const;

/** Figures of an arc have only a few sizes, so that they need few plans. */
const arcSteps = 3;

/** In the order in which users see them. */
export const arrangementNames = ['row', 'rows', 'podium', 'teams', 'arc', 'stairs'] as const;
export type ArrangementName = (typeof arrangementNames)[number];

export const arrangements = {
  row: (count) => indices(count).map((order) => slot(order)),
  rows: (count) => {
    const front = Math.ceil(count / 2);
    const back = { row: 1, raise: 0.28, scale: 0.9, on: 'terrace' } as const;
    return indices(count).map((index) => (index < front ? slot(index) : slot(index - front, back)));
  },
  podium: (count) =>
    indices(count).map((index) => {
      // The second stands left of the first, the third right, and so on outwards.
      const order = index % 2 === 1 ? -index : index;
      const raise = podiumRaises[index];
      return raise === undefined
        ? slot(order)
        : slot(order, { raise, on: 'block', mark: index + 1 });
    }),
  teams: (count) => {
    const second = Math.ceil(count / 2);
    return indices(count).map((order) =>
      slot(order, { gapBefore: count > 1 && order === second ? teamGap : 0 }),
    );
  },
  arc: (count) =>
    indices(count).map((order) => {
      // A single figure has nobody to stand behind.
      const across = count === 1 ? 1 : acrossOf(order, count);
      const away = Math.round((1 - across ** 2) * arcSteps) / arcSteps;
      const scale = 1 - (1 - arcDepth.scale) * away;
      return slot(order, { raise: arcDepth.raise * away, scale });
    }),
  stairs: (count) =>
    indices(count).map((order) =>
      slot(order, { raise: 0.1 + order * Math.min(0.15, 0.75 / count), on: 'block' }),
    ),
} as const satisfies Record<ArrangementName, (count: number) => readonly Slot[]>;

function indices(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index);
}

/** −1 at the left end of a row, 1 at its right end; 0 for a single figure. */
function acrossOf(order: number, count: number): number {
  return count === 1 ? 0 : (order / (count - 1)) * 2 - 1;
}

export const facings = ['same', 'centre'] as const;
export type Facing = (typeof facings)[number];

/** How an arrangement turns a figure. */
export type Turn = {
  /** Pose and view are mirrored. */
  readonly mirror: boolean;
  /** Additional yaw, before mirroring. */
  readonly yawDegrees: number;
};

/** Figures at the ends of a row are turned more than those near its middle: two turns on each side. */
const turnsDegrees = { inner: -14, outer: 4 } as const;

/**
 * The turns of a group: all to one side, or towards the middle, for which the right half is mirrored.
 * There are only a few different turns, because each needs a plan.
 */
export function turnsOf(name: ArrangementName, facing: Facing, count: number): readonly Turn[] {
  const slots: readonly Slot[] = arrangements[name](count);
  return slots.map((own) => {
    const row = slots.filter((other) => other.row === own.row);
    const rank = row.filter((other) => other.order < own.order).length;
    const across = acrossOf(rank, row.length);
    if (name === 'teams' && facing === 'same') return { mirror: across > 0, yawDegrees: 0 };
    if (facing === 'same') return { mirror: false, yawDegrees: 0 };
    const yawDegrees = Math.abs(across) > 0.5 ? turnsDegrees.outer : turnsDegrees.inner;
    return { mirror: across > 0, yawDegrees };
  });
}
