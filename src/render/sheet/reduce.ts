import { createImage, type RgbaImage } from '../image/canvas.ts';
import { resize } from '../image/resize.ts';

type Sheet = { readonly image: RgbaImage; readonly texelsPerUnit: number };

/** The texels per unit of a reduced sheet. @param mostTexelsPerUnit what can be seen, a power of two */
export function reducedScale(texelsPerUnit: number, mostTexelsPerUnit: number): number {
  return Math.min(texelsPerUnit, mostTexelsPerUnit);
}

/**
 * Reduces a sheet to at most the given texels per unit, a power of two: each texel is the mean of those
 * it replaces, weighted by alpha. Finer texels would be invisible in the picture, and the size of a plan
 * is quadratic in their number.
 */
export function reduceSheet<S extends Sheet>(sheet: S, mostTexelsPerUnit: number): S {
  const texelsPerUnit = reducedScale(sheet.texelsPerUnit, mostTexelsPerUnit);
  if (texelsPerUnit === sheet.texelsPerUnit) return sheet;
  let { image } = sheet;
  let scale = sheet.texelsPerUnit;
  for (; scale >= 2 * texelsPerUnit && scale % 2 === 0; scale /= 2) image = halved(image);
  // Capes may have any whole number of texels per unit.
  const shrink = texelsPerUnit / scale;
  image = resize(image, image.widthPx * shrink, image.heightPx * shrink);
  return { ...sheet, image, texelsPerUnit };
}

/** Halves width and height: each pixel is the mean of four. */
function halved({ widthPx, heightPx, data }: RgbaImage): RgbaImage {
  const half = createImage(widthPx / 2, heightPx / 2);
  const below = widthPx * 4;
  for (let y = 0; y < half.heightPx; y++) {
    for (let x = 0; x < half.widthPx; x++) {
      const first = (y * 2 * widthPx + x * 2) * 4;
      const corners = [first, first + 4, first + below, first + below + 4] as const;
      meanOf(data, corners, half.data, (y * half.widthPx + x) * 4);
    }
  }
  return half;
}

function meanOf(
  data: Uint8ClampedArray,
  corners: readonly number[],
  into: Uint8ClampedArray,
  at: number,
): void {
  let alphas = 0;
  let red = 0;
  let green = 0;
  let blue = 0;
  for (const corner of corners) {
    const alpha = data[corner + 3] ?? 0;
    alphas += alpha;
    red += (data[corner] ?? 0) * alpha;
    green += (data[corner + 1] ?? 0) * alpha;
    blue += (data[corner + 2] ?? 0) * alpha;
  }
  if (alphas === 0) return;
  into[at] = red / alphas;
  into[at + 1] = green / alphas;
  into[at + 2] = blue / alphas;
  into[at + 3] = alphas / 4;
}
