import { groupAt, labelFont, type Group } from './group.ts';
import {
  type LabelBlock,
  type LayoutRequest,
  type Space,
  columnMiddle,
  overlaps,
  standingUnits,
  type Box,
} from './request.ts';

/** Rows between the feet of the front row and the edge of the ground. */
export const edgeRows = 2;

/** Rows between the edge of the ground and the names, for the fringe. */
export const nameRows = 3;

/**
 * Gap between columns, relative to a standing figure; larger if there is room. Of two rows, the heads of
 * the second fit between those of the first; of more, each looks over the one before it.
 */
export const gapShares = { min: 0.05, max: 0.22 } as const;

function minGap({ formation: { rows, close = 0 } }: LayoutRequest, standingPx: number): number {
  if (rows === 1 && close > 0) return Math.ceil(standingPx * closeGaps[close]);
  return rows > 2 ? 0 : Math.ceil(standingPx * gapShares.min);
}

/** The same by `Close`: columns overlap there. */
const closeGaps = [gapShares.min, -0.16, -0.3] as const;

/** The gap up to which two rows are spread, so that the back row is visible between the front one. */
const maxRowsGap = 0.5;

/** Gap between what stands on a plain background and the names below it, relative to these. */
const nameAirShare = 0.15;

/** The extent of a group above and below the ground of its front row, where its names begin. */
export function heightsOf(
  { figures, rimPx, hasGround }: LayoutRequest,
  { standings }: Group,
  labels: LabelBlock,
  { artPx, overhang }: Pick<Space, 'artPx' | 'overhang'>,
): { abovePx: number; belowPx: number } {
  const tops = standings.map(({ slot, raisePx, pxPerUnit }, index) => {
    const over = slot.row > 0 ? labels.heightsPx[index]! : 0;
    const { ground, crown, casters } = figures[index]!.shape;
    // Who lies there is no larger than if they stood.
    const standing = hasGround && casters.length > 0 ? standingUnits : 0;
    const heads = Math.max(ground - crown, standing) * pxPerUnit + over;
    return raisePx + Math.max(heads, ground * pxPerUnit - overhang.top);
  });
  const bottoms = standings.map(({ raisePx, pxPerUnit }, index) => {
    const { height, ground } = figures[index]!.shape;
    return (height - ground) * pxPerUnit - raisePx;
  });
  const hasBlocks = standings.some(({ slot }) => slot.on !== 'ground');
  const figuresPx = Math.max(0, ...bottoms) + rimPx;
  const airPx = hasGround ? 0 : Math.round(labels.heightPx * nameAirShare);
  return {
    abovePx: Math.ceil(Math.max(0, ...tops)) + 1 + rimPx,
    belowPx: Math.ceil(Math.max(figuresPx, hasBlocks ? edgeRows * artPx : 0)) + airPx,
  };
}

/** Position of the front row's ground if the names below it are to fit. */
function groundFor(
  { hasGround, nameLines = 1 }: LayoutRequest,
  space: Space,
  labels: LabelBlock,
  belowPx: number,
): number {
  const {
    sizePx: [, heightPx],
    artPx,
    bottom,
  } = space;
  const namesPx = labels.heightPx * nameLines;
  if (!hasGround) return Math.floor(bottom - namesPx - belowPx);
  const bandPx = namesPx > 0 ? namesPx + (nameRows + 0.5) * artPx : 0;
  const front = Math.min(bottom - bandPx, heightPx - 4 * artPx);
  // Without names, what reaches below the ground, such as claws, needs the room.
  return (
    Math.min(Math.floor(front / artPx) - edgeRows, Math.floor((bottom - belowPx) / artPx)) * artPx
  );
}

/** The largest figures that fit, as the height of a standing one. */
export function largestIn(request: LayoutRequest, space: Space): number {
  const { maxStandingPx = Number.POSITIVE_INFINITY } = request;
  const spacePx = Math.ceil(space.bottom - space.top) * 2;
  let [low, high] = [1, Math.min(spacePx, Math.floor(maxStandingPx) + 1)];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (fits(request, space, middle)) low = middle;
    else high = middle;
  }
  // In steps, so that similar groups share plans.
  const step = low >= 512 ? 16 : low >= 192 ? 8 : low >= 96 ? 4 : low >= 48 ? 2 : 1;
  return Math.max(1, low - (low % step));
}

/** Whether a group of a size fits, as close together as possible. */
export function fits(request: LayoutRequest, space: Space, standingPx: number): boolean {
  const gapPx = minGap(request, standingPx);
  const group = groupAt(request, { ...space, standingPx, gapPx });
  const labels = request.labelsAt(labelFont(standingPx, space.sizePx));
  const { abovePx, belowPx } = heightsOf(request, group, labels, space);
  const groundPx = groundFor(request, space, labels, belowPx);
  const isIn =
    group.widthPx <= space.right - space.left &&
    abovePx <= groundPx - space.top &&
    groundPx + belowPx <= space.bottom;
  return isIn && !touchesTitle(request, space, { group, labels, groundPx });
}

