import type { LayoutRequest, Room } from './request.ts';
import type { Box } from './shape.ts';
import { artPixelPx, safeShare, type SizePx } from './sizes.ts';

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
  const safePx = safe.right - safe.left;
  const middle = { align: 'centre', xPx: widthPx / 2, roomPx: safePx, pixelPx: artPx } as const;
  const [, highPx] = title(safePx, artPx);
  if (figures.length === 0) {
    const topPx = Math.round(y + (heightPx * 0.62 - y - highPx) / 2);
    return [{ ...whole, placedTitle: { ...middle, topPx } }];
  }
  const rooms: Room[] = [{ ...whole, top: y + highPx + air, placedTitle: { ...middle, topPx: y } }];
  const cornerPx = Math.floor(safePx * 0.6);
  const corner = title(cornerPx, artPx);
  rooms.push({
    ...whole,
    weight: 0.92,
    taken: { left: x, top: y, right: x + corner[0] + air, bottom: y + corner[1] + air },
    placedTitle: { align: 'left', xPx: x, topPx: y, roomPx: cornerPx, pixelPx: artPx },
  });
  const sidePx = Math.floor(safePx * 0.36);
  const side = title(sidePx, artPx);
  if (widthPx > heightPx * 1.7) {
    const topPx = Math.round(Math.max(y, (heightPx * 0.8 - side[1]) / 2));
    rooms.push({
      ...whole,
      // Beside the group is its natural place in a long strip.
      weight: widthPx > heightPx * 3 ? 0.97 : 0.85,
      left: x + side[0] + 2 * air,
      placedTitle: { align: 'left', xPx: x, topPx, roomPx: sidePx, pixelPx: artPx },
    });
  }
  return rooms;
}
