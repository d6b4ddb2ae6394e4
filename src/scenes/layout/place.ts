import { edgeRows, heightsOf, labelFont, leastShrink, type Choice } from './fit-group.ts';
import type { Standing } from './group.ts';
import type { LabelBlock, Layout, LayoutRequest, PlacedFigure, Room } from './request.ts';
import { shadowOf, terrainOf } from './terrain.ts';

/** Labels may grow so far where all of them have the room. */
const mostGrowth = 1.35;

/** A group is in the middle of its room. */
function leftOf({ left, right }: Room, { group }: Choice): number {
  return Math.floor((left + right - group.widthPx) / 2);
}

/** Between two columns of names. */
const nameAirPx = 4;

/** How wide a name may be: its column and the gap, but not beyond the room. */
function nameRoom(room: Room, choice: Choice, { middlePx, columnPx }: Standing): number {
  const middle = leftOf(room, choice) + middlePx;
  const columnRoomPx = columnPx + Math.max(0, choice.gapPx - nameAirPx);
  return Math.floor(Math.min(columnRoomPx, 2 * (middle - room.left), 2 * (room.right - middle)));
}

/** Where the names under the first row are, and how large. */
function bandOf(
  request: LayoutRequest,
  room: Room,
  choice: Choice,
): { readonly fontPx: number; readonly topPx: number; readonly labels: LabelBlock } {
  const { sizePx, artPx, bottom, isFitted } = room;
  const { group, labels, groundPx, standingPx } = choice;
  const fontPx = labelFont(standingPx, isFitted ? null : sizePx[1]);
  if (!request.hasGround) {
    return { fontPx, labels, topPx: groundPx + heightsOf(request, group, labels).belowPx };
  }
  const belowPx = groundPx + (edgeRows + 1.5) * artPx;
  const roomPx = bottom - belowPx;
  const isOneRow = group.standings.every(({ slot }) => slot.row === 0);
  const growths = group.standings.map(
    (one, index) => nameRoom(room, choice, one) / Math.max(1, labels.widthsPx[index]!),
  );
  const growth = Math.min(mostGrowth, (roomPx * 0.75) / Math.max(1, labels.heightPx), ...growths);
  const grownPx = isOneRow && growth > 1 ? Math.floor(fontPx * growth) : fontPx;
  const grown = request.labelsAt(grownPx);
  const airPx = Math.max(0, roomPx - grown.heightPx) * 0.35;
  return { fontPx: grownPx, labels: grown, topPx: Math.floor(belowPx + airPx) };
}

/** One size for all names of a picture: that of the longest which can be had whole. */
function commonFont(request: LayoutRequest, room: Room, choice: Choice, fontPx: number): number {
  const { widthsPx } = request.labelsAt(fontPx);
  const shares = choice.group.standings.flatMap((one, index) => {
    const widthPx = widthsPx[index]!;
    return widthPx === 0 ? [] : [nameRoom(room, choice, one) / widthPx];
  });
  const whole = shares.filter((share) => share >= leastShrink);
  const least = shares.length > 0 && whole.length === 0 ? leastShrink : Math.min(1, ...whole);
  return Math.max(Math.min(fontPx, 7), Math.floor(fontPx * least));
}

/** Puts a group that fits to its pixels: who is where, and what all of it stands on. */
export function place(request: LayoutRequest, room: Room, choice: Choice): Layout {
  const { group, groundPx, standingPx } = choice;
  const { artPx, sizePx } = room;
  const left = leftOf(room, choice);
  const terrain = terrainOf(room, choice, left);
  const figures = group.standings.map((one, index): PlacedFigure => ({
    index,
    pxPerUnit: one.pxPerUnit,
    middlePx: left + one.middlePx,
    groundPx: groundPx - one.raisePx,
  }));
  const depth = (index: number): number => {
    const { slot, raisePx } = group.standings[index]!;
    return slot.row * 1e6 + (slot.on === 'ground' ? raisePx : 0);
  };
  const band = bandOf(request, room, choice);
  return {
    sizePx,
    artPx,
    terrain,
    standingPx,
    labelFontPx: commonFont(request, room, choice, band.fontPx),
    shadows: figures.flatMap((figure, index) =>
      shadowOf(request, { figure, standing: group.standings[index]!, terrain, artPx }),
    ),
    figures: figures.toSorted((one, other) => depth(other.index) - depth(one.index)),
    labels: figures.map((figure, index) => {
      const standing = group.standings[index]!;
      const { slot, pxPerUnit } = standing;
      const headPx = figure.groundPx - request.figures[index]!.shape.ground * pxPerUnit;
      return {
        index,
        middlePx: figure.middlePx,
        roomPx: nameRoom(room, choice, standing),
        topPx: Math.floor(slot.row === 1 ? headPx - band.labels.heightPx : band.topPx),
      };
    }),
    title: room.placedTitle,
  };
}
