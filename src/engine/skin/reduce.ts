import { createImage, type RgbaImage } from '../image/canvas.ts';
import { resize } from '../image/resize.ts';

type Sheet = { readonly image: RgbaImage; readonly texelsPerUnit: number };

/** The texels per unit of a reduced sheet. @param maxTexelsPerUnit what can be seen, a power of two */
export function reducedScale(texelsPerUnit: number, maxTexelsPerUnit: number): number {
  return Math.min(texelsPerUnit, maxTexelsPerUnit);
}

/**
 * Reduces a sheet to at most the given texels per unit, a power of two: each texel is the mean of those
 * it replaces, weighted by alpha. Finer texels would be invisible in the picture, and the size of a plan
 * is quadratic in their number.
 */
export function reduceSheet<S extends Sheet>(sheet: S, maxTexelsPerUnit: number): S {
  const texelsPerUnit = reducedScale(sheet.texelsPerUnit, maxTexelsPerUnit);
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
  const into = half.data;
  const below = widthPx * 4;
  let at = 0;
  for (let y = 0; y < heightPx; y += 2) {
    for (let a = y * below, end = a + below; a < end; a += 8, at += 4) {
      const b = a + 4;
      const c = a + below;
      const d = c + 4;
      const alphaA = data[a + 3]!;
      const alphaB = data[b + 3]!;
      const alphaC = data[c + 3]!;
      const alphaD = data[d + 3]!;
      const alphas = alphaA + alphaB + alphaC + alphaD;
      if (alphas === 0) continue;
      // Without a loop, and without lists: each takes as long again.
      const red = data[a]! * alphaA + data[b]! * alphaB + data[c]! * alphaC + data[d]! * alphaD;
      const green =
        data[a + 1]! * alphaA +
        data[b + 1]! * alphaB +
        data[c + 1]! * alphaC +
        data[d + 1]! * alphaD;
      const blue =
        data[a + 2]! * alphaA +
        data[b + 2]! * alphaB +
        data[c + 2]! * alphaC +
        data[d + 2]! * alphaD;
      into[at] = red / alphas;
      into[at + 1] = green / alphas;
      into[at + 2] = blue / alphas;
      into[at + 3] = alphas / 4;
    }
  }
  return half;
}
