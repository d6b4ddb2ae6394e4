/** Where one figure stands in its group. Lengths are shares of the height of a standing figure. */
export type Slot = {
  /** 0 is the front row, 1 the one behind it. */
  readonly row: 0 | 1;
  /** From left to right in its row. */
  readonly order: number;
  /** How far above the others it stands. */
  readonly raise: number;
  /** Further away is smaller. */
  readonly scale: number;
  /** What it stands on: the ground, a block of its own, or the terrace of its row. */
  readonly on: 'ground' | 'block' | 'terrace';
  /** A number on its block; 0 for none. */
  readonly mark: number;
  /** Additional room before it. */
  readonly gapBefore: number;
};

/** On the ground of the front row, but for what is said. */
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

/** Of the three blocks of a podium, the winner's first. */
const podiumRaises = [0.42, 0.3, 0.2] as const;

/** Between two teams. */
const teamGap = 0.45;

/** At the deepest point of an arc: how much higher and how much smaller. */
const arcDepth = { raise: 0.27, scale: 0.86 } as const;

/** Figures of an arc come in a few sizes, so that they need few plans. */
const arcSteps = 3;

/** In the order they are listed to users. */
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
      // The second to the left of the first, the third to the right, and so on outwards.
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
      // One alone has nobody to stand behind.
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

/** −1 at the left end of a row, 1 at its right end; one alone is in the middle. */
function acrossOf(order: number, count: number): number {
  return count === 1 ? 0 : (order / (count - 1)) * 2 - 1;
}

export const facings = ['same', 'centre'] as const;
export type Facing = (typeof facings)[number];

/** How a figure is turned besides what it is asked for. */
export type Turn = {
  /** Pose and view are those of a mirror. */
  readonly mirror: boolean;
  /** In the direction that the figure looks, before it is mirrored. */
  readonly yawDegrees: number;
};

/** Those at the ends of a row are turned more than those near its middle: two turns a side. */
const turnsDegrees = { inner: -14, outer: 4 } as const;

/**
 * How the figures of a group are turned: to one side, or towards the middle, which the right half does
 * mirrored. A few different turns at most, as each one is drawn by a plan of its own.
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
