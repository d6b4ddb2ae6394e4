import type { Extent } from './camera/framing.ts';
import { faceUnwraps, partBoxes, partNames, type PartName } from './boxes.ts';
import { cornersOf, type Quad } from './quads.ts';
import { boxCorners, restCorner, frontOf, layers, type Layer, type SheetName } from './solids.ts';
import { dot, type Vec3 } from './vector.ts';
import type { Model } from '../skin/arms.ts';
import { earsCapeFront, type FigureEars, type LegMode } from '../skin/ears/shape.ts';

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

/**
 * The figure as a paper doll: each part's front or back, overlay on base. With the cape of Ears, and legs from
 * the sheet where these draw them in another shape.
 */
export function paperDoll(model: Model, side: FlatSide, ears: FigureEars | null): Patch[] {
  const { legs, cape } = ears === null || ears === 'deadmau5' ? noShape : ears;
  const skin = partNames.flatMap((part) =>
    layers.flatMap((layer) => {
      const patch = partPatch({ model, side, part, layer });
      return isLeg(part) ? moved(patch, movedRows[legs]) : [patch];
    }),
  );
  return side === 'back' ? [...skin, cape ? earsCapePatch : capePatch] : skin;
}

const noShape = { legs: 'plantigrade', cape: false } as const;

/** How many rows of a leg are on the sheet of Ears, from its foot. */
const movedRows = { plantigrade: 0, partial: 6, full: 12 } as const satisfies Record<
  LegMode,
  number
>;

function isLeg(part: PartName): boolean {
  return part === 'rightLeg' || part === 'leftLeg';
}

/** The same with its lowest rows from the sheet of Ears. */
function moved(patch: Patch, movedTexels: number): Patch[] {
  const { texels, top } = patch;
  const kept = texels.rows - movedTexels;
  const upper: Patch = { ...patch, texels: { ...texels, rows: kept } };
  const below = { ...texels, v: texels.v + kept, rows: movedTexels };
  const lower: Patch = { ...patch, sheet: 'ears', top: top - kept, texels: below };
  return [upper, lower].filter(({ texels: { rows } }) => rows > 0);
}

type PatchOf = {
  readonly model: Model;
  readonly side: FlatSide;
  readonly part: PartName;
  readonly layer: Layer;
};

