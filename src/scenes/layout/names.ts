import { edgeRows, heightsOf, labelFont, leastShrink, nameRows, type Choice } from './fit-group.ts';
import type { Standing } from './group.ts';
import type { LabelBlock, LayoutRequest, Room } from './request.ts';

/** Growth of labels if all have the room. */
const mostGrowth = 1.35;

/** Gap between two columns of names. */
const nameAirPx = 4;

/** Smaller text is unreadable. */
const leastFontPx = 7;

/** Left end of a group centred in its room. */
export function leftOf({ left, right }: Room, { group }: Choice): number {
  return Math.floor((left + right - group.widthPx) / 2);
}

/** How wide a name may be: its column and the gap, within the room. */
function columnRoom(room: Room, choice: Choice, { middlePx, columnPx }: Standing): number {
  const middle = leftOf(room, choice) + middlePx;
  const columnRoomPx = columnPx + Math.max(0, choice.gapPx - nameAirPx);
  return Math.floor(Math.min(columnRoomPx, 2 * (middle - room.left), 2 * (room.right - middle)));
}

/**
 * How wide each name may be: its column, and what its neighbours leave of theirs. If two long names
 * meet, each keeps its own column.
 * @param widthsPx preferred widths of the names
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

/** Position, size and widths of the names below the front row. */
export type NameBand = {
  readonly fontPx: number;
  readonly topPx: number;
  readonly labels: LabelBlock;
  readonly roomsPx: readonly number[];
};

/** Finds one size for all names of a picture, as large as possible. */
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

/** The size at which the longest name still fits that can be shown in full. */
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
