import { PNG } from 'pngjs';

type SheetShape = {
  readonly widthPx?: number;
  readonly heightPx?: number;
  /** Leaves the area empty that a skin with three-pixel arms does not use. */
  readonly slim?: boolean;
  /** Draws hats, jackets and sleeves too. */
  readonly overlay?: boolean;
};

/** Columns that only arms of four pixels use: the last of each arm’s row of faces, per unit. */
const unusedBySlim = [
  [54, 20, 56, 32],
  [46, 52, 48, 64],
] as const;

/** Where the second layer lies on a 64×64 sheet: left, top, right, bottom. */
const overlays = [
  [32, 0, 64, 16],
  [0, 32, 56, 48],
  [0, 48, 16, 64],
  [48, 48, 64, 64],
] as const;

/**
 * A skin sheet as PNG file, every texel of its own colour: two sheets of different seeds never look
 * alike, and no two places of one sheet do. The same arguments give the same bytes.
 */
export function skinFile(seed: number, shape: SheetShape = {}): Buffer {
  const { widthPx = 64, heightPx = 64, slim = false, overlay = false } = shape;
  const scale = widthPx / 64;
  const png = new PNG({ width: widthPx, height: heightPx });
  for (let y = 0; y < heightPx; y += 1) {
    for (let x = 0; x < widthPx; x += 1) {
      const [u, v] = [x / scale, y / scale];
      const isEmpty = (!overlay && isIn(overlays, u, v)) || (slim && isIn(unusedBySlim, u, v));
      const noise = scramble(seed * 0x10001 + y * widthPx + x);
      png.data.writeUInt32LE(isEmpty ? 0 : (noise | 0xff000000) >>> 0, (y * widthPx + x) * 4);
    }
  }
  return PNG.sync.write(png, { filterType: 0 });
}

type Area = readonly [left: number, top: number, right: number, bottom: number];

function isIn(areas: readonly Area[], u: number, v: number): boolean {
  return areas.some(
    ([left, top, right, bottom]) => u >= left && u < right && v >= top && v < bottom,
  );
}

/** A well-mixed 32-bit word of a number (the finisher of MurmurHash3). */
function scramble(value: number): number {
  let word = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  word = Math.imul(word ^ (word >>> 13), 0xc2b2ae35);
  return (word ^ (word >>> 16)) >>> 0;
}

/** The PNG file as a `data:` URL. */
export function dataUrl(png: Uint8Array, scheme = 'data'): string {
  return `${scheme}:image/png;base64,${Buffer.from(png).toString('base64')}`;
}

export type Pixels = {
  readonly widthPx: number;
  readonly heightPx: number;
  /** Straight RGBA. */
  readonly data: Buffer;
};

/** Decoded by a library that the product does not use. */
export function pixelsOf(png: Uint8Array): Pixels {
  const { width, height, data } = PNG.sync.read(Buffer.from(png));
  return { widthPx: width, heightPx: height, data };
}
