import { mix, put, tintAt, type Art, type Paint, blink, sway } from './art.ts';
import { hash, hills, scatter } from './noise.ts';

/** Thresholds of an ordered (Bayer) dither, 0 … 15: two colours become four shades. */
const bayer = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5] as const;

/** Whether a pixel gets the second of two colours that are dithered by `share`. */
export function isDithered(column: number, row: number, share: number): boolean {
  return share * 16 > bayer[(row & 3) * 4 + (column & 3)]! + 0.5;
}

/** A level as a whole number, with its fraction dithered. */
export function ditheredLevel(column: number, row: number, level: number): number {
  return Math.floor(level) + (isDithered(column, row, level % 1) ? 1 : 0);
}

/** Rows above the ground, and the size of what is there. */
type Background = { readonly horizonRow: number; readonly size: number };

/** Draws bands of colour from top to bottom, with dithered rows between them. */
export function paintSky(art: Art, toRow: number, colours: readonly Paint[]): void {
  for (let row = 0; row < toRow; row++) {
    const share = row / Math.max(1, toRow - 1);
    for (let column = 0; column < art.columns; column++) {
      put(art, column, row, bandAt(colours, share, [column, row]));
    }
  }
}

/** The colour of a pixel at a share of a palette, 0 … 1; only the middle half of a band is dithered. */
function bandAt(
  colours: readonly Paint[],
  share: number,
  [column, row]: readonly [number, number],
): Paint {
  const bands = colours.length - 1;
  const at = Math.min(bands - 1e-6, share * bands);
  const band = Math.floor(at);
  return colours[band + (isDithered(column, row, (at - band - 0.25) * 2) ? 1 : 0)]!;
}

/** Interpolates a palette to `count` colours, for smooth skies. */
export function ramp(colours: readonly Paint[], count: number): readonly Paint[] {
  return Array.from({ length: count }, (_, i) => {
    const at = (i / (count - 1)) * (colours.length - 1);
    const from = Math.min(colours.length - 2, Math.floor(at));
    return mix(colours[from]!, colours[from + 1]!, at - from);
  });
}

export type Disc = { readonly column: number; readonly row: number; readonly radius: number };

/** Draws rings of light around something bright, the inner ones stronger. */
export function paintGlow(art: Art, disc: Disc, colour: Paint, strength: number): void {
  const { column, row, radius } = disc;
  for (let y = Math.floor(row - radius); y <= row + radius; y++) {
    for (let x = Math.floor(column - radius); x <= column + radius; x++) {
      const away = Math.hypot(x - column, y - row) / radius;
      if (away >= 1) continue;
      const ring = ditheredLevel(x, y, (1 - away) * 4);
      if (ring > 0) tintAt(art, [x, y], colour, (strength * ring) / 4);
    }
  }
}

export function paintDisc(
  art: Art,
  { column, row, radius }: Disc,
  colourAt: (right: number, down: number) => Paint | undefined,
): void {
  for (let y = -Math.ceil(radius); y <= radius; y++) {
    for (let x = -Math.ceil(radius); x <= radius; x++) {
      if (Math.hypot(x + 0.5, y + 0.5) > radius) continue;
      const colour = colourAt(x / radius, y / radius);
      if (colour !== undefined) put(art, Math.round(column) + x, Math.round(row) + y, colour);
    }
  }
}

/** Draws stars of three sizes, sparser towards the horizon; some twinkle. */
export function paintStars(
  art: Art,
  toRow: number,
  { seed, colours, phase }: { seed: number; colours: readonly Paint[]; phase: number },
): void {
  for (let row = 1; row < toRow; row++) {
    for (let column = 1; column < art.columns - 1; column++) {
      const chance = hash(seed, column, row);
      const dense = 0.011 * (1 - (0.75 * row) / toRow);
      if (chance > dense) continue;
      const colour = colours[Math.floor((chance / dense) * 997) % colours.length]!;
      const size = chance / dense;
      const light = size < 0.3 ? 0.3 + 0.7 * blink(phase, hash(seed + 1, column, row)) : 1;
      tintAt(art, [column, row], colour, (size < 0.25 ? 1 : 0.55) * light);
      if (size > 0.06 || light < 0.6) continue;
      for (const x of [-1, 1]) tintAt(art, [column + x, row], colour, 0.4);
      for (const y of [-1, 1]) tintAt(art, [column, row + y], colour, 0.4);
    }
  }
}

type Clouds = {
  readonly seed: number;
  /** Where they are, as shares of the rows above the ground. */
  readonly rows: readonly [from: number, to: number];
  /** How far apart they are, and the width of the widest, at a size of 1. */
  readonly spacing: number;
  readonly longest: number;
  /** Lit top, body, shaded bottom. */
  readonly colours: readonly Paint[];
  /** 1 hides the sky behind. */
  readonly opacity: number;
};

