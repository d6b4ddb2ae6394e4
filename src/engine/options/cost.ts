import type { OverlayStyle } from '../figure/solids.ts';
import costs from './costs.json' with { type: 'json' };

// How long what is requested will keep a processor: plain numbers in, milliseconds out. `bench/cost.ts`
// says what each constant is, measures it and writes the table.

/** What decides how long a plan takes to compile. */
type PlanFacts = {
  /** Of its picture. */
  readonly pixels: number;
  /** Default: `flat`. */
  readonly overlay?: OverlayStyle | undefined;
  /** Texels per unit of the skin, as far as they are drawn. */
  readonly skin: number;
  /** The same of the cape or wings. Default: there are none. */
  readonly cape?: number | null;
  readonly hasEars?: boolean;
};

/**
 * Compiling a plan: most surfaces are texels, whose number is given, and only their borders grow with the
 * picture. Flat types have few surfaces and take a tenth of a second at most.
 */
export function compileMs({ pixels, overlay, skin, cape, hasEars }: PlanFacts): number {
  const { sidePxMs, texelPower } = costs;
  const layer = overlay === 'raised' ? overlay : 'flat';
  const bodyMs = sidePxMs[layer] * skin ** texelPower[layer];
  const capeMs = cape ? sidePxMs.cape * cape ** texelPower.flat : 0;
  return Math.sqrt(pixels) * (bodyMs + capeMs + (hasEars ? sidePxMs.ears : 0));
}

/** A flat plan that no other picture needs, of a figure of 300 px: one of several, not framed yet. */
export const ownPlanMs = compileMs({ pixels: 230 ** 2, skin: 1 });

/**
 * What a skin adds to a job before its figure is framed: it is read, and compiled as fine as it is; raised as
 * for the usual 512 px.
 */
export function skinMs(texelsPerUnit: number, overlay: OverlayStyle = 'flat'): number {
  return overlay === 'raised'
    ? compileMs({ pixels: 400 ** 2, overlay, skin: texelsPerUnit })
    : costs.skinMs.fine * texelsPerUnit ** 2;
}

/**
 * Drawing pixels and encoding them in a format, of an animation as PNG; or encoding a `frame` of an
 * animation, or counting its colours for a `palette`.
 */
export function pixelsMs(pixels: number, use: keyof typeof costs.pixelMs = 'png'): number {
  return pixels * costs.pixelMs[use];
}
