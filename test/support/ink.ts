import type { RgbaImage } from '../../src/engine/image/canvas.ts';

/** Where anything is drawn: left, top, right and bottom, the last two exclusive. */
export function inkOf({ data, widthPx, heightPx }: RgbaImage, minAlpha = 1) {
  const box = { left: widthPx, top: heightPx, right: 0, bottom: 0 };
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) {
      if (data[(y * widthPx + x) * 4 + 3]! < minAlpha) continue;
      box.left = Math.min(box.left, x);
      box.right = Math.max(box.right, x + 1);
      box.top = Math.min(box.top, y);
      box.bottom = y + 1;
    }
  }
  return box;
}

/** The highest alpha of the outermost pixels. */
export function maxOnBorder({ data, widthPx, heightPx }: RgbaImage): number {
  const alphas = data.filter((_, at) => at % 4 === 3);
  const isOnBorder = (pixel: number): boolean => {
    const [x, y] = [pixel % widthPx, Math.floor(pixel / widthPx)];
    return x === 0 || y === 0 || x === widthPx - 1 || y === heightPx - 1;
  };
  return Math.max(...alphas.filter((_, pixel) => isOnBorder(pixel)));
}
