import { slotsOf, type Formation, type Slot, indices } from './arrangements.ts';
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
  /** Width of its column: that of the figure, more if its label needs it, less where a grid is narrow. */
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
  /** Between columns; negative where they overlap. */
  readonly gapPx: number;
  /** Width that an outline adds to a figure on each side. */
  readonly rimPx: number;
};

/** Limit up to which a label widens its column, in figure widths. */
export const widestColumn = 1.6;

/** Positions a group of figures of one scale, without regard to the available space. */
export function placeGroup(request: GroupRequest): Group {
  const { formation, members, pxPerUnit, stepPx, stretch } = request;
  const standingPx = standingUnits * pxPerUnit;
  const slots = slotsOf(formation, members.length);
  const columns = slots.map((slot, index): Standing => {
    const { shape, scale, labelWidthPx } = members[index]!;
    const ownPx = pxPerUnit * scale * slot.scale;
    const figurePx = shape.width * ownPx + 2 * request.rimPx;
    // On the ground, heights and sizes belong together.
    const raise = slot.raise * (slot.on === 'ground' ? 1 : stretch);
    return {
      slot,
      pxPerUnit: ownPx,
      middlePx: 0,
      columnPx: Math.ceil(Math.max(figurePx, Math.min(labelWidthPx, figurePx * widestColumn))),
      raisePx: Math.round((raise * standingPx) / stepPx) * stepPx,
    };
  });
  const isGrid = slots.some(({ row }) => row > 0);
  const pitchPx = pitchOf(columns, request);
  const inColumns = isGrid
    ? slots.map(({ order }) => order * pitchPx)
    : middlesInLine(columns, request);
  const middles = inColumns.map((middlePx, index) => middlePx + slots[index]!.shift * standingPx);
  // Several rows share the columns of a grid.
  const widths = columns.map(({ columnPx }) => (isGrid ? pitchPx - request.gapPx : columnPx));
  const halfPx = (index: number): number => Math.max(widths[index]!, columns[index]!.columnPx) / 2;
  const left = Math.min(...middles.map((middlePx, i) => middlePx - halfPx(i)));
  const right = Math.max(...middles.map((middlePx, i) => middlePx + halfPx(i)));
  const standings = columns.map(({ slot, pxPerUnit: ownPx, raisePx }, i): Standing => ({
    slot,
    raisePx,
    pxPerUnit: ownPx,
    middlePx: middles[i]! - left,
    columnPx: widths[i]!,
  }));
  return { standings: raised(standings, request), widthPx: right - left };
}

/** From column to column of a grid: what neighbours in a row need, whose arms may be of any width. */
function pitchOf(
  columns: readonly Standing[],
  { gapPx, members }: Pick<GroupRequest, 'gapPx' | 'members'>,
): number {
  const rows = [...Map.groupBy(columns, ({ slot }) => slot.row).values()];
  const pitches = rows.flatMap((row) => {
    const fromLeft = row.toSorted((one, other) => one.slot.order - other.slot.order);
    return fromLeft.slice(1).map((one, at) => {
      const before = fromLeft[at]!;
      const neededPx = (before.columnPx + one.columnPx) / 2 + gapPx;
      return neededPx / (one.slot.order - before.slot.order);
    });
  });
  // Nobody's face leaves its column, where names of neighbours may be, nor does a name.
  const own = columns.map(({ pxPerUnit, columnPx }, index) => {
    const { shape, labelWidthPx } = members[index]!;
    const { face, width } = shape;
    const facePx = 2 * pxPerUnit * Math.max(width / 2 - face.left, face.right - width / 2);
    return Math.max(facePx, Math.min(labelWidthPx, columnPx)) + gapPx;
  });
  return Math.ceil(Math.max(...own, ...pitches));
}

/** The middles of a single row, each in its own column; where these overlap, nobody hides a face. */
function middlesInLine(
  columns: readonly Standing[],
  { gapPx, members }: Pick<GroupRequest, 'gapPx' | 'members'>,
): readonly number[] {
  const middles = columns.map(() => 0);
  const halfPx = (index: number): number =>
    (columns[index]!.columnPx + sharedGap(columns[index]!, gapPx)) / 2;
  const fromLeft = indices(columns.length).toSorted(
    (one, other) => columns[one]!.slot.order - columns[other]!.slot.order,
  );
  fromLeft.forEach((index, rank) => {
    const min = fromLeft.slice(0, rank).map((before, at) => {
      const columnsPx = at === rank - 1 ? halfPx(before) + halfPx(index) : 0;
      const facesPx = gapPx < 0 ? apartPx(columns, members, [before, index]) : 0;
      return middles[before]! + Math.max(columnsPx, facesPx);
    });
    middles[index] = Math.max(columns[index]!.columnPx / 2, ...min);
  });
  return middles;
}

/** The gap beside a figure; of a narrow one, others cover a part only. */
export function sharedGap({ columnPx }: Pick<Standing, 'columnPx'>, gapPx: number): number {
  return Math.max(gapPx, -maxCovered * columnPx);
}

const maxCovered = 0.6;

/** How far apart the middles of two figures must be so that the one in front hides no face. */
function apartPx(
  columns: readonly Standing[],
  members: readonly Member[],
  [left, right]: readonly [number, number],
): number {
  const lift = columns[left]!.raisePx - columns[right]!.raisePx;
  const isRightInFront = lift > 0 || (lift === 0 && right > left);
  const [front, back] = isRightInFront ? [right, left] : [left, right];
  const face = boxOf(columns[back]!, members[back]!.shape.face, members[back]!.shape);
  const { head, body } = coveredBy(columns[front]!, members[front]!, 0);
  const apart = [head, body]
    .filter((box) => box.top > face.bottom && box.bottom < face.top)
    .map((box) => (isRightInFront ? face.right - box.left : box.right - face.left));
  return Math.max(0, ...apart);
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
