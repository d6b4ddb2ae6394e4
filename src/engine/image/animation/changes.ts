import { areaOf, asWords, createImage, type Area, type RgbaImage } from '../canvas.ts';

/** Sent where nothing is: an area is never empty. */
export const firstPixel: Area = { leftPx: 0, topPx: 0, widthPx: 1, heightPx: 1 };

/**
 * The smallest part of a picture that has to be sent: what changes of the frame before.
 * @param previous of the same size; `null` for the first frame, which is sent whole
 * @param step left and top are multiples of this
 */
export function changeOf(picture: RgbaImage, previous: RgbaImage | null, step: 1 | 2) {
  const { widthPx, heightPx } = picture;
  if (previous === null) {
    const area = { leftPx: 0, topPx: 0, widthPx, heightPx };
    return { area, image: picture, isLaidOver: false };
  }
  const [now, before] = [asWords(picture), asWords(previous)];
  const changed = areaOf(picture, (at) => now[at] !== before[at]) ?? firstPixel;
  const [leftPx, topPx] = [floorTo(step, changed.leftPx), floorTo(step, changed.topPx)];
  const area = {
    leftPx,
    topPx,
    widthPx: changed.leftPx + changed.widthPx - leftPx,
    heightPx: changed.topPx + changed.heightPx - topPx,
  };
  const isLaidOver = isOpaqueWhereChanged(now, before, { area, widthPx });
  const image = createImage(area.widthPx, area.heightPx);
  const into = asWords(image);
  for (let y = 0, to = 0; y < area.heightPx; y++) {
    const row = (area.topPx + y) * widthPx + area.leftPx;
    for (let at = row; at < row + area.widthPx; at++, to++) {
      if (!isLaidOver || now[at] !== before[at]) into[to] = now[at]!;
    }
  }
  return {
    area,
    /** The area; unchanged pixels are transparent if `isLaidOver`. */
    image,
    /** Whether it is laid over what is there, which is possible if all changed pixels are opaque. */
    isLaidOver,
  };
}

function floorTo(step: number, px: number): number {
  return px - (px % step);
}

function isOpaqueWhereChanged(
  now: Uint32Array,
  before: Uint32Array,
  { area, widthPx }: { readonly area: Area; readonly widthPx: number },
): boolean {
  const first = area.topPx * widthPx;
  const end = first + area.heightPx * widthPx;
  for (let at = first; at < end; at++) {
    if (now[at] !== before[at] && now[at]! >>> 24 !== 255) return false;
  }
  return true;
}
