import { slotsOf, type Slot, indices } from './arrangements.ts';
import type { LayoutRequest } from './request.ts';
import { standingUnits, type Box, type FigureShape } from './shape.ts';
import type { SizePx } from './sizes.ts';

type Member = {
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

/**
 * The smallest size of names in a picture: a fiftieth of its height, and 8 px where chats show pictures
 * 520 px wide; `null` for a picture that is made to fit its group.
 */
export function minLabelPx(sizePx: SizePx | null): number {
  if (sizePx === null) return 14;
  const [widthPx, heightPx] = sizePx;
  return Math.max(8, Math.ceil(heightPx / 50), Math.ceil((widthPx * 8) / 520));
}

/** A sixteenth of the figure: about the size of its eyes, and readable in a thumbnail. */
export function labelFont(standingPx: number, sizePx: SizePx | null): number {
  // In a high picture names are larger relative to the figures, up to a limit.
  const share =
    sizePx === null
      ? standingPx / 16
      : Math.max(standingPx / 15, Math.min(sizePx[1] * 0.029, standingPx / 7));
  return Math.min(64, Math.max(minLabelPx(sizePx), Math.round(share)));
}

type GroupSize = {
  readonly standingPx: number;
  /** Raises are multiples of this. */
  readonly artPx: number;
  /** Between columns; negative where they overlap. */
  readonly gapPx: number;
  /** Of the picture; `null` if it is made to fit the group. */
  readonly sizePx: SizePx | null;
  /** Factor for the heights of blocks and terraces. Default: 1. */
  readonly stretch?: number;
};

type Spacing = Pick<GroupSize, 'gapPx' | 'artPx'> & { readonly members: readonly Member[] };

/** Limit up to which a label widens its column, in figure widths. */
export const widestColumn = 1.6;

/** Positions a group of figures of one scale, without regard to the available space. */
export function groupAt(
  { formation, figures, labelsAt, rimPx }: LayoutRequest,
  { standingPx, artPx, gapPx, sizePx, stretch = 1 }: GroupSize,
): Group {
  const labels = labelsAt(labelFont(standingPx, sizePx));
  // In a picture of given size, names shrink instead of figures and use the remaining space.
  const members = figures.map((figure, index): Member => ({
    ...figure,
    labelWidthPx: sizePx === null ? labels.widthsPx[index]! : 0,
    overHeadPx: labels.heightsPx[index]!,
  }));
  const spacing = { members, gapPx, artPx };
  const slots = slotsOf(formation, members.length);
  const columns = slots.map((slot, index): Standing => {
    const { shape, scale, labelWidthPx } = members[index]!;
    const ownPx = (standingPx / standingUnits) * scale * slot.scale;
    const figurePx = shape.width * ownPx + 2 * rimPx;
    // On the ground, heights and sizes belong together.
    const raise = slot.raise * (slot.on === 'ground' ? 1 : stretch);
    return {
      slot,
      pxPerUnit: ownPx,
      middlePx: 0,
      columnPx: Math.ceil(Math.max(figurePx, Math.min(labelWidthPx, figurePx * widestColumn))),
      raisePx: Math.round((raise * standingPx) / artPx) * artPx,
    };
  });
  const isGrid = slots.some(({ row }) => row > 0);
  const pitchPx = pitchOf(columns, spacing);
  const inColumns = isGrid
    ? slots.map(({ order }) => order * pitchPx)
    : middlesInLine(columns, spacing);
  const middles = inColumns.map((middlePx, index) => middlePx + slots[index]!.shift * standingPx);
  // Several rows share the columns of a grid.
  const widths = columns.map(({ columnPx }) => (isGrid ? pitchPx - gapPx : columnPx));
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
  return { standings: raised(standings, spacing), widthPx: right - left };
}

/** From column to column of a grid: what neighbours in a row need, whose arms may be of any width. */
function pitchOf(columns: readonly Standing[], { gapPx, members }: Spacing): number {
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
  { gapPx, members }: Spacing,
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
function raised(standings: readonly Standing[], spacing: Spacing): readonly Standing[] {
  const rows = Math.max(0, ...standings.map(({ slot }) => slot.row));
  let placed = standings;
  for (let row = 1; row <= rows; row++) {
    const morePx = missingRaise(placed, row, spacing);
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
  { members, artPx, gapPx }: Spacing,
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
  return Math.ceil(missingPx / artPx) * artPx;
}

/** What a figure covers of those behind it: by its head, by the rest of it, by the name above it. */
function coveredBy(front: Standing, { shape, overHeadPx }: Member, gapPx: number) {
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
