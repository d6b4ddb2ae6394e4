/** The position of a figure in its group. Lengths are relative to the height of a standing figure. */
export type Slot = {
  /** 0 is the front row; those behind it have higher numbers. */
  readonly row: number;
  /**
   * Position from left to right: in a single row the order, in several the column, where halves are
   * between two figures of the row in front.
   */
  readonly order: number;
  /** Height above the ground. */
  readonly raise: number;
  /** Size; figures further away are smaller. */
  readonly scale: number;
  /** What it stands on: the ground, its own block, or the terrace of its row. */
  readonly on: 'ground' | 'block' | 'terrace';
  /** A number on its block; 0 for none. */
  readonly mark: number;
  /** How far it is moved to the right. */
  readonly shift: number;
};

/** A slot on the ground of the front row, with changes. */
function slot(order: number, changes: Partial<Omit<Slot, 'order'>> = {}): Slot {
  return { order, row: 0, raise: 0, scale: 1, on: 'ground', mark: 0, shift: 0, ...changes };
}

function changed(one: Slot, changes: Partial<Slot>): Slot {
  return { ...one, ...changes };
}

/** Size of the last of several rows; the others are between it and the front row. */
const lastRowScale = 0.83;

/** Height of a row above the one before it, at least; more if it would hide faces. */
const rowRaise = 0.28;

/** Figures in rows, each row on its terrace. @param side −1 for the mirror image */
function inRows(count: number, rows: number, side: 1 | -1 = 1): readonly Slot[] {
  return ranksOf(count, rows, side).map(({ row, column }) => {
    if (row === 0) return slot(column);
    const scale = 1 - ((1 - lastRowScale) * row) / (rows - 1);
    return slot(column, { row, raise: row * rowRaise, scale, on: 'terrace' });
  });
}

/** Stairs in flights, one behind the other: where one ends, the next goes up in the other direction. */
function inFlights(count: number, rows: number, step: number): readonly Slot[] {
  const slots = inRows(count, rows);
  return indices(Math.max(1, rows)).flatMap((row) => {
    const flight = slots.filter((one) => one.row === row);
    const upwards = row % 2 === 0 ? flight : flight.toReversed();
    return upwards.map((one, stair) =>
      changed(one, { raise: 0.1 + one.raise + stair * step, on: 'block' }),
    );
  });
}

/** Heights of the three blocks of a podium, the winner's first. */
const podiumRaises = [0.42, 0.3, 0.2] as const;

const winners = podiumRaises.length;

/** The second stands left of the first, the third right, and so on outwards. */
function outwards(index: number): number {
  return Math.ceil(index / 2) * (index % 2 === 1 ? -1 : 1);
}

/** All in one line, with the winners in its middle. */
function podiumInLine(count: number): readonly Slot[] {
  return indices(count).map((index) => {
    const raise = podiumRaises[index];
    if (raise === undefined) return slot(outwards(index));
    return slot(outwards(index), { raise, on: 'block', mark: index + 1 });
  });
}

/** The others stand in rows in front of the winners, who overlook them. */
function podiumBehind(count: number, rows: number): readonly Slot[] {
  const others = inRows(count - winners, rows);
  const orders = others.map(({ order }) => order);
  const middle = (Math.min(...orders) + Math.max(...orders)) / 2;
  const blocks = podiumRaises.map((raise, index) =>
    slot(middle + outwards(index), {
      row: rows,
      raise: rows * rowRaise + raise,
      on: 'block',
      mark: index + 1,
    }),
  );
  return [...blocks, ...others];
}

const teamGap = 0.45;

/**
 * Offset and size at the deepest point of an arc, as the ground is seen from the height of eyes: there,
 * what is smaller by a share is higher by nearly the same share of a figure.
 */
const arcDepth = { raise: 0.16, scale: 0.82 } as const;

/** Figures of an arc have only a few sizes, so that they need few plans. */
const arcSteps = 3;

/** How far behind its row each of a crowd stands, as a share of the depth of an arc. */
const crowdSteps = [0, 0.66, 0.33, 1, 0.66, 0, 1, 0.33, 0.66] as const;

/** Height of a row of a crowd, on level ground, relative to that of a terrace. */
const crowdDepth = 0.6;

/** In the order in which users see them; `auto` stands for one of the others. */
export const arrangementNames = [
  'auto',
  'row',
  'rows',
  'podium',
  'teams',
  'arc',
  'stairs',
] as const;
export type ArrangementName = (typeof arrangementNames)[number];
/** Also that of a crowd, which nobody can ask for. */
export type AnyArrangement = ArrangementName | 'crowd';
export type Arrangement = Exclude<AnyArrangement, 'auto'>;

/** Most figures that `auto` puts into one row, except in a strip. */
export const maxInRow = 5;

/** Of two neighbours who stand close together, one stands a little behind the other. */
const halfStep = { raise: 0.09, scale: 0.94 } as const;

/** How much higher each stair is than the one before, by `Close`. */
const stairs = [0.15, 0.1, 0.3] as const;

/**
 * @param rows of how many rows a group may consist; some arrangements have one in any case
 * @param close how close together a single row stands
 */
