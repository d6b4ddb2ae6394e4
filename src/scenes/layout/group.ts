import { arrangements, type ArrangementName, type Slot } from './arrangements.ts';
import { standingUnits, type Box, type FigureShape } from './shape.ts';

export type Member = {
  readonly shape: FigureShape;
  /** Requested size. */
  readonly scale: number;
  /** Preferred width of its label at this size, in px; 0 for none. */
  readonly labelWidthPx: number;
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
  readonly arrangement: ArrangementName;
  readonly members: readonly Member[];
  readonly pxPerUnit: number;
  /** Raises are multiples of this. */
  readonly stepPx: number;
  /** Factor for all raises. */
  readonly stretch: number;
  readonly gapPx: number;
  /** Width that an outline adds to a figure on each side. */
  readonly rimPx: number;
};

/** Limit up to which a label widens its column, in figure widths, as in a plain row. */
const widestColumn = 1.6;

/** Positions a group of figures of one scale, without regard to the available space. */
export function placeGroup(request: GroupRequest): Group {
  const { arrangement, members, pxPerUnit, stepPx, stretch } = request;
  const standingPx = standingUnits * pxPerUnit;
  const slots: readonly Slot[] = arrangements[arrangement](members.length);
  const columnsPx = slots.map(({ scale }, index) => {
    const { shape, scale: own, labelWidthPx } = members[index]!;
    const figurePx = shape.width * pxPerUnit * own * scale + 2 * request.rimPx;
    return Math.ceil(Math.max(figurePx, Math.min(labelWidthPx, figurePx * widestColumn)));
  });
  const middles = middlesOf(slots, columnsPx, { gapPx: request.gapPx, standingPx });
  const standings = slots.map((slot, index): Standing => {
    const raisePx = Math.round((slot.raise * stretch * standingPx) / stepPx) * stepPx;
    return {
      slot,
      raisePx,
      pxPerUnit: pxPerUnit * members[index]!.scale * slot.scale,
      middlePx: middles[index]!,
      columnPx: columnsPx[index]!,
    };
  });
  const lefts = standings.map(({ middlePx, columnPx }) => middlePx - columnPx / 2);
  const rights = standings.map(({ middlePx, columnPx }) => middlePx + columnPx / 2);
  const left = Math.min(...lefts);
  const morePx = missingRaise(standings, request);
  const moved = standings.map((one): Standing => {
    const { slot, pxPerUnit: scalePx, columnPx } = one;
    const raisePx = slot.row === 0 ? one.raisePx : one.raisePx + morePx;
    return { slot, raisePx, pxPerUnit: scalePx, columnPx, middlePx: one.middlePx - left };
  });
  return { standings: moved, widthPx: Math.max(...rights) - left };
}

/** The middle of each column, from the left end of the front row. */
function middlesOf(
  slots: readonly Slot[],
  columnsPx: readonly number[],
  { gapPx, standingPx }: { gapPx: number; standingPx: number },
): number[] {
  const middles: number[] = slots.map(() => 0);
  const backCount = slots.filter(({ row }) => row === 1).length;
  const frontCount = slots.length - backCount;
  // With equally many in both rows, those behind stand between those in front; fewer stand in their
  // middle.
  const insetColumns = frontCount === backCount ? 0.5 : (frontCount - backCount) / 2;
  // Both rows share one grid, so that those behind look between those in front.
  const pitchPx = backCount > 0 ? Math.max(...columnsPx) + gapPx : null;
  for (const row of [0, 1] as const) {
    const inRow = slots
      .map((slot, index) => ({ slot, index }))
      .filter(({ slot }) => slot.row === row)
      .toSorted((one, other) => one.slot.order - other.slot.order);
    let right = row === 1 ? insetColumns * (pitchPx ?? 0) : 0;
    for (const { slot, index } of inRow) {
      const columnPx = pitchPx === null ? columnsPx[index]! : pitchPx - gapPx;
      right += slot.gapBefore * standingPx;
      middles[index] = right + columnPx / 2;
      right += columnPx + gapPx;
    }
  }
  return middles;
}

/** How much higher the back row has to stand so that the front row hides no face. */
function missingRaise(standings: readonly Standing[], { members, stepPx }: GroupRequest): number {
  const boxOf = (standing: Standing, box: Box, { ground }: FigureShape, width: number): Box => {
    const scale = standing.pxPerUnit;
    const left = standing.middlePx - (width * scale) / 2;
    const up = (y: number): number => standing.raisePx + (ground - y) * scale;
    return {
      left: left + box.left * scale,
      right: left + box.right * scale,
      top: up(box.top),
      bottom: up(box.bottom),
    };
  };
  let missingPx = 0;
  standings.forEach((back, index) => {
    if (back.slot.row === 0) return;
    const { shape } = members[index]!;
    const face = boxOf(back, shape.face, shape, shape.width);
    standings.forEach((front, other) => {
      if (front.slot.row === 1) return;
      const { shape: before } = members[other]!;
      const whole = { left: 0, top: 0, right: before.width, bottom: before.height };
      const box = boxOf(front, whole, before, before.width);
      if (box.left >= face.right || box.right <= face.left) return;
      // Heights count upwards here.
      missingPx = Math.max(missingPx, box.top - face.bottom + 1);
    });
  });
  return Math.ceil(missingPx / stepPx) * stepPx;
}