function partPatch({ model, side, part, layer }: PatchOf): Patch {
  const box = partBoxes[model][part];
  const { min, size } = box;
  const { offset } = faceUnwraps[side];
  const [u, v] = frontOf(box, layer);
  return {
    // Seen from the front, the player's right is at the left of the picture.
    left: side === 'front' ? -min[0] - size[0] : min[0],
    top: min[1] + size[1],
    texels: {
      u: u + dot(offset[0], size),
      v: v + dot(offset[1], size),
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

/** The same on the sheet of Ears. */
const earsCapePatch: Patch = {
  ...capePatch,
  texels: { ...capePatch.texels, u: earsCapeFront[0], v: earsCapeFront[1] },
  sheet: 'ears',
};

/** The part of a patch that is within whole units; none if it is outside. */
export function cutTo(extent: Extent): (patch: Patch) => Patch[] {
  return (patch) => {
    const { left, top, texels } = patch;
    const from = Math.max(left, extent.left);
    const highest = Math.min(top, extent.top);
    const columns = Math.min(left + texels.columns, extent.right) - from;
    const rows = highest - Math.max(top - texels.rows, extent.bottom);
    if (columns <= 0 || rows <= 0) return [];
    const [u, v] = [texels.u + from - left, texels.v + top - highest];
    return [{ ...patch, left: from, top: highest, texels: { u, v, columns, rows } }];
  };
}

/** Converts a patch to a surface for an orthographic view from the front, see `flatView`. */
export function patchQuad({ left, top, texels, sheet, layer, rank }: Patch): Quad {
  const { columns: width, rows: height } = texels;
  // The camera's right is −x; higher ranks are nearer to it, towards −z.
  const corners = cornersOf((isRight, isBelow): Vec3 => {
    return [-(left + (isRight ? width : 0)), top - (isBelow ? height : 0), -rank];
  });
  return {
    corners,
    normal: [0, 0, -1],
    texels,
    sheet,
    layer,
    rank,
    shell: rank * 2,
  };
}

/**
 * The pixel portrait: the whole face on a body three texels high, as a sprite artist would shrink it.
 * Nothing is averaged: a few characteristic texels of each part's front are used (collar, chest and
 * belt; sleeve and hand; trousers and shoe), so that every colour is one of the sheet.
 */
type Pick = {
  /** Top left corner: units right of the middle, units above the ground. */
  readonly left: number;
  readonly top: number;
  /** The columns and rows of the part's front to show, side by side. */
  readonly columns: readonly number[];
  readonly rows: readonly number[];
};

const all = [0, 1, 2, 3, 4, 5, 6, 7] as const;

const picks = {
  body: { left: -2, top: 5, columns: [1, 3, 4, 6], rows: [1, 5, 10] },
  rightArm: { left: -3, top: 5, columns: [1], rows: [1, 6, 11] },
  leftArm: { left: 2, top: 5, columns: [-2], rows: [1, 6, 11] },
  rightLeg: { left: -2, top: 2, columns: [1, 2], rows: [3, 11] },
  leftLeg: { left: 0, top: 2, columns: [1, 2], rows: [3, 11] },
  head: { left: -4, top: 13, columns: all, rows: all },
} as const satisfies Record<PartName, Pick>;

/** Smaller still: of the face only the pupils, what is between them, and its edges. */
const bitzelPicks = {
  body: { left: -1, top: 4, columns: [1, 3, 6], rows: [1, 10] },
  rightArm: { left: -2, top: 4, columns: [1], rows: [1, 11] },
  leftArm: { left: 2, top: 4, columns: [-2], rows: [1, 11] },
  rightLeg: { left: -1, top: 2, columns: [1], rows: [3, 11] },
  leftLeg: { left: 1, top: 2, columns: [2], rows: [3, 11] },
  head: { left: -2, top: 9, columns: [0, 2, 3, 5, 7], rows: [0, 2, 4, 5, 7] },
} as const satisfies Record<PartName, Pick>;

/** Its extent: five texels wide, so that one of them is in the middle. */
export const bitzelUnits = { left: -2, right: 3, bottom: 0, top: 9 } as const;

/** From bottom to top. */
const order = ['body', 'rightArm', 'leftArm', 'rightLeg', 'leftLeg', 'head'] as const;

/** The extent of the portrait, including hair. */
export const chibiUnits = { left: -5, right: 5, bottom: 0, top: 14 } as const;

/** The boxes that cast its shadow: the head, and the body with the legs. */
export const chibiBoxes = [boxOf([-4, 5, -3], [8, 8, 6]), boxOf([-2.5, 0, -1], [5, 5, 2])];

/** The same for the smaller one. */
export const bitzelBoxes = [boxOf([-3, 4, -2], [5, 5, 4]), boxOf([-2, 0, -1], [3, 4, 2])];

function boxOf(min: Vec3, size: Vec3): Vec3[] {
  return boxCorners.map((corner) => restCorner({ min, size }, corner, 0));
}

export function chibi(model: Model): Patch[] {
  return [...picked(picks, model), ...hair];
}

export function bitzel(model: Model): Patch[] {
  return picked(bitzelPicks, model);
}

function picked(from: Readonly<Record<PartName, Pick>>, model: Model): Patch[] {
  return order.flatMap((part, rank) =>
    layers.flatMap((layer) => pickedTexels(from[part], { model, part, layer, rank })),
  );
}

function pickedTexels(
  { left, top, columns, rows }: Pick,
  { model, part, layer, rank }: Omit<PatchOf, 'side'> & { readonly rank: number },
): Patch[] {
  const box = partBoxes[model][part];
  const [firstU, firstV] = frontOf(box, layer);
  return rows.flatMap((row, y) =>
    columns.map((column, x): Patch => {
      // Negative columns count from the far side, which depends on the width of the arms.
      const u = firstU + (column < 0 ? column + box.size[0] : column);
      const texels = { u, v: firstV + row, columns: 1, rows: 1 };
      return { left: left + x, top: top - y, texels, sheet: 'skin', layer, rank };
    }),
  );
}

/** Hair and hats extend beyond the head by one texel: the hat's foremost columns and top row. */
const hairLayer = { sheet: 'skin', layer: 'overlay', rank: order.length } as const;
const hair: readonly Patch[] = [
  { left: -5, top: 13, texels: { u: 39, v: 8, columns: 1, rows: 8 }, ...hairLayer },
  { left: 4, top: 13, texels: { u: 48, v: 8, columns: 1, rows: 8 }, ...hairLayer },
  { left: -4, top: 14, texels: { u: 40, v: 7, columns: 8, rows: 1 }, ...hairLayer },
];
