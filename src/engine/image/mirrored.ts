import { asWords, createImage, type RgbaImage } from './canvas.ts';

/** The picture with left and right exchanged. */
export function mirrored(source: RgbaImage): RgbaImage {
  const { widthPx, heightPx } = source;
  const target = createImage(widthPx, heightPx);
  const [from, into] = [asWords(source), asWords(target)];
  for (let y = 0; y < heightPx; y++) {
    into.set(from.subarray(y * widthPx, (y + 1) * widthPx).toReversed(), y * widthPx);
  }
  return target;
}
