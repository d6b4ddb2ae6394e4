import type { LayoutRequest, Room } from './request.ts';
import type { Box } from './shape.ts';
import { artPixelPx, safeShare, type SizePx } from './sizes.ts';

/** A title that is cut is worth so much less than a whole one. */
const cutWeight = 0.72;

/** Shares of the width that a title beside a group may have. */
const sideShares = [0.36, 0.5] as const;

/** The places that a title can have, each with the room that it leaves. */
export function roomsOf({ title, figures }: LayoutRequest, sizePx: SizePx): Room[] {
  const [widthPx, heightPx] = sizePx;
  const [x, y] = [Math.ceil(widthPx * safeShare), Math.ceil(heightPx * safeShare)];
  const safe: Box = { left: x, top: y, right: widthPx - x, bottom: heightPx - y };
  const artPx = artPixelPx(sizePx);
  const whole = {
    ...safe,
    sizePx,
    artPx,
    taken: null,
    placedTitle: null,
    weight: 1,
    isFitted: false,
  };
  if (title === null) return [whole];
  const air = Math.max(2, Math.round(heightPx * 0.03));
  const [safePx, safeHighPx] = [safe.right - safe.left, safe.bottom - safe.top];
  const [leastPx] = title(Number.MAX_SAFE_INTEGER, 1);
  const setIn = (share: number, highShare: number) => {
    const roomPx = Math.floor(safePx * share);
    const pixelPx = titlePixelPx(title, { sizePx, roomPx, mostHighPx: safeHighPx * highShare });
    const [widePx, highPx] = title(roomPx, pixelPx);
    const weight = roomPx < leastPx ? cutWeight : 1;
    return { set: { roomPx, pixelPx }, widePx, highPx, weight };
  };
  if (figures.length === 0) {
    const { set, highPx } = setIn(1, 0.6);
    const topPx = Math.round(y + (heightPx * 0.62 - y - highPx) / 2);
    return [{ ...whole, placedTitle: { ...set, align: 'centre', xPx: widthPx / 2, topPx } }];
  }
  const over = setIn(1, 0.5);
  const corner = setIn(0.6, 0.5);
  const rooms: Room[] = [
    {
      ...whole,
      weight: over.weight,
      top: y + over.highPx + air,
      placedTitle: { ...over.set, align: 'centre', xPx: widthPx / 2, topPx: y },
    },
    {
      ...whole,
      weight: 0.92 * corner.weight,
      taken: {
        left: x,
        top: y,
        right: x + corner.widePx + air,
        bottom: y + corner.highPx + air,
      },
      placedTitle: { ...corner.set, align: 'left', xPx: x, topPx: y },
    },
  ];
  if (widthPx <= heightPx * 1.7) return rooms;
  const sides = sideShares.map((share): Room => {
    const side = setIn(share, 1);
    const topPx = Math.round(Math.max(y, (heightPx * 0.8 - side.highPx) / 2));
    return {
      ...whole,
      // Beside the group is its natural place in a long strip.
      weight: (widthPx > heightPx * 3 ? 0.97 : 0.85) * side.weight,
      left: x + side.widePx + 2 * air,
      placedTitle: { ...side.set, align: 'left', xPx: x, topPx },
    };
  });
  return [...rooms, ...sides];
}

/** Of a title, a pixel of its font: one of the art, or two where these are too small for letters. */
function titlePixelPx(
  title: NonNullable<LayoutRequest['title']>,
  { sizePx, roomPx, mostHighPx }: { sizePx: SizePx; roomPx: number; mostHighPx: number },
): number {
  let pixelPx = Math.max(artPixelPx(sizePx), 2);
  while (pixelPx > 1 && title(roomPx, pixelPx)[1] > mostHighPx) pixelPx--;
  return pixelPx;
}
