import { contrast, luminanceOf, rgbOf, type Rgb } from './contrast.ts';
import type { RgbaImage } from '../render/image/canvas.ts';

/**
 * A veil over a picture, as thin as the text on it allows. Contrast is that of WCAG 2 (relative
 * luminance, section 1.4.3); colours mix as on a canvas.
 */

/** What lies on the picture, and the colour of the veil. */
export type ScrimRules = {
  /** Text colours, `#rrggbb`: all darker than the veil, or all lighter. */
  readonly inks: readonly string[];
  /** `#rrggbb` */
  readonly veil: string;
  /** Required contrast of every text colour with every pixel. */
  readonly least: number;
};

/** Resolution of the strength; colours are compared by their five upper bits. */
const strengthSteps = 128;
const shift = 3;

/**
 * The strength of the veil that the picture needs, from 0 (none) to 1 (opaque). Partly transparent
 * pixels are taken as opaque: lay the picture on a background first.
 */
export function scrimStrength({ data }: RgbaImage, { inks, veil, least }: ScrimRules): number {
  const ground = rgbOf(veil);
  const isDark = inks.every((ink) => luminanceOf(rgbOf(ink)) > luminanceOf(ground));
  const inkLights = inks.map((ink) => luminanceOf(rgbOf(ink)));
  const colours = extremes(data, isDark);
  const holds = (strength: number): boolean =>
    colours.every((colour) => {
      const light = luminanceOf(mixed(colour, ground, strength));
      return inkLights.every((ink) => contrast(ink, light) >= least);
    });
  let [low, high] = [0, strengthSteps];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle / strengthSteps)) high = middle;
    else low = middle + 1;
  }
  return low / strengthSteps;
}

/** Lays the veil over a picture in place; `strengthAt` returns its strength by column. */
export function layScrim(
  { data, widthPx }: RgbaImage,
  veil: string,
  strengthAt: (xPx: number) => number,
): void {
  const [red, green, blue] = rgbOf(veil);
  const strengths = Float64Array.from({ length: widthPx }, (_, xPx) => strengthAt(xPx));
  for (let at = 0; at < data.length; at += 4) {
    const strength = strengths[(at / 4) % widthPx] ?? 1;
    data[at] = mix(data[at] ?? 0, red, strength);
    data[at + 1] = mix(data[at + 1] ?? 0, green, strength);
    data[at + 2] = mix(data[at + 2] ?? 0, blue, strength);
  }
}

/**
 * Reduces a picture to at most some 30,000 colours, each represented by its worst case: the lightest
 * for light text, the darkest for dark text.
 */
function extremes(data: Uint8ClampedArray, isDark: boolean): readonly Rgb[] {
  const seen = new Uint8Array(2 ** (3 * (8 - shift)));
  const bits = 8 - shift;
  for (let at = 0; at < data.length; at += 4) {
    const [red = 0, green = 0, blue = 0] = [data[at], data[at + 1], data[at + 2]];
    seen[((red >> shift) << (2 * bits)) | ((green >> shift) << bits) | (blue >> shift)] = 1;
  }
  const worst = (kind: number) => (kind << shift) | (isDark ? 2 ** shift - 1 : 0);
  const mask = 2 ** bits - 1;
  const colours: Rgb[] = [];
  for (const [kind, isThere] of seen.entries()) {
    if (isThere === 0) continue;
    colours.push([worst(kind >> (2 * bits)), worst((kind >> bits) & mask), worst(kind & mask)]);
  }
  return colours;
}

/** Rounded like the channels of a picture. */
function mix(from: number, to: number, share: number): number {
  return Math.round(from + (to - from) * share);
}

function mixed([red, green, blue]: Rgb, [r, g, b]: Rgb, share: number): Rgb {
  return [mix(red, r, share), mix(green, g, share), mix(blue, b, share)];
}
