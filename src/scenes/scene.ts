import type { Art, Paint } from './art/art.ts';
import type { Material, Terrain } from './art/ground.ts';

/** How much of each channel of a figure's colours is left: red, green, blue, 0 … 1.2. */
type Tint = readonly [red: number, green: number, blue: number];

/** The light of a place, as it falls on figures: a tint for what is lit and one for what is not. */
export type SceneLight = { readonly lit: Tint; readonly shade: Tint };

/** A place to stand in, drawn by code. */
export type Scene = {
  readonly light: SceneLight;
  /** Of title and subtitle: letters, and the rim that parts them from whatever is behind. */
  readonly ink: { readonly fill: string; readonly soft: string; readonly rim: string };
  readonly ground: Material;
  /** What a figure's shadow is made of. */
  readonly shadow: Paint;
  /** Everything from the sky to the horizon. */
  readonly paintBackdrop: (art: Art, terrain: Terrain) => void;
  /** What stands on the ground, painted after it. */
  readonly paintDetails: (art: Art, terrain: Terrain) => void;
};
