import { partBoxes, raisedUnits, type PartName } from '../figure/boxes.ts';
import {
  capeSolids,
  wingSolids,
  posedSolids,
  earsCapeSolids,
  type Solid,
  type OverlayStyle,
} from '../figure/solids.ts';
import { posedEars, withoutMovedLegs } from '../figure/ears/posed-ears.ts';
import { heldQuads, movedHeldItem, type Held } from '../figure/held.ts';
import type { Pose } from '../figure/pose.ts';
import { quadsOf, mappedCorners, type Quad } from '../figure/quads.ts';
import { plus, type Affine } from '../figure/vector.ts';
import type { Model } from '../skin/arms.ts';
import type { FigureEars } from '../skin/ears/shape.ts';
import { facesOf, halvesOf, onPart, rigid, type Texture, type Face } from './faces.ts';
import { voxelFaces } from './voxels.ts';

/** The pose that meshes have before their nodes move them. */
export const standing: Pose = { parts: {} };

/** What a model shows. */
export type Shown = {
  readonly model: Model;
  /** All parts if undefined. */
  readonly parts: readonly PartName[] | undefined;
  readonly overlay: OverlayStyle;
  readonly ears: FigureEars | null;
  readonly hasCape: boolean;
  /** Whether its cape is a pair of wings. */
  readonly wings: boolean;
};

export function raisedOf(overlay: OverlayStyle): number | null {
  return overlay === 'raised' ? raisedUnits : null;
}

/** All faces of a standing figure, without what it holds. */
export function figureFaces(shown: Shown, texture: Texture): Face[] {
  const isShown = ({ part }: { readonly part: PartName }): boolean =>
    shown.parts?.includes(part) ?? true;
  const solids = posedSolids(shown.model, standing, raisedOf(shown.overlay)).filter(isShown);
  const boxes = shown.ears === null ? solids : withoutMovedLegs(solids, shown.ears, standing);
  return [
    ...boxes.flatMap((solid) => solidFaces(shown, solid, texture)),
    ...earsFaces(shown, texture)
      .filter(({ part }) => isShown({ part }))
      .flatMap(({ faces }) => faces),
    ...backSolids(shown)
      .filter(isShown)
      .flatMap((solid) => backFaces(shown, solid, texture)),
  ];
}

function solidFaces({ model, overlay }: Shown, solid: Solid, texture: Texture): Face[] {
  const { layer: mesh } = solid;
  if (mesh === 'overlay' && overlay === 'none') return [];
  if (mesh === 'overlay' && overlay === 'raised') return voxelFaces(model, solid, texture);
  return halvesOf(solid).flatMap((half) => {
    const look = { mesh, isTwoSided: mesh === 'overlay', weightsAt: onPart(model, half) };
    return quadsOf(half).flatMap((quad) => facesOf(quad, look, texture));
  });
}

/** Later ones are in front of earlier ones in a common plane: by so much. */
const layerUnits = 0.0005;

function earsFaces({ ears, model, overlay }: Shown, texture: Texture) {
  if (ears === null) return [];
  const bare = ears === 'deadmau5' ? ears : { ...ears, cape: false };
  const hasOverlay = overlay !== 'none';
  const figure = { ears: bare, model, pose: standing, hasOverlay, raised: raisedOf(overlay) };
  return posedEars(figure).map(({ part, quad, isTwoSided }, index) => {
    const { min, size } = partBoxes[model][part];
    const middle = quad.corners.reduce((sum, [, y]) => sum + y / 4, 0);
    // The mod knows no knees: its legs follow the joint, so that they have no gaps however far that is bent.
    const weightsAt = onPart(model, { part, isLower: middle < min[1] + size[1] / 2 });
    const look = { mesh: 'ears', isTwoSided, weightsAt } as const;
    return { part, faces: facesOf(lifted(quad, index * layerUnits), look, texture) };
  });
}

function lifted(quad: Quad, units: number): Quad {
  return { ...quad, corners: mappedCorners(quad.corners, (at) => plus(at, quad.normal, units)) };
}

/** Cape or wings, of the account or of Ears. */
function backSolids({ ears, hasCape, wings, overlay }: Shown): readonly Solid[] {
  const raised = raisedOf(overlay);
  if (ears !== null && ears !== 'deadmau5' && ears.cape) {
    return earsCapeSolids(standing, raised);
  }
  if (!hasCape) return [];
  return wings ? wingSolids(standing, raised) : capeSolids(standing, raised);
}

function backFaces({ wings }: Shown, solid: Solid, texture: Texture): Face[] {
  const weightsAt = rigid(wings && solid.sheet === 'cape' ? 'body' : 'cape');
  const look = { mesh: 'cape', isTwoSided: true, weightsAt } as const;
  return quadsOf(solid).flatMap((quad) => facesOf(quad, look, texture));
}

/** What a hand holds. @param move to where its node is while the figure stands */
export function heldFaces(held: Held, node: string, move: Affine, texture: Texture): Face[] {
  const look = { mesh: 'held_items', isTwoSided: false, weightsAt: rigid(node) } as const;
  return heldQuads(movedHeldItem(held, move)).flatMap((quad) => facesOf(quad, look, texture));
}
