import { isAtDepth, type Art, type Paint } from './art/art.ts';
import { hash, strewn } from './art/noise.ts';
import type { Material, Terrain } from './art/ground.ts';
import type { SceneLight } from '../image/background.ts';

export type Scene = {
  /** On its figures. */
  readonly light: SceneLight;
  /** Colours of title and subtitle, and of the rim that separates them from the background. */
  readonly textColours: { readonly fill: string; readonly soft: string; readonly rim: string };
  readonly ground: Material;
  readonly shadow: Paint;
  /**
   * Paints everything from the sky to the horizon. What lives in a scene moves with the phase, 0 … 1; at 0
   * it is as in a picture that does not move.
   */
  readonly paintBackdrop: (art: Art, view: View, phase: number) => void;
  /** Paints what stands on the ground, afterwards. */
  readonly paintDetails: (art: Art, view: View, phase: number) => void;
  /** Paints what is in the air before all that. */
  readonly paintAir?: (art: Art, view: View, phase: number) => void;
};

/** Where the ground of a picture is. */
export type View = Pick<Terrain, 'horizonRow' | 'frontRow'> & {
  /** Of things in the background, by the rows above the ground: 1 for 85 of them. */
  readonly size: number;
  /** Rows of the ground. */
  readonly deep: number;
};

export function viewOf({ horizonRow, frontRow }: Terrain): View {
  const size = Math.max(0.45, Math.min(1.4, horizonRow / 85));
  return { horizonRow, frontRow, size, deep: frontRow - horizonRow };
}

/**
 * Places of things that lie on the ground, as far as they are drawn.
 * @param where how far apart they are; the nearest to the horizon, and how much farther others are, as shares of the ground
 */
export function strewnOn(
  art: Art,
  { horizonRow, deep }: View,
  seed: number,
  [spacing, from, range]: readonly [spacing: number, from: number, range: number],
) {
  return strewn(seed, art, spacing).flatMap(({ column, id }) => {
    const row = Math.round(horizonRow + deep * (from + range * hash(seed + 1, id)));
    return isAtDepth(art, row) ? [{ column, row, id }] : [];
  });
}