type Grounded = Pick<Choice, 'group' | 'labels' | 'groundPx'>;

function touchesTitle(request: LayoutRequest, space: Space, grounded: Grounded): boolean {
  const { taken } = space;
  return taken !== null && boxesOf(request, space, grounded).some((box) => overlaps(box, taken));
}

/** The extent of each figure, with its outline and a name above it; of its column if that is enough. */
function boxesOf(
  { figures, rimPx }: LayoutRequest,
  space: Space,
  { group, labels, groundPx }: Grounded,
): Box[] {
  const left = (space.left + space.right - group.widthPx) / 2;
  return group.standings.map(({ slot, middlePx, columnPx, raisePx, pxPerUnit }, index) => {
    const { shape } = figures[index]!;
    const { width, height, ground, crown, column } = shape;
    const middle = columnMiddle(shape);
    const topPx = groundPx - raisePx - ground * pxPerUnit;
    const [from, to, top] = space.isClear ? [0, width, 0] : [column.left, column.right, crown];
    const overPx = slot.row > 0 ? labels.heightsPx[index]! - crown * pxPerUnit : 0;
    return {
      left: left + middlePx - Math.max(columnPx / 2, (middle - from) * pxPerUnit + rimPx),
      right: left + middlePx + Math.max(columnPx / 2, (to - middle) * pxPerUnit + rimPx),
      top: topPx - rimPx - Math.max(overPx, -top * pxPerUnit),
      bottom: topPx + height * pxPerUnit + rimPx,
    };
  });
}

/** Factors by which a group is raised if there is only sky above it. */
const stretches = [1.7, 1.35, 1] as const;

/** A group of a size that fits, and how it is spread. */
type Spread = {
  readonly standingPx: number;
  readonly labels: LabelBlock;
  readonly gapPx: number;
  readonly stretch: number;
  /** Share of the remaining space above that is moved below the ground, 0 to 1. */
  readonly lift: number;
};

/** Spreads a group over the remaining space, and lifts the ground if there is much of it. */
export function spreadGroup(request: LayoutRequest, space: Space, standingPx: number): Choice {
  const labels = request.labelsAt(labelFont(standingPx, space.sizePx));
  const minPx = minGap(request, standingPx);
  const tight: Spread = { standingPx, labels, gapPx: minPx, stretch: 1, lift: 0 };
  const widePx = widestGap(request, space, tight);
  // As wide and high as possible if nothing is in the way, otherwise as found to fit.
  for (const share of [1, 0.66, 0.33]) {
    const gapPx = Math.floor(minPx + (widePx - minPx) * share);
    for (const stretch of stretches) {
      const choice = spreadTo(request, space, { ...tight, gapPx, stretch, lift: share });
      if (isFree(request, space, choice)) return choice;
    }
  }
  return spreadTo(request, space, tight);
}

function isFree(request: LayoutRequest, space: Space, choice: Choice): boolean {
  const { group, labels, groundPx } = choice;
  return (
    group.widthPx <= space.right - space.left &&
    heightsOf(request, group, labels, space).abovePx <= groundPx - space.top &&
    !touchesTitle(request, space, choice)
  );
}

/** The layout of a group: size, gaps, and position of its ground. */
export type Choice = ReturnType<typeof spreadTo>;

function spreadTo(request: LayoutRequest, space: Space, spread: Spread) {
  const { standingPx, labels, gapPx, stretch, lift } = spread;
  const { artPx, top } = space;
  const [, heightPx] = space.sizePx;
  const group = groupAt(request, { ...space, standingPx, gapPx, stretch });
  const { abovePx, belowPx } = heightsOf(request, group, labels, space);
  const lowestPx = groundFor(request, space, labels, belowPx);
  const overPx = Math.max(0, lowestPx - top - abovePx);
  const isEmpty = request.figures.length === 0;
  const liftPx = lift * (isEmpty ? heightPx * 0.06 : Math.min(overPx * 0.3, heightPx * 0.13));
  return {
    standingPx,
    labels,
    group,
    gapPx,
    groundPx: lowestPx - Math.floor(liftPx / artPx) * artPx,
  };
}

/** The widest pleasant gap between columns, or the one that names need, if there is room. */
function widestGap(
  request: LayoutRequest,
  space: Space,
  { standingPx, labels, gapPx }: Spread,
): number {
  const group = groupAt(request, { ...space, standingPx, gapPx });
  const columns = group.standings.filter(({ slot }) => slot.row === 0).length;
  const sparePx = Math.max(0, space.right - space.left - group.widthPx) / (columns + 1);
  const goodShare = columns < group.standings.length ? maxRowsGap : gapShares.max;
  const idealPx = Math.max(standingPx * goodShare, missingForNames(group, labels));
  return Math.floor(Math.max(gapPx, Math.min(gapPx + sparePx, idealPx)));
}

/** The additional gap that names need. */
function missingForNames({ standings }: Group, { widthsPx }: LabelBlock): number {
  return Math.max(0, ...standings.map(({ columnPx }, index) => widthsPx[index]! - columnPx + 6));
}
