import type { Block, Terrain } from '../art/ground.ts';
import { edgeRows, type Choice } from './fit-group.ts';
import { sharedGap } from './group.ts';
import {
  type FigureShadow,
  type LayoutRequest,
  type PlacedFigure,
  type Space,
  columnMiddle,
  type Standing,
} from './request.ts';

/** Depth of the ground behind the front row, as a share of the picture. */
const lyingShare = 0.12;

export function terrainOf(space: Space, { group, groundPx, gapPx }: Choice, left: number): Terrain {
  const { artPx, sizePx } = space;
  const groundRow = Math.round(groundPx / artPx);
  const rows = Math.ceil(sizePx[1] / artPx);
  const deepest = Math.max(
    0,
    ...group.standings.map(({ slot, raisePx }) => (slot.on === 'ground' ? raisePx : 0)),
  );
  const lyingRows = Math.max(
    Math.round(rows * lyingShare),
    Math.round(deepest / artPx) + Math.round(rows * 0.05),
  );
  const column = (px: number): number => Math.round((left + px) / artPx);
  const halfPx = (one: Standing): number => (one.columnPx + sharedGap(one, gapPx)) / 2;
  const endsOf = (one: Standing): Ends => [one.middlePx - halfPx(one), one.middlePx + halfPx(one)];
  const blockOf = (standings: readonly Standing[], ends: readonly Ends[], mark: number): Block => {
    const from = column(Math.min(...ends.map(([start]) => start)));
    const to = column(Math.max(...ends.map(([, end]) => end)));
    return {
      left: from,
      columns: to - from,
      topRow: groundRow - Math.round(standings[0]!.raisePx / artPx) + edgeRows,
      depthRows: Math.max(3, Math.round(rows * 0.05)),
      // What is behind the front row begins behind those who stand deepest on the ground.
      baseRow: groundRow + (standings[0]!.slot.row > 0 ? -1 - Math.round(deepest / artPx) : 1),
      mark,
    };
  };
  const blocksOf = (standings: readonly Standing[]): Block[] => {
    const steps = standings.filter(({ slot }) => slot.on === 'block');
    const ends = joined(steps.map(endsOf));
    return steps.map((one, at) => blockOf([one], [ends[at]!], one.slot.mark));
  };
  // Each row stands on a terrace that reaches below those behind it, or on blocks of its own.
  const rowsBack = [...Map.groupBy(group.standings, ({ slot }) => slot.row)].toSorted(
    ([one], [other]) => other - one,
  );
  const blocks = rowsBack.flatMap(([row, standings]) => {
    if (standings.every(({ slot }) => slot.on !== 'terrace')) return blocksOf(standings);
    const above = group.standings
      .filter(({ slot }) => slot.row >= row)
      .toSorted((one, other) => one.slot.row - other.slot.row);
    return [blockOf(above, [toEdges(hullOf(above.map(endsOf)), space, left)], 0)];
  });
  return { horizonRow: groundRow - lyingRows, frontRow: groundRow + edgeRows, blocks };
}

/** Where a block starts and ends. */
type Ends = readonly [startPx: number, endPx: number];

function hullOf(ends: readonly Ends[]): Ends {
  return [Math.min(...ends.map(([start]) => start)), Math.max(...ends.map(([, end]) => end))];
}

/** Share of the picture's width beside a terrace from which something is to be seen of what is behind. */
const openShare = 0.12;

/** A terrace that leaves but a narrow strip at one edge of the picture reaches both. */
function toEdges([start, end]: Ends, { sizePx, artPx }: Space, left: number): Ends {
  const [widthPx] = sizePx;
  const [before, after] = [left + start, widthPx - left - end];
  const open = widthPx * openShare;
  if (Math.min(before, after) >= open) return [start, end];
  // The last art pixel may be cut by the edge. Beside a title, one side stays open.
  return [before < 2 * open ? -left : start, after < 2 * open ? widthPx - left + artPx : end];
}

/** Neighbours meet in the middle of what is between them, whatever poses the figures on them have. */
function joined(ends: readonly Ends[]): readonly Ends[] {
  const byStart = ends.toSorted(([one], [other]) => one - other);
  return ends.map((own) => {
    const at = byStart.indexOf(own);
    const [before, after] = [byStart[at - 1], byStart[at + 1]];
    return [before ? (before[1] + own[0]) / 2 : own[0], after ? (own[1] + after[0]) / 2 : own[1]];
  });
}

type ShadowParts = { figure: PlacedFigure; standing: Standing; terrain: Terrain; artPx: number };

/** The shadow of a figure, within the ground that it stands on. */
export function shadowOf(
  { figures }: LayoutRequest,
  { figure, standing, terrain, artPx }: ShadowParts,
): FigureShadow[] {
  const { shape } = figures[figure.index]!;
  if (shape.casters.length === 0) return [];
  const scale = standing.pxPerUnit / artPx;
  const left = figure.middlePx / artPx - (shape.width / 2) * scale;
  const row = Math.round(figure.groundPx / artPx);
  const middle = left + columnMiddle(shape) * scale;
  const block = terrain.blocks.find(({ left: from, columns, topRow }) => {
    const isOver = middle >= from && middle < from + columns;
    return isOver && topRow - edgeRows === row;
  });
  const ground =
    block === undefined || standing.slot.on === 'ground'
      ? {
          fromRow: terrain.horizonRow,
          toRow: terrain.frontRow - 1,
          fromColumn: 0,
          toColumn: Number.MAX_SAFE_INTEGER,
        }
      : {
          fromRow: block.topRow - block.depthRows,
          toRow: block.topRow - 1,
          fromColumn: block.left,
          toColumn: block.left + block.columns,
        };
  return [{ casters: shape.casters, left, row, scale, ...ground }];
}
