import { seesPlaneFrom, type View } from '../camera/view.ts';
import { quadsOf, type Quad } from '../quads.ts';
import { baseQuads, shellQuads } from '../shell.ts';
import type { Solid } from '../solids.ts';

/** A finer sheet would have thousands of cells, and a plan would take seconds. */
export const mostRaisedTexelsPerUnit = 4;

/**
 * A posed figure with every texel of its overlay raised from the base, as seen from one view.
 * Capes and wings stay flat.
 * @param texelsPerUnit of the skin sheet: its texels are the cells
 */
export function raisedQuads(solids: readonly Solid[], view: View, texelsPerUnit: number): Quad[] {
  const seesPlane = seesPlaneFrom(view);
  return solids.flatMap((solid) => {
    if (solid.sheet !== 'skin') return quadsOf(solid);
    if (solid.layer === 'base') return baseQuads(solid, texelsPerUnit);
    const base = solids.find(({ layer, shell }) => layer === 'base' && shell === solid.shell);
    return base === undefined ? [] : shellQuads({ base, overlay: solid }, texelsPerUnit, seesPlane);
  });
}
