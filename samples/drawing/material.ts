import { colour, type Ramp, type Rgba } from './colour.ts';
import type { Texel } from './figure.ts';

/** What to put on a texel. */
export type Paint = (texel: Texel) => Rgba;

/** A paint, or a colour code for one that is the same everywhere. */
export type Ink = Paint | string;

type Grain = 'smooth' | 'cloth' | 'hair' | 'fur' | 'knit' | 'metal';

type Shading = {
  /** How the surface breaks the light; `smooth` when not given. */
  readonly grain?: Grain;
  /** Tones brighter (or darker, when negative) than the middle of the ramp. */
  readonly lift?: number;
  /** Tones lost from the top of the box to its bottom: light comes from above. */
  readonly fall?: number;
};

/** An even number in 0–1 from whole numbers: texture that is the same on every run and machine. */
export function speckle(a: number, b: number, c = 0): number {
  let hash =
    Math.imul(a + 101, 0x27d4eb2d) ^ Math.imul(b + 57, 0x165667b1) ^ Math.imul(c + 13, 0x9e3779b1);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39);
  return ((hash ^ (hash >>> 15)) >>> 0) / 0x1_0000_0000;
}

/** Paint for an ink. */
export function paintOf(ink: Ink): Paint {
  if (typeof ink !== 'string') return ink;
  const flat = colour(ink);
  return () => flat;
}

/** A ramp laid over a box: lit from above, darker at the vertical edges, broken by its grain. */
export function shade(tones: Ramp, shading: Shading = {}): Paint {
  const { grain = 'smooth', lift = 0, fall = 1.5 } = shading;
  return (texel) =>
    toneAt(tones, 2 + lift + light(texel, fall) + roundness(texel) + grains[grain](texel));
}

/** One tone of a ramp, 0 the darkest and 4 the lightest. */
export function tone(tones: Ramp, step: 0 | 1 | 2 | 3 | 4): Paint {
  const flat = tones[step];
  return () => flat;
}

/** One paint or another, by the texel. */
export function either(choose: (texel: Texel) => boolean, yes: Ink, no: Ink): Paint {
  const [first, second] = [paintOf(yes), paintOf(no)];
  return (texel) => (choose(texel) ? first(texel) : second(texel));
}

function toneAt(tones: Ramp, level: number): Rgba {
  const step = Math.min(4, Math.max(0, Math.round(level)));
  return tones[step] ?? tones[2];
}

function light(texel: Texel, fall: number): number {
  if (texel.face === 'top') return fall / 2;
  if (texel.face === 'bottom') return -fall / 2 - 0.6;
  return fall * (0.5 - (texel.down + 0.5) / texel.box.h);
}

/** Edges of a face are a little darker than its middle, as on something round. */
function roundness({ face, x, box }: Texel): number {
  if (face === 'top' || face === 'bottom') return 0;
  const last = (face === 'front' || face === 'back' ? box.w : box.d) - 1;
  return x === 0 || x === last ? -0.3 : 0;
}

/** Every grain is a function of the place in the box, so it runs on across the box's edges. */
const grains = {
  smooth: () => 0,
  cloth: ({ across, down, deep, box }) => 0.9 * (speckle(across, down, deep + box.v) - 0.5),
  fur: ({ ring, across, down, deep }) =>
    1.5 * (speckle(ring, down >> 1, 7) - 0.5) + 0.7 * (speckle(across, down, deep) - 0.5),
  hair: ({ ring, across, down, deep }) =>
    1.7 * (speckle(ring, 3) - 0.5) + 0.8 * (speckle(across, down, deep) - 0.5),
  knit: ({ ring, down }) => ((ring + down) % 2 === 0 ? 0.4 : -0.4),
  metal: ({ face, x, box }) => {
    const width = face === 'right' || face === 'left' ? box.d : box.w;
    const place = (x + 0.5) / width;
    if (place < 0.2 || place > 0.85) return -0.5;
    return place < 0.5 ? 0.7 : 0;
  },
} satisfies Record<Grain, (texel: Texel) => number>;
