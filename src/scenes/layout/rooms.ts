import type { LayoutRequest, PlacedTitle, Room } from './request.ts';
import { artPixelPx, safeShare, type SizePx } from './sizes.ts';

/** Weight of a cut title relative to a complete one. */
const cutWeight = 0.72;

/** Shares of the width for a title beside a group. */
const sideShares = [0.36, 0.5] as const;

/** All possible positions of a title, each with the space that it leaves. */
export function roomsOf({ title, figures }: LayoutRequest, sizePx: SizePx): Room[] {
  const [widthPx, heightPx] = sizePx;
  const [x, y] = [Math.ceil(widthPx * safeShare), Math.ceil(heightPx * safeShare)];
  const whole: Room = {
    left: x,
    top: y,
    right: widthPx - x,
    bottom: heightPx - y,
    sizePx,
    artPx: artPixelPx(sizePx),
    taken: null,
    placedTitle: null,
    weight: 1,
    isFitted: false,
  };
  if (title === null) return [whole];
  const setting = createSetting(title, whole);
  if (figures.length === 0) {
    const { set, highPx } = setting(1, 0.6);
    const topPx = Math.round(y + (heightPx * 0.62 - y - highPx) / 2);
    return [{ ...whole, placedTitle: { ...set, align: 'centre', xPx: widthPx / 2, topPx } }];
  }
  const rooms = [roomBelow(whole, setting(1, 0.5)), roomAround(whole, setting(0.6, 0.5))];
  if (widthPx <= heightPx * 1.7) return rooms;
  return [...rooms, ...sideShares.map((share) => roomBeside(whole, setting(share, 1)))];
}

/** A title in a box: its size and weight. */
type SetTitle = {
  readonly set: Pick<PlacedTitle, 'roomPx' | 'pixelPx'>;
  readonly widePx: number;
  readonly highPx: number;
  readonly weight: number;
};

/** Sets a title in a box given as shares of the safe area. */
function createSetting(title: NonNullable<LayoutRequest['title']>, safe: Room) {
  const [leastPx] = title(Number.MAX_SAFE_INTEGER, 1);
  return (share: number, highShare: number): SetTitle => {
    const roomPx = Math.floor((safe.right - safe.left) * share);
    const mostHighPx = (safe.bottom - safe.top) * highShare;
    // A font pixel is one art pixel, or two if these are too small for text.
    let pixelPx = Math.max(safe.artPx, 2);
    while (pixelPx > 1 && title(roomPx, pixelPx)[1] > mostHighPx) pixelPx--;
    const [widePx, highPx] = title(roomPx, pixelPx);
    const weight = roomPx < leastPx ? cutWeight : 1;
    return { set: { roomPx, pixelPx }, widePx, highPx, weight };
  };
}

/** Gap between a title and figures. */
function airOf({ sizePx: [, heightPx] }: Room): number {
  return Math.max(2, Math.round(heightPx * 0.03));
}

function roomBelow(whole: Room, { set, highPx, weight }: SetTitle): Room {
  const { top, sizePx } = whole;
  return {
    ...whole,
    weight,
    top: top + highPx + airOf(whole),
    placedTitle: { ...set, align: 'centre', xPx: sizePx[0] / 2, topPx: top },
  };
}

/** A title in a corner that no figure reaches. */
function roomAround(whole: Room, { set, widePx, highPx, weight }: SetTitle): Room {
  const { left, top } = whole;
  const air = airOf(whole);
  return {
    ...whole,
    weight: 0.92 * weight,
    taken: { left, top, right: left + widePx + air, bottom: top + highPx + air },
    placedTitle: { ...set, align: 'left', xPx: left, topPx: top },
  };
}

function roomBeside(whole: Room, { set, widePx, highPx, weight }: SetTitle): Room {
  const { left, top, sizePx } = whole;
  const [widthPx, heightPx] = sizePx;
  const topPx = Math.round(Math.max(top, (heightPx * 0.8 - highPx) / 2));
  return {
    ...whole,
    // In a long strip, beside the group is its natural position.
    weight: (widthPx > heightPx * 3 ? 0.97 : 0.85) * weight,
    left: left + widePx + 2 * airOf(whole),
    placedTitle: { ...set, align: 'left', xPx: left, topPx },
  };
}
