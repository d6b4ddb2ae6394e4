import { columnMiddle, type Box, type FigureShape, type Standing } from './request.ts';

// Who hides whom. Heights count upwards here, from the ground of the group.

/** A figure of a group, as far as others may hide it. */
export type Hideable = {
  readonly shape: FigureShape;
  /** Height of its label if that is above it, as in all rows but the first; 0 for none. */
  readonly overHeadPx: number;
};

type Group = { readonly members: readonly Hideable[]; readonly artPx: number };

/** How far apart the middles of two figures must be so that the one in front hides no face. */
export function apartPx(
  columns: readonly Standing[],
  members: readonly Hideable[],
  [left, right]: readonly [number, number],
): number {
  const lift = columns[left]!.raisePx - columns[right]!.raisePx;
  const isRightInFront = lift > 0 || (lift === 0 && right > left);
  const [front, back] = isRightInFront ? [right, left] : [left, right];
  const face = boxOf(columns[back]!, members[back]!.shape.face, members[back]!.shape);
  const apart = coversOf(columns[front]!, members[front]!)
    .filter((box) => box.top > face.bottom && box.bottom < face.top)
    .map((box) => (isRightInFront ? face.right - box.left : box.right - face.left));
  return Math.max(0, ...apart);
}

/** Raises each row so far that those in front of it, and their names, hide none of its faces. */
export function raised(
  standings: readonly Standing[],
  group: Group,
  gapPx: number,
): readonly Standing[] {
  const rows = Math.max(0, ...standings.map(({ slot }) => slot.row));
  let placed = standings;
  for (let row = 1; row <= rows; row++) {
    const morePx = Math.ceil(missingPx(placed, row, group, gapPx) / group.artPx) * group.artPx;
    placed = placed.map((one) =>
      one.slot.row === row ? { ...one, raisePx: one.raisePx + morePx } : one,
    );
  }
  return placed;
}

/** How much higher a row has to stand. */
function missingPx(
  standings: readonly Standing[],
  row: number,
  { members, artPx }: Group,
  gapPx: number,
): number {
  let missing = 0;
  standings.forEach((back, index) => {
    if (back.slot.row !== row) return;
    const { shape, overHeadPx } = members[index]!;
    const crownPx = crownOf(back, shape);
    const shown = [boxOf(back, shape.face, shape), ...numberOf(back, artPx)];
    standings.forEach((front, other) => {
      if (front.slot.row >= row) return;
      const name = nameOf(front, members[other]!, gapPx);
      const covers = coversOf(front, members[other]!);
      for (const box of name === null ? covers : [...covers, name]) {
        for (const part of shown) {
          if (box.left >= part.right || box.right <= part.left) continue;
          missing = Math.max(missing, box.top - part.bottom + 1);
        }
      }
      // Its name is above all heads in front of it, and above their names.
      if (overHeadPx === 0) return;
      const { shape: before } = members[other]!;
      missing = Math.max(missing, (name ?? boxOf(front, before.face, before)).top - crownPx + 1);
    });
  });
  return missing;
}

/** How far from the middle of a block, and below those who stand on it, its number is, in art pixels. */
const numberRows = { across: 4, below: 20 } as const;

/** The number of the winner's block, which is shown as a whole. */
function numberOf({ slot, middlePx, raisePx }: Standing, artPx: number): Box[] {
  if (slot.mark !== 1) return [];
  const halfPx = numberRows.across * artPx;
  return [
    {
      left: middlePx - halfPx,
      right: middlePx + halfPx,
      top: raisePx,
      bottom: raisePx - numberRows.below * artPx,
    },
  ];
}

/** What a figure covers of those behind it. */
function coversOf(front: Standing, { shape }: Hideable): readonly Box[] {
  return shape.covers.map((box) => boxOf(front, box, shape));
}

/** The name above a figure; `null` if there is none. */
function nameOf(front: Standing, { shape, overHeadPx }: Hideable, gapPx: number): Box | null {
  if (front.slot.row === 0 || overHeadPx === 0) return null;
  const halfPx = (front.columnPx + gapPx) / 2;
  const bottom = crownOf(front, shape);
  const [left, right] = [front.middlePx - halfPx, front.middlePx + halfPx];
  return { left, right, bottom, top: bottom + overHeadPx };
}

/** The top of its column and of its head, under its name. */
export function crownOf({ raisePx, pxPerUnit }: Standing, { ground, crown }: FigureShape): number {
  return raisePx + (ground - crown) * pxPerUnit;
}

/** A part of a positioned figure. */
export function boxOf(
  { pxPerUnit, middlePx, raisePx }: Standing,
  box: Box,
  shape: FigureShape,
): Box {
  const left = middlePx - columnMiddle(shape) * pxPerUnit;
  const up = (y: number): number => raisePx + (shape.ground - y) * pxPerUnit;
  return {
    left: left + box.left * pxPerUnit,
    right: left + box.right * pxPerUnit,
    top: up(box.top),
    bottom: up(box.bottom),
  };
}
