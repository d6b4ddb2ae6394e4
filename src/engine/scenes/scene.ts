import type { Art, Paint } from './art/art.ts';
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
  readonly paintBackdrop: (art: Art, terrain: Terrain, phase: number) => void;
  /** Paints what stands on the ground, afterwards. */
  readonly paintDetails: (art: Art, terrain: Terrain, phase: number) => void;
  /** Paints what is in the air before all that. */
  readonly paintAir?: (art: Art, terrain: Terrain, phase: number) => void;
};

/** The size of things in the background, by the rows above the ground: 1 for 85 of them. */
export function sizeOf(horizonRow: number): number {
  return Math.max(0.45, Math.min(1.4, horizonRow / 85));
}
