import { slotsOf, type Formation, type Slot } from './arrangements.ts';
import { standingUnits, type Box, type FigureShape } from './shape.ts';

export type Member = {
  readonly shape: FigureShape;
  /** Requested size. */
  readonly scale: number;
  /** Preferred width of its label at this size, in px; 0 for none. */
  readonly labelWidthPx: number;
  /** Height of its label if that is above it, as in all rows but the first; 0 for none. */
  readonly overHeadPx: number;
};

/** A positioned figure: right from the group's left end, up from its ground, in px. */
export type Standing = {
  readonly slot: Slot;
  readonly pxPerUnit: number;
  readonly middlePx: number;
  /** Width of its column: that of the figure, or more if its label needs it. */
  readonly columnPx: number;
  readonly raisePx: number;
};

export type Group = { readonly standings: readonly Standing[]; readonly widthPx: number };

export type GroupRequest = {
  readonly formation: Formation;
  readonly members: readonly Member[];
  readonly pxPerUnit: number;
  /** Raises are multiples of this. */
  readonly stepPx: number;
  /** Factor for the heights of blocks and terraces. */
  readonly stretch: number;
  readonly gapPx: number;
  /** Width that an outline adds to a figure on each side. */
  readonly rimPx: number;
};

/** Limit up to which a label widens its column, in figure widths, as in a plain row. */
const widestColumn = 1.6;

/** Positions a group of figures of one scale, without regard to the available space. */
export function placeGroup(request: GroupRequest): Group {
  const { formation, members, pxPerUnit, stepPx, stretch } = request;
  const standingPx = standingUnits * pxPerUnit;
  const slots = slotsOf(formation, members.length);
  const columnsPx = slots.map(({ scale }, index) => {
    const { shape, scale: own, labelWidthPx } = members[index]!;
    const figurePx = shape.width * pxPerUnit * own * scale + 2 * request.rimPx;
    return Math.ceil(Math.max(figurePx, Math.min(labelWidthPx, figurePx * widestColumn)));
  });
  const middles = middlesOf(slots, columnsPx, { gapPx: request.gapPx, standingPx });
  const left = Math.min(...middles.map((middlePx, index) => middlePx - columnsPx[index]! / 2));
  const right = Math.max(...middles.map((middlePx, index) => middlePx + columnsPx[index]! / 2));
  const isGrid = hasRows(slots);
  const standings = slots.map((slot, index): Standing => {
    // On the ground, heights and sizes belong together.
    const raise = slot.raise * (slot.on === 'ground' ? 1 : stretch);
    const raisePx = Math.round((raise * standingPx) / stepPx) * stepPx;
    return {
      slot,
      raisePx,
      pxPerUnit: pxPerUnit * members[index]!.scale * slot.scale,
      middlePx: middles[index]! - left,
      columnPx: isGrid ? Math.max(...columnsPx) : columnsPx[index]!,
    };
  });
  return { standings: raised(standings, request), widthPx: right - left };
}

function hasRows(slots: readonly Slot[]): boolean {
  return slots.some(({ row }) => row > 0);
}

/** The middle of each column: of its own width in a single row, in several of a common grid. */
function middlesOf(
  slots: readonly Slot[],
  columnsPx: readonly number[],
  { gapPx, standingPx }: { gapPx: number; standingPx: number },
): number[] {
  const shiftOf = ({ shift }: Slot): number => shift * standingPx;
  if (hasRows(slots)) {
    const pitchPx = Math.max(...columnsPx) + gapPx;
    return slots.map((slot) => slot.order * pitchPx + shiftOf(slot));
  }
  const middles: number[] = slots.map(() => 0);
  let right = 0;
  const ordered = slots
    .map((slot, index) => ({ slot, index }))
    .toSorted((one, other) => one.slot.order - other.slot.order);
  for (const { slot, index } of ordered) {
    middles[index] = right + columnsPx[index]! / 2 + shiftOf(slot);
    right += columnsPx[index]! + gapPx;
  }
  return middles;
}

/** Raises each row so far that those in front of it, and their names, hide none of its faces. */
function raised(standings: readonly Standing[], request: GroupRequest): readonly Standing[] {
  const rows = Math.max(0, ...standings.map(({ slot }) => slot.row));
  let placed = standings;
  for (let row = 1; row <= rows; row++) {
    const morePx = missingRaise(placed, row, request);
    placed = placed.map((one) =>
      one.slot.row === row ? { ...one, raisePx: one.raisePx + morePx } : one,
    );
  }
  return placed;
}

/** How much higher a row has to stand. Heights count upwards here. */
function missingRaise(
  standings: readonly Standing[],
  row: number,
  { members, stepPx, gapPx }: GroupRequest,
): number {
  let missingPx = 0;
  standings.forEach((back, index) => {
    if (back.slot.row !== row) return;
    const { shape, overHeadPx } = members[index]!;
    const face = boxOf(back, shape.face, shape);
    const headPx = back.raisePx + shape.ground * back.pxPerUnit;
    standings.forEach((front, other) => {
      if (front.slot.row >= row) return;
      const { head, body, name } = coveredBy(front, members[other]!, gapPx);
      for (const box of name === null ? [head, body] : [head, body, name]) {
        if (box.left >= face.right || box.right <= face.left) continue;
        missingPx = Math.max(missingPx, box.top - face.bottom + 1);
      }
      // Its name is above all heads in front of it, and above their names.
      if (overHeadPx > 0) missingPx = Math.max(missingPx, (name ?? head).top - headPx + 1);
    });
  });
  return Math.ceil(missingPx / stepPx) * stepPx;
}

type Covered = { readonly head: Box; readonly body: Box; readonly name: Box | null };

/** What a figure covers of those behind it: by its head, by the rest of it, by the name above it. */
function coveredBy(front: Standing, { shape, overHeadPx }: Member, gapPx: number): Covered {
  const rest = { left: 0, top: shape.bodyTop, right: shape.width, bottom: shape.height };
  const [head, body] = [boxOf(front, shape.face, shape), boxOf(front, rest, shape)];
  if (front.slot.row === 0 || overHeadPx === 0) return { head, body, name: null };
  const halfPx = (front.columnPx + gapPx) / 2;
  const bottom = front.raisePx + shape.ground * front.pxPerUnit;
  const [left, right] = [front.middlePx - halfPx, front.middlePx + halfPx];
  return { head, body, name: { left, right, bottom, top: bottom + overHeadPx } };
}

/** A part of a positioned figure. */
function boxOf(
  { pxPerUnit, middlePx, raisePx }: Standing,
  box: Box,
  { width, ground }: FigureShape,
): Box {
  const left = middlePx - (width * pxPerUnit) / 2;
  const up = (y: number): number => raisePx + (ground - y) * pxPerUnit;
  return {
    left: left + box.left * pxPerUnit,
    right: left + box.right * pxPerUnit,
    top: up(box.top),
    bottom: up(box.bottom),
  };
}