/** Draws clouds of stacked slabs with flat bottoms. @param phase of the wind, which moves them to and fro */
export function paintClouds(
  art: Art,
  { horizonRow, size }: Background,
  phase: number,
  { seed, colours, opacity, ...clouds }: Clouds,
): void {
  const [fromRow, toRow] = [horizonRow * clouds.rows[0], horizonRow * clouds.rows[1]];
  const [spacing, longest] = [clouds.spacing * size, clouds.longest * size];
  for (const { column: still, id } of scatter(seed, art.columns, spacing)) {
    const column = still + sway(phase, longest * 0.07 * (0.6 + 0.4 * hash(seed + 7, id)));
    const row = Math.round(fromRow + (toRow - fromRow) * hash(seed + 1, id));
    const length = Math.round(longest * (0.45 + 0.55 * hash(seed + 2, id)));
    const height = Math.max(3, Math.round(length * (0.2 + 0.06 * hash(seed + 3, id))));
    const top = new Int32Array(length);
    // A few bumps on a slab; each a stack of rectangles that get narrower upwards.
    top.fill(Math.max(1, Math.round(height * 0.3)), 0, length);
    for (let bump = 0; bump < 4; bump++) {
      const wide = Math.round(length * (0.22 + 0.3 * hash(seed + 4, id, bump)));
      const from = Math.round((length - wide) * (0.12 + 0.76 * hash(seed + 5, id, bump)));
      const high = Math.round(height * (0.55 + 0.45 * hash(seed + 6, id, bump)));
      for (let x = from; x < from + wide; x++) {
        const rim = Math.min(x - from, from + wide - 1 - x);
        const step = rim < 1 ? 0.55 : rim < 3 ? 0.8 : 1;
        top[x] = Math.max(top[x]!, Math.round(high * step));
      }
    }
    for (let x = 0; x < length; x++) {
      const high = top[x]!;
      const inset = x < 2 || x >= length - 2 ? 1 : 0;
      for (let y = inset; y < high; y++) {
        const below = y < Math.max(1, height * 0.25) ? 2 : 1;
        const tone = y >= high - 1 - (high > 5 ? 1 : 0) ? 0 : below;
        tintAt(art, [column + x, row - y], colours[tone]!, opacity);
      }
    }
  }
}

type Ridge = {
  /** Height of the skyline over `baseRow` at a column, in art pixels. */
  readonly height: (column: number) => number;
  /** Columns of equal height: steps look built of blocks. */
  readonly step: number;
};

/** The skyline of hills. @param shares of the rows above the ground: of the lowest, and how much higher others are */
export function skyline(
  { horizonRow, size }: Background,
  seed: number,
  [lowest, higher]: readonly [lowest: number, higher: number],
  period: number,
): Ridge['height'] {
  return (x) => horizonRow * (lowest + higher * hills(seed, x, period * size));
}

/**
 * Draws a silhouette that fills everything below its skyline.
 * @param colours of its rim, and downwards from there, with dithered transitions
 */
export function paintRidge(
  art: Art,
  baseRow: number,
  { height, step }: Ridge,
  [rim, ...colours]: readonly Paint[],
): void {
  for (let column = 0; column < art.columns; column++) {
    const cell = Math.floor(column / step) * step;
    const high = Math.round(height(cell));
    const top = baseRow - high;
    for (let row = top; row < baseRow; row++) {
      const colour = bandAt(colours, (row - top) / Math.max(1, high), [column, row]);
      put(art, column, row, row === top ? rim! : colour);
    }
  }
}

/** Draws a slanted light beam from above. */
export function paintBeam(
  art: Art,
  beam: {
    readonly from: readonly [number, number];
    readonly to: readonly [number, number];
    readonly widths: readonly [number, number];
  },
  colour: Paint,
): void {
  const [[x0, y0], [x1, y1]] = [beam.from, beam.to];
  for (let row = Math.max(0, Math.round(y0)); row < Math.min(art.rows, y1); row++) {
    const share = (row - y0) / Math.max(1, y1 - y0);
    const middle = x0 + (x1 - x0) * share;
    const half = (beam.widths[0] + (beam.widths[1] - beam.widths[0]) * share) / 2;
    for (let column = Math.ceil(middle - half); column <= middle + half; column++) {
      const rim = 1 - Math.abs(column - middle) / Math.max(1, half);
      const level = Math.min(1, rim * 1.6) * (1 - 0.55 * share);
      const steps = ditheredLevel(column, row, level * 4);
      tintAt(art, [column, row], colour, (0.3 * steps) / 4);
    }
  }
}

type Mountains = {
  readonly seed: number;
  /** At a size of 1. */
  readonly spacing: number;
  /** Height of the highest, as a share of the rows above the ground. */
  readonly high: number;
};

/**
 * Draws pointed mountains with a cap, lit from the right; a wandering ridge separates their two sides.
 * @param colours the haze into which the foot fades; lit and dark rock; lit and dark cap
 */
export function paintMountains(
  art: Art,
  { horizonRow, size }: Background,
  { seed, spacing, high }: Mountains,
  [haze, ...sides]: readonly Paint[],
): void {
  for (const { column, id } of scatter(seed, art.columns, spacing * size)) {
    const rows = Math.round(horizonRow * high * (0.6 + 0.4 * hash(seed + 1, id)));
    const capRows = rows * (0.32 + 0.16 * hash(seed + 2, id));
    let ridge = 0;
    let [left, right] = [0, 0];
    for (let y = 0; y < rows; y++) {
      left += 0.55 + 0.75 * hash(seed + 3, id, y >> 1);
      right += 0.55 + 0.75 * hash(seed + 4, id, y >> 1);
      ridge += (hash(seed + 5, id, y >> 2) - 0.5 - 0.18) * 1.6;
      for (let x = -Math.round(left); x <= right; x++) {
        const side = x > ridge ? 0 : 1;
        const tongue = capRows * (0.7 + 0.6 * hash(seed + 6, id * 64 + (x >> 1)));
        const colour = sides[(y < tongue ? 2 : 0) + side]!;
        const hazed = mix(colour, haze!, Math.max(0, (y / rows) * 1.1 - 0.3));
        put(art, column + x, horizonRow - rows + y, hazed);
      }
    }
  }
}