export const arrangements = {
  row: (count, rows, close) =>
    inRows(count, rows).map((one, index) =>
      rows === 1 && close > 0 && index % 2 === 1 ? changed(one, halfStep) : one,
    ),
  rows: (count, rows) => inRows(count, rows),
  podium: (count, rows) => {
    const behind = Math.min(rows - 1, count - winners);
    return behind > 0 ? podiumBehind(count, behind) : podiumInLine(count);
  },
  teams: (count, rows) => {
    const first = inRows(Math.ceil(count / 2), rows);
    const second = inRows(Math.floor(count / 2), rows, -1);
    const columns = Math.max(...first.map(({ order }) => order)) + 1;
    const offset = columns - Math.min(...second.map(({ order }) => order));
    return [
      ...first,
      ...second.map((one) => changed(one, { order: one.order + offset, shift: teamGap })),
    ];
  },
  arc: (count, rows) => {
    const slots = inRows(count, rows);
    const front = slots.filter(({ row }) => row === 0).length;
    return slots.map((one, index) => {
      // A single figure has nobody to stand behind; further rows stand behind the arc.
      const across = one.row > 0 || front === 1 ? 1 : acrossOf(index, front);
      const away = Math.round((1 - across ** 2) * arcSteps) / arcSteps;
      const scale = one.scale * (1 - (1 - arcDepth.scale) * away);
      return changed(one, { raise: one.raise + arcDepth.raise * away, scale });
    });
  },
  crowd: (count, rows) =>
    inRows(count, rows)
      // The last is the nearest, at the right end.
      .toSorted((one, other) => other.row - one.row || one.order - other.order)
      .map((one, index) => {
        const away = index === count - 1 ? 0 : crowdSteps[index % crowdSteps.length]!;
        const scale = one.scale * (1 - (1 - arcDepth.scale) * away);
        const raise = one.raise * crowdDepth + arcDepth.raise * away;
        return changed(one, { on: 'ground', raise, scale });
      }),
  stairs: (count, rows, close) => {
    const step = close === 0 ? Math.min(stairs[0], (0.75 * rows) / count) : stairs[close];
    return inFlights(count, rows, step);
  },
} as const satisfies Record<
  Arrangement,
  (count: number, rows: number, close: Close) => readonly Slot[]
>;

/** Those whose figures stand on blocks of their own, from which they cannot walk on. */
const onBlocks: ReadonlySet<string> = new Set(['podium', 'stairs']);

export function hasOwnBlocks(arrangement: string): boolean {
  return onBlocks.has(arrangement);
}

/** −1 at the left end of a row, 1 at its right end; 0 for a single figure. */
function acrossOf(order: number, count: number): number {
  return count === 1 ? 0 : (order / (count - 1)) * 2 - 1;
}

/** Side by side, shoulder behind shoulder, or each behind the half of another. */
export type Close = 0 | 1 | 2;

/** How a group stands: its arrangement, in how many rows, and how close if it is one. Default: 0. */
export type Formation = {
  readonly arrangement: Arrangement;
  readonly rows: number;
  readonly close?: Close;
};

export function slotsOf(
  { arrangement, rows, close = 0 }: Formation,
  count: number,
): readonly Slot[] {
  return arrangements[arrangement](count, rows, close);
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
 * Teams, between which there is a gap, face each other in any case. There are only a few different
 * turns, because each needs a plan.
 */
export function turnsOf(formation: Formation, facing: Facing, count: number): readonly Turn[] {
  const slots = slotsOf(formation, count);
  const areTeams = slots.some(({ shift }) => shift > 0);
  return slots.map((own) => {
    const row = slots.filter((other) => other.row === own.row);
    const rank = row.filter((other) => other.order < own.order).length;
    const across = acrossOf(rank, row.length);
    const mirror = areTeams ? own.shift > 0 : facing === 'centre' && across > 0;
    if (facing === 'same') return { mirror, yawDegrees: 0 };
    return { mirror, yawDegrees: Math.abs(across) > 0.5 ? turnsDegrees.outer : turnsDegrees.inner };
  });
}

/** The row of a figure, and its column; halves are between two columns of the row in front. */
type Rank = { readonly row: number; readonly column: number };

/**
 * Distributes figures over rows, from front to back and in each from left to right. Rows that follow
 * each other differ by one figure where possible, so that those behind stand symmetrically between
 * those in front; rows of equal length are moved a quarter of a column to either side.
 * @param side −1 for the mirror image
 */
function ranksOf(count: number, rows: number, side: 1 | -1 = 1): readonly Rank[] {
  const lengths = lengthsOf(count, Math.max(1, rows));
  const longest = Math.max(...lengths);
  const isEqual = (row: number): boolean => lengths[row] === lengths[row - 1];
  let aside = lengths.some((_, row) => row > 0 && isEqual(row)) ? -0.25 * side : 0;
  return lengths.flatMap((length, row) => {
    if (row > 0 && isEqual(row)) aside = -aside;
    const left = (longest - length) / 2 + aside;
    return indices(length).map((at) => ({ row, column: left + at }));
  });
}

/** How many stand in the front row. */
export function frontOf(count: number, rows: number): number {
  return lengthsOf(count, rows)[0]!;
}

/** How many stand in each row: 10 in three are 3, 4, 3. */
function lengthsOf(count: number, rows: number): readonly number[] {
  const longer = count % rows;
  // Every other row is longer by one, from the one that makes the group symmetric.
  const first = longer > 0 && longer * 2 < rows ? 1 : 0;
  const alternating = [...everyOther(first, rows), ...everyOther(1 - first, rows)];
  const chosen = new Set(alternating.slice(0, longer));
  return indices(rows).map((row) => Math.floor(count / rows) + Number(chosen.has(row)));
}

function everyOther(first: number, rows: number): readonly number[] {
  return indices(rows).filter((row) => row % 2 === first % 2);
}

export function indices(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index);
}
