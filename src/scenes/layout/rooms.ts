import type { LayoutRequest, Room, TitleBlock, TitleRoom } from './request.ts';
import { artPixelPx, safeShare, type SizePx } from './sizes.ts';

/** Weight of a cut title relative to a complete one, and of one of no size relative to the usual one. */
const [cutWeight, smallestWeight] = [0.72, 0.8] as const;

/** A title in a box. */
type SetTitle = { readonly set: TitleRoom; readonly block: TitleBlock };

type Title = NonNullable<LayoutRequest['title']>;

/** A position of a title: the space that it leaves to the figures. */
type TitlePlace = {
  /** Widths to try, as shares of the safe area, and the greatest height. */
  readonly shares: readonly number[];
  readonly highShare: number;
  readonly roomFor: (whole: Room, title: SetTitle) => Room;
  /** How much larger than usual it may grow if there is space, and whether it may be broken for that. */
  readonly most: number;
  readonly mayWrap: boolean;
};

const titlePlaces = {
  /** In a place without figures. */
  alone: { shares: [1], highShare: 0.6, roomFor: roomAlone, most: 2.4, mayWrap: false },
  above: { shares: [1], highShare: 0.3, roomFor: roomBelow, most: 1.8, mayWrap: false },
  corner: { shares: [0.6], highShare: 0.5, roomFor: roomAround, most: 1.8, mayWrap: false },
  beside: { shares: [0.36, 0.5], highShare: 0.7, roomFor: roomBeside, most: 2.4, mayWrap: true },
} as const satisfies Record<NonNullable<Room['titleAt']>, TitlePlace>;

/** All possible positions of a title, each with the space that it leaves. */
export function roomsOf({ title, figures }: LayoutRequest, sizePx: SizePx): Room[] {
  const whole = wholeRoom(sizePx);
  if (title === null) return [whole];
  const [widthPx, heightPx] = sizePx;
  const places: TitlePlace[] =
    figures.length === 0 ? [titlePlaces.alone] : [titlePlaces.above, titlePlaces.corner];
  if (figures.length > 0 && widthPx > heightPx * 1.7) places.push(titlePlaces.beside);
  return places.flatMap(({ shares, highShare, roomFor }) =>
    shares.map((share) => roomFor(whole, setIn(title, whole, { share, highShare }))),
  );
}

/**
 * The same room with larger titles, the largest first: what figures do not need belongs to the title.
 */
export function grownRooms({ title }: LayoutRequest, room: Room): Room[] {
  const { titleAt, placedTitle, sizePx } = room;
  if (title === null || titleAt === null || placedTitle === null) return [];
  const whole = wholeRoom(sizePx);
  const now = title(placedTitle);
  const { most, mayWrap, shares, highShare, roomFor }: TitlePlace = titlePlaces[titleAt];
  const roomPx = Math.floor((whole.right - whole.left) * Math.max(...shares));
  const largest = Math.floor(usualPixelPx(whole) * most);
  return Array.from({ length: Math.max(0, largest - now.pixelPx) }, (_, smaller) => {
    const set = { roomPx, pixelPx: largest - smaller };
    return { set, block: title(set) };
  })
    .filter(({ set, block }) => {
      const isWhole = block.pixelPx === set.pixelPx && !block.isCut;
      const isBroken = block.isWrapped && !now.isWrapped && !mayWrap;
      return isWhole && !isBroken && block.sizePx[1] <= (whole.bottom - whole.top) * highShare;
    })
    .map((grown) => roomFor(whole, grown));
}

function wholeRoom(sizePx: SizePx): Room {
  const [widthPx, heightPx] = sizePx;
  const [x, y] = [Math.ceil(widthPx * safeShare), Math.ceil(heightPx * safeShare)];
  return {
    left: x,
    top: y,
    right: widthPx - x,
    bottom: heightPx - y,
    sizePx,
    artPx: artPixelPx(sizePx),
    taken: null,
    placedTitle: null,
    titleAt: null,
    weight: 1,
    isFitted: false,
  };
}

/** A font pixel is one art pixel, or two real ones if that is too small for text. */
function usualPixelPx({ artPx }: Room): number {
  return Math.max(artPx, 2);
}

/** Sets a title in a box given as shares of the safe area. */
function setIn(
  title: Title,
  safe: Room,
  { share, highShare }: { readonly share: number; readonly highShare: number },
): SetTitle {
  const roomPx = Math.floor((safe.right - safe.left) * share);
  const mostHighPx = (safe.bottom - safe.top) * highShare;
  let pixelPx = usualPixelPx(safe);
  let block = title({ roomPx, pixelPx });
  while (pixelPx > 1 && block.sizePx[1] > mostHighPx) {
    pixelPx = Math.min(pixelPx, block.pixelPx + 1) - 1;
    block = title({ roomPx, pixelPx });
  }
  return { set: { roomPx, pixelPx }, block };
}

function weightOf({ block }: SetTitle, safe: Room): number {
  if (block.isCut) return cutWeight;
  const shown = Math.min(1, block.pixelPx / usualPixelPx(safe));
  return smallestWeight + (1 - smallestWeight) * shown;
}

/** Gap between a title and figures. */
function airOf({ sizePx: [, heightPx] }: Room): number {
  return Math.max(2, Math.round(heightPx * 0.03));
}

function roomAlone(whole: Room, { set, block }: SetTitle): Room {
  const [widthPx, heightPx] = whole.sizePx;
  const topPx = Math.round(whole.top + (heightPx * 0.62 - whole.top - block.sizePx[1]) / 2);
  const placedTitle = { ...set, align: 'centre' as const, xPx: widthPx / 2, topPx };
  return { ...whole, titleAt: 'alone', placedTitle };
}

function roomBelow(whole: Room, title: SetTitle): Room {
  const { top, sizePx } = whole;
  return {
    ...whole,
    weight: weightOf(title, whole),
    top: top + title.block.sizePx[1] + airOf(whole),
    titleAt: 'above',
    placedTitle: { ...title.set, align: 'centre', xPx: sizePx[0] / 2, topPx: top },
  };
}

/** A title in a corner that no figure reaches. */
function roomAround(whole: Room, title: SetTitle): Room {
  const { left, top } = whole;
  const [widePx, highPx] = title.block.sizePx;
  const air = airOf(whole);
  return {
    ...whole,
    weight: 0.92 * weightOf(title, whole),
    taken: { left, top, right: left + widePx + air, bottom: top + highPx + air },
    titleAt: 'corner',
    placedTitle: { ...title.set, align: 'left', xPx: left, topPx: top },
  };
}

function roomBeside(whole: Room, title: SetTitle): Room {
  const { left, top, sizePx } = whole;
  const [widthPx, heightPx] = sizePx;
  const [widePx, highPx] = title.block.sizePx;
  const topPx = Math.round(Math.max(top, (heightPx * 0.8 - highPx) / 2));
  return {
    ...whole,
    // In a long strip, beside the group is its natural position.
    weight: (widthPx > heightPx * 3 ? 0.97 : 0.85) * weightOf(title, whole),
    left: left + widePx + 2 * airOf(whole),
    titleAt: 'beside',
    placedTitle: { ...title.set, align: 'left', xPx: left, topPx },
  };
}
