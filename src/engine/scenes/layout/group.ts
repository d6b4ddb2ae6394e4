import { slotsOf, indices } from './arrangements.ts';
import { apartPx, raised, type Hideable } from './faces.ts';
import {
  type LayoutRequest,
  type Overhang,
  columnMiddle,
  standingUnits,
  type Standing,
} from './request.ts';
import type { SizePx } from './sizes.ts';

type Member = Hideable & {
  /** Requested size. */
  readonly scale: number;
  /** Preferred width of its label at this size, in px; 0 for none. */
  readonly labelWidthPx: number;
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
  readonly overhang: Overhang;
  /** Factor for the heights of blocks and terraces. Default: 1. */
  readonly stretch?: number;
};

type Spacing = Pick<GroupSize, 'gapPx' | 'artPx'> & { readonly members: readonly Member[] };

/** Limit up to which a label widens its column, in figure widths. */
export const widestColumn = 1.6;

/** Positions a group of figures of one scale, without regard to the available space. */
export function groupAt(
  { formation, figures, labelsAt, rimPx }: LayoutRequest,
  { standingPx, artPx, gapPx, sizePx, overhang, stretch = 1 }: GroupSize,
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
    const figurePx = (shape.column.right - shape.column.left) * ownPx + 2 * rimPx;
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
  const reach = columns.map(({ pxPerUnit }, index) => {
    const { shape } = members[index]!;
    const [before, all] = [columnMiddle(shape) * pxPerUnit, shape.width * pxPerUnit];
    return { left: before + rimPx - overhang.left, right: all - before + rimPx - overhang.right };
  });
  const left = Math.min(...middles.map((px, i) => px - Math.max(halfPx(i), reach[i]!.left)));
  const right = Math.max(...middles.map((px, i) => px + Math.max(halfPx(i), reach[i]!.right)));
  const standings = columns.map(({ slot, pxPerUnit: ownPx, raisePx }, i): Standing => ({
    slot,
    raisePx,
    pxPerUnit: ownPx,
    middlePx: middles[i]! - left,
    columnPx: widths[i]!,
  }));
  return { standings: raised(standings, spacing, gapPx), widthPx: right - left };
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
    const { face } = shape;
    const middle = columnMiddle(shape);
    const facePx = 2 * pxPerUnit * Math.max(middle - face.left, face.right - middle);
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
