import { faceUnwraps, partBoxes, partNames, type PartName } from './boxes.ts';
import type { Quad } from './quads.ts';
import type { Layer, SheetName } from './solids.ts';
import { dot, type Vec3 } from './vector.ts';
import type { Model } from '../skin/arms.ts';

/** A flat rectangle of texels on the picture, one unit per texel. */
export type Patch = {
  /** Top left corner on the picture plane: units right of the middle, units above the ground. */
  readonly left: number;
  readonly top: number;
  readonly texels: Quad['texels'];
  readonly sheet: SheetName;
  readonly layer: Layer;
  /** Higher ones lie on top. */
  readonly rank: number;
};

export type FlatSide = 'front' | 'back';

/** The figure as a paper doll: each part's front or back, overlay on base. */
export function paperDoll(model: Model, side: FlatSide): Patch[] {
  const skin = partNames.flatMap((part) =>
    (['base', 'overlay'] as const).map((layer) => partPatch({ model, side, part, layer })),
  );
  return side === 'back' ? [...skin, capePatch] : skin;
}

type PatchOf = {
  readonly model: Model;
  readonly side: FlatSide;
  readonly part: PartName;
  readonly layer: Layer;
};

function partPatch({ model, side, part, layer }: PatchOf): Patch {
  const { min, size, front, overlayOffset } = partBoxes[model][part];
  const { offset } = faceUnwraps[side];
  const [du, dv] = layer === 'overlay' ? overlayOffset : [0, 0];
  return {
    // Seen from the front, the player's right is at the left of the picture.
    left: side === 'front' ? -min[0] - size[0] : min[0],
    top: min[1] + size[1],
    texels: {
      u: front[0] + du + dot(offset[0], size),
      v: front[1] + dv + dot(offset[1], size),
      columns: size[0],
      rows: size[1],
    },
    sheet: 'skin',
    layer,
    rank: partNames.indexOf(part),
  };
}

/** The outer side of a cape, over the back. */
const capePatch: Patch = {
  left: -5,
  top: 24,
  texels: { u: 1, v: 1, columns: 10, rows: 16 },
  sheet: 'cape',
  layer: 'overlay',
  rank: partNames.length,
};

/** Converts a patch to a surface for an orthographic view from the front, see `flatView`. */
export function patchQuad({ left, top, texels, sheet, layer, rank }: Patch): Quad {
  const { columns: width, rows: height } = texels;
  // The camera's right is −x; higher ranks are nearer to it, towards −z.
  const at = (x: number, y: number): Vec3 => [-(left + x), top - y, -rank];
  return {
    corners: [at(0, 0), at(width, 0), at(0, height), at(width, height)],
    normal: [0, 0, -1],
    texels,
    sheet,
    layer,
    rank,
    shell: rank * 2,
  };
}
