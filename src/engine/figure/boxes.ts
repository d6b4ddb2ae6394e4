import type { Vec3 } from './vector.ts';
import type { Model } from '../skin/arms.ts';

export const partNames = ['head', 'body', 'rightArm', 'leftArm', 'rightLeg', 'leftLeg'] as const;
export type PartName = (typeof partNames)[number];

/** One cuboid of the figure at rest, and the position of its texture on a 64×64 sheet. */
export type PartBox = {
  /** The corner with the smallest coordinates. */
  readonly min: Vec3;
  /** Width (x), height (y), depth (z). */
  readonly size: Vec3;
  /** Top left texel of the front face, base layer. */
  readonly front: readonly [u: number, v: number];
  /** From the texture of the base layer to that of the overlay. */
  readonly overlayOffset: readonly [u: number, v: number];
  /** Distance of each side of the overlay from the base. */
  readonly overlayGrowth: number;
  /** The centre of rotation. */
  readonly pivot: Vec3;
};

const head = {
  min: [-4, 24, -4],
  size: [8, 8, 8],
  front: [8, 8],
  overlayOffset: [32, 0],
  overlayGrowth: 0.5,
  pivot: [0, 24, 0],
} as const satisfies PartBox;

const body = {
  min: [-4, 12, -2],
  size: [8, 12, 4],
  front: [20, 20],
  overlayOffset: [0, 16],
  overlayGrowth: 0.25,
  pivot: [0, 12, 0],
} as const satisfies PartBox;

const rightLeg = {
  min: [0, 0, -2],
  size: [4, 12, 4],
  front: [4, 20],
  overlayOffset: [0, 16],
  overlayGrowth: 0.25,
  pivot: [2, 12, 0],
} as const satisfies PartBox;

const leftLeg = {
  min: [-4, 0, -2],
  size: [4, 12, 4],
  front: [20, 52],
  overlayOffset: [-16, 0],
  overlayGrowth: 0.25,
  pivot: [-2, 12, 0],
} as const satisfies PartBox;

function rightArm(widthUnits: number): PartBox {
  return {
    min: [4, 12, -2],
    size: [widthUnits, 12, 4],
    front: [44, 20],
    overlayOffset: [0, 16],
    overlayGrowth: 0.25,
    pivot: [5, 22, 0],
  };
}

function leftArm(widthUnits: number): PartBox {
  return {
    min: [-4 - widthUnits, 12, -2],
    size: [widthUnits, 12, 4],
    front: [36, 52],
    overlayOffset: [16, 0],
    overlayGrowth: 0.25,
    pivot: [-5, 22, 0],
  };
}

/** Height of the texels of a raised overlay above the base layer, equal for all parts. */
export const raisedUnits = 0.75;

/** The cuboids of both models; the numbers are the game's own. */
export const partBoxes = {
  classic: { head, body, rightArm: rightArm(4), leftArm: leftArm(4), rightLeg, leftLeg },
  slim: { head, body, rightArm: rightArm(3), leftArm: leftArm(3), rightLeg, leftLeg },
} as const satisfies Record<Model, Record<PartName, PartBox>>;

/** The sides of a cuboid, named from the player's point of view. */
export const faceNames = ['right', 'left', 'back', 'front', 'top', 'bottom'] as const;
export type FaceName = (typeof faceNames)[number];

/** A corner of a cuboid: 0 takes the smaller coordinate, 1 the larger. */
export type Corner = readonly [x: 0 | 1, y: 0 | 1, z: 0 | 1];

/** How one side of a cuboid is unwrapped on the sheet. */
export type FaceUnwrap = {
  /** The corners that show the texture's top left, top right, bottom left and bottom right. */
  readonly corners: readonly [Corner, Corner, Corner, Corner];
  /** From the front face's top left texel, in multiples of the cuboid's width, height, depth. */
  readonly offset: readonly [u: Vec3, v: Vec3];
  /** Which of width (0), height (1), depth (2) the texture's own width and height are. */
  readonly extent: readonly [width: 0 | 1 | 2, height: 0 | 1 | 2];
};

/**
 * The unwrap of every cuboid in the game. Sides lie around the front, so that neighbours on the sheet
 * are neighbours on the figure; the bottom is mirrored, as seen from above.
 */
export const faceUnwraps = {
  front: unwrap('110 010 100 000', [0, 0, 0], [0, 0, 0], [0, 1]),
  right: unwrap('111 110 101 100', [0, 0, -1], [0, 0, 0], [2, 1]),
  left: unwrap('010 011 000 001', [1, 0, 0], [0, 0, 0], [2, 1]),
  back: unwrap('011 111 001 101', [1, 0, 1], [0, 0, 0], [0, 1]),
  top: unwrap('111 011 110 010', [0, 0, 0], [0, 0, -1], [0, 2]),
  bottom: unwrap('101 001 100 000', [1, 0, 0], [0, 0, -1], [0, 2]),
} as const satisfies Record<FaceName, FaceUnwrap>;

/** A row: the digits x, y and z of its four corners, its offset along u and v, its extent. */
function unwrap(digits: string, u: Vec3, v: Vec3, extent: FaceUnwrap['extent']): FaceUnwrap {
  const [topLeft, topRight, bottomLeft, bottomRight] = digits.split(' ').map(cornerOf);
  if (!topLeft || !topRight || !bottomLeft || !bottomRight) throw new RangeError(digits);
  return { corners: [topLeft, topRight, bottomLeft, bottomRight], offset: [u, v], extent };
}

function cornerOf(digits: string): Corner {
  const [x, y, z] = Array.from(digits, (digit) => (digit === '1' ? 1 : 0));
  return [x ?? 0, y ?? 0, z ?? 0];
}
