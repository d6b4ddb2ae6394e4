import type { FaceName, PartName } from '../../src/engine/figure/boxes.ts';
import type { Layer } from '../../src/engine/figure/solids.ts';

/**
 * Where every side of the figure is on a 64 px wide sheet, written independently from the
 * published layout of skins, to verify the renderer's own tables.
 */
export type FaceRect = {
  readonly u: number;
  readonly v: number;
  readonly columns: number;
  readonly rows: number;
};

export const allParts = ['head', 'body', 'rightArm', 'leftArm', 'rightLeg', 'leftLeg'] as const;
/** Arms and legs. */
export function isLimb(part: PartName): boolean {
  return part !== 'head' && part !== 'body';
}

export const allFaces = ['front', 'back', 'right', 'left', 'top', 'bottom'] as const;
export const bothLayers = ['base', 'overlay'] as const;
export const bothModels = ['classic', 'slim'] as const;

type PartFacts = {
  /** Width, height, depth; a slim arm is one narrower. */
  readonly size: readonly [number, number, number];
  /** Top left texel of the front: base layer, overlay. */
  readonly base: readonly [u: number, v: number];
  readonly overlay: readonly [u: number, v: number];
};

const parts = {
  head: { size: [8, 8, 8], base: [8, 8], overlay: [40, 8] },
  body: { size: [8, 12, 4], base: [20, 20], overlay: [20, 36] },
  rightArm: { size: [4, 12, 4], base: [44, 20], overlay: [44, 36] },
  leftArm: { size: [4, 12, 4], base: [36, 52], overlay: [52, 52] },
  rightLeg: { size: [4, 12, 4], base: [4, 20], overlay: [4, 36] },
  leftLeg: { size: [4, 12, 4], base: [20, 52], overlay: [4, 52] },
} as const satisfies Record<PartName, PartFacts>;

export type BothModels = (typeof bothModels)[number];

/**
 * The sides lie in one strip: right, front, left, back. The top is above the front, the bottom
 * beside the top.
 */
export function faceRect(
  model: BothModels,
  part: PartName,
  layer: Layer,
  face: FaceName,
): FaceRect {
  const [w, h, d] = sizeOf(model, part);
  const [u, v] = parts[part][layer];
  const rects = {
    right: { u: u - d, v, columns: d, rows: h },
    front: { u, v, columns: w, rows: h },
    left: { u: u + w, v, columns: d, rows: h },
    back: { u: u + w + d, v, columns: w, rows: h },
    top: { u, v: v - d, columns: w, rows: d },
    bottom: { u: u + w, v: v - d, columns: w, rows: d },
  } as const;
  return rects[face];
}

function sizeOf(model: BothModels, part: PartName): readonly [number, number, number] {
  const [w, h, d] = parts[part].size;
  const isArm = part === 'rightArm' || part === 'leftArm';
  return [isArm && model === 'slim' ? w - 1 : w, h, d];
}

/**
 * How each side lies on the figure: the axis that it is perpendicular to and at which end, then the
 * axes along which its texture goes right and down (1 x, 2 y, 3 z; minus: towards the smaller
 * coordinate). The player's right is +x, up +y, its front −z. Standing before a side one sees its
 * texture as it is on the sheet; only the bottom is stored as if seen from above, through the part.
 */
export const faceAxes = {
  front: { at: -3, right: -1, down: -2 },
  back: { at: 3, right: 1, down: -2 },
  right: { at: 1, right: -3, down: -2 },
  left: { at: -1, right: 3, down: -2 },
  top: { at: 2, right: -1, down: -3 },
  bottom: { at: -2, right: -1, down: -3 },
} as const satisfies Record<FaceName, { at: number; right: number; down: number }>;
