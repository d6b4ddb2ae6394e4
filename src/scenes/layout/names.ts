import { edgeRows, heightsOf, labelFont, leastShrink, nameRows, type Choice } from './fit-group.ts';
import type { Standing } from './group.ts';
import type { LabelBlock, LayoutRequest, Room } from './request.ts';

/** Labels may grow so far where all of them have the room. */
const mostGrowth = 1.35;

/** Between two columns of names. */
const nameAirPx = 4;

/** Smaller letters can't be read. */
const leastFontPx = 7;

/** A group is in the middle of its room. */
export function leftOf({ left, right }: Room, { group }: Choice): number {
  return Math.floor((left + right - group.widthPx) / 2);
}

/** How wide a name may be: its column and the gap, but not beyond the room. */
function columnRoom(room: Room, choice: Choice, { middlePx, columnPx }: Standing): number {
  const middle = leftOf(room, choice) + middlePx;
  const columnRoomPx = columnPx + Math.max(0, choice.gapPx - nameAirPx);
  return Math.floor(Math.min(columnRoomPx, 2 * (middle - room.left), 2 * (room.right - middle)));
}

/**
 * How wide each name may be: its column, and besides what its neighbours leave of theirs. Where two long
 * names meet, each has its own column.
 * @param widthsPx of the names, as wide as they would like to be
 */
function nameRooms(room: Room, choice: Choice, widthsPx: readonly number[]): number[] {
  const { standings } = choice.group;
  const left = leftOf(room, choice);
  const columns = standings.map((one) => columnRoom(room, choice, one));
  return standings.map((one, index) => {
    const middle = left + one.middlePx;
    const columnPx = columns[index]!;
    const halves = standings.flatMap((other, at) => {
      if (at === index || other.slot.row !== one.slot.row) return [];
      const isShort = widthsPx[at]! <= columns[at]!;
      const apartPx = Math.abs(other.middlePx - one.middlePx);
      return [isShort ? apartPx - widthsPx[at]! / 2 - nameAirPx : columnPx / 2];
    });
    const halfPx = Math.min(middle - room.left, room.right - middle, ...halves);
    return Math.max(columnPx, Math.floor(2 * halfPx));
  });
}

/** Where the names under the first row are, how large, and how wide each may be. */
export type NameBand = {
  readonly fontPx: number;
  readonly topPx: number;
  readonly labels: LabelBlock;
  readonly roomsPx: readonly number[];
};

/** One size for all names of a picture, as large as they can be had. */
export function namesOf(request: LayoutRequest, room: Room, choice: Choice): NameBand {
  const { fontPx, topPx } = bandOf(request, room, choice);
  const { widthsPx } = request.labelsAt(fontPx);
  const roomsPx = nameRooms(room, choice, widthsPx);
  const commonPx = commonFont({ widthsPx, roomsPx, fontPx });
  return { fontPx: commonPx, topPx, labels: request.labelsAt(commonPx), roomsPx };
}

function bandOf(
  request: LayoutRequest,
  room: Room,
  choice: Choice,
): { readonly fontPx: number; readonly topPx: number } {
  const { sizePx, artPx, bottom, isFitted } = room;
  const { group, labels, groundPx, standingPx } = choice;
  const fontPx = labelFont(standingPx, isFitted ? null : sizePx[1]);
  if (!request.hasGround) {
    return { fontPx, topPx: groundPx + heightsOf(request, group, labels).belowPx };
  }
  const belowPx = groundPx + (edgeRows + nameRows) * artPx;
  const roomPx = bottom - belowPx;
  const isOneRow = group.standings.every(({ slot }) => slot.row === 0);
  const growths = group.standings.map(
    (one, index) => columnRoom(room, choice, one) / Math.max(1, labels.widthsPx[index]!),
  );
  const growth = Math.min(mostGrowth, (roomPx * 0.95) / Math.max(1, labels.heightPx), ...growths);
  const grownPx = isOneRow && growth > 1 ? Math.floor(fontPx * growth) : fontPx;
  const airPx = Math.max(0, roomPx - request.labelsAt(grownPx).heightPx) * 0.35;
  return { fontPx: grownPx, topPx: Math.floor(belowPx + airPx) };
}

/** The size of the longest name which can be had whole. */
function commonFont({
  widthsPx,
  roomsPx,
  fontPx,
}: Pick<LabelBlock, 'widthsPx'> & Pick<NameBand, 'roomsPx' | 'fontPx'>): number {
  const shares = widthsPx.flatMap((widthPx, index) =>
    widthPx === 0 ? [] : [roomsPx[index]! / widthPx],
  );
  const whole = shares.filter((share) => share >= leastShrink);
  const least = shares.length > 0 && whole.length === 0 ? leastShrink : Math.min(1, ...whole);
  return Math.max(Math.min(fontPx, leastFontPx), Math.floor(fontPx * least));
}
