import { createImage, asWords, type RgbaImage } from '../render/image/canvas.ts';

/** The default server icon: 64 px, drawn on a grid of 32. */
const sizePx = 64;
const cells = 32;

type Rgb = readonly [red: number, green: number, blue: number];

const sky: readonly [Rgb, Rgb] = [
  [74, 127, 214],
  [150, 205, 242],
];
const meadow: readonly Rgb[] = [
  [110, 193, 84],
  [122, 206, 94],
  [98, 178, 76],
];
const leftStone: readonly Rgb[] = [
  [104, 108, 128],
  [94, 98, 118],
  [112, 117, 137],
];
const rightStone: readonly Rgb[] = [
  [74, 77, 96],
  [66, 69, 88],
  [81, 84, 104],
];
const leftFringe: Rgb = [80, 154, 66];
const rightFringe: Rgb = [60, 122, 54];
const petal: Rgb = [255, 240, 246];
const pollen: Rgb = [255, 205, 78];

/** A floating block of meadow, seen from a corner. */
export function drawDefaultIcon(): RgbaImage {
  const image = createImage(sizePx, sizePx);
  const words = asWords(image);
  const scale = sizePx / cells;
  for (let y = 0; y < sizePx; y++) {
    for (let x = 0; x < sizePx; x++) {
      const [red, green, blue] = colourAt(Math.floor(x / scale), Math.floor(y / scale));
      words[y * sizePx + x] = (0xff000000 | (blue << 16) | (green << 8) | red) >>> 0;
    }
  }
  return image;
}

/** Half the width of the block, the row of its top's centre, and the height of its sides. */
const block = { halfCells: 12, topCells: 4, sideCells: 13 } as const;

function colourAt(x: number, y: number): Rgb {
  const { halfCells, topCells, sideCells } = block;
  // Isometric pixel art: two cells across for one down.
  const across = x < cells / 2 ? cells / 2 - 1 - x : x - cells / 2;
  if (across >= halfCells) return skyAt(y);
  const reach = Math.floor((halfCells - 1 - across) / 2);
  const middle = topCells + halfCells / 2;
  const back = middle - 1 - reach;
  const front = middle + reach;
  if (y < back || y > front + sideCells) return skyAt(y);
  if (y <= front) return meadowAt(x, y);
  const isLeft = x < cells / 2;
  const depth = y - front - 1;
  const fringe = 2 + (noise(x >> 1, 7) % 3);
  if (depth < fringe) return isLeft ? leftFringe : rightFringe;
  return pick(isLeft ? leftStone : rightStone, x >> 1, (y + (across >> 1)) >> 1);
}

function skyAt(y: number): Rgb {
  const share = Math.floor((y / cells) * 8) / 7;
  const mix = (channel: 0 | 1 | 2): number =>
    Math.round(sky[0][channel] + (sky[1][channel] - sky[0][channel]) * share);
  return [mix(0), mix(1), mix(2)];
}

const flowers: ReadonlySet<string> = new Set(['11,10', '19,8', '18,13']);

function meadowAt(x: number, y: number): Rgb {
  if (flowers.has(`${x},${y}`)) return pollen;
  const isPetal = [-1, 1].some((d) => flowers.has(`${x + d},${y}`) || flowers.has(`${x},${y + d}`));
  return isPetal ? petal : pick(meadow, x >> 1, y);
}

function pick(shades: readonly Rgb[], x: number, y: number): Rgb {
  return shades[noise(x, y) % shades.length] ?? [0, 0, 0];
}

/** An integer hash of a cell, the same on every machine. */
function noise(x: number, y: number): number {
  const mixed = Math.imul(x * 374761393 + y * 668265263, 1274126177);
  return (mixed ^ (mixed >>> 13)) >>> 5;
}
