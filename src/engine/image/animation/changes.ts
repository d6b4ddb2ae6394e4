import { asWords, createImage, type RgbaImage } from '../canvas.ts';

/** A part of the picture; never empty. */
export type Area = {
  readonly leftPx: number;
  readonly topPx: number;
  readonly widthPx: number;
  readonly heightPx: number;
};

/** What a frame changes of the one before. */
type Change = {
  readonly area: Area;
  /** The area; unchanged pixels are transparent if `isLaidOver`. */
  readonly image: RgbaImage;
  /** Whether it is laid over what is there, which is possible if all changed pixels are opaque. */
  readonly isLaidOver: boolean;
};

/**
 * The smallest part of a picture that has to be sent.
 * @param previous of the same size; `null` for the first frame, which is sent whole
 * @param step left and top are multiples of this
 */
export function changeOf(picture: RgbaImage, previous: RgbaImage | null, step: 1 | 2): Change {
  const { widthPx, heightPx } = picture;
  if (previous === null) {
    const area = { leftPx: 0, topPx: 0, widthPx, heightPx };
    return { area, image: picture, isLaidOver: false };
  }
  const [now, before] = [asWords(picture), asWords(previous)];
  const area = areaOf(picture, step, (at) => now[at] !== before[at]);
  const isLaidOver = isOpaqueWhereChanged(now, before, { area, widthPx });
  const image = createImage(area.widthPx, area.heightPx);
  const into = asWords(image);
  for (let y = 0, to = 0; y < area.heightPx; y++) {
    const row = (area.topPx + y) * widthPx + area.leftPx;
    for (let at = row; at < row + area.widthPx; at++, to++) {
      if (!isLaidOver || now[at] !== before[at]) into[to] = now[at]!;
    }
  }
  return { area, image, isLaidOver };
}

/** The bounding box of the pixels that are taken; one pixel if there are none. */
export function areaOf(
  { widthPx, heightPx }: Pick<RgbaImage, 'widthPx' | 'heightPx'>,
  step: 1 | 2,
  isTaken: (at: number) => boolean,
): Area {
  let [left, top, right, bottom] = [widthPx, heightPx, 0, 0];
  for (let y = 0; y < heightPx; y++) {
    const row = y * widthPx;
    let x = 0;
    while (x < widthPx && !isTaken(row + x)) x++;
    if (x === widthPx) continue;
    left = Math.min(left, x);
    let end = widthPx;
    while (end > right && !isTaken(row + end - 1)) end--;
    right = Math.max(right, end);
    top = Math.min(top, y);
    bottom = y + 1;
  }
  if (right === 0) return { leftPx: 0, topPx: 0, widthPx: 1, heightPx: 1 };
  const [leftPx, topPx] = [left - (left % step), top - (top % step)];
  return { leftPx, topPx, widthPx: right - leftPx, heightPx: bottom - topPx };
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
