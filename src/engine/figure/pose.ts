import { partBoxes, partNames, type PartBox, type PartName } from './boxes.ts';
import {
  identity,
  multiply,
  rotationAbout,
  translation,
  type Affine,
  type Vec3,
} from './vector.ts';
import type { Model } from '../skin/arms.ts';

/** How a part deviates from its rest pose. Omitted values are zero. */
export type PartPose = {
  /**
   * Turn about the part's own long axis, before everything else, degrees: positive turns its front
   * to the player's left. It decides which way an elbow or a knee points.
   */
  readonly twist?: number;
  /** Turn about the part's pivot (neck, shoulder, hip), degrees; see `rotation` for the senses. */
  readonly turn?: Vec3;
  /** Move after the turn, in units. */
  readonly shift?: Vec3;
  /**
   * Bend at the middle of a limb about its own x axis, degrees: positive moves the lower half to the
   * front (an elbow), negative to the back (a knee). At most `steepestBend` either way.
   */
  readonly bend?: number;
  /**
   * Of an arm: turn of what its hand holds, about the fist; without any it is upright in a hanging hand.
   * `restingWrist` by default.
   */
  readonly wrist?: Vec3;
};

/** Beyond this the inner side of a joint would have no length left (at 138°). */
export const steepestBend = 125;

/** What a hanging hand holds points to the front, as in the game. */
export const restingWrist: Vec3 = [-60, 0, 0];
/** Angle of a cape at rest, as in the game. */
export const hangingCapeDegrees = 10;

export type Pose = {
  /** Rotation of the whole figure about `pivot` (the hips by default), then a translation. */
  readonly figure?: { readonly turn?: Vec3; readonly shift?: Vec3; readonly pivot?: Vec3 };
  readonly parts: Partial<Record<PartName, PartPose>>;
  /**
   * Height of the figure's lowest point above the ground; 0 by default. The figure is always set down
   * on the ground, so that no row has to compute its height.
   */
  readonly airUnits?: number;
  /** Angle of the cape from the back; `hangingCapeDegrees` by default. */
  readonly capeDegrees?: number;
};

/** The part on the other side of the body; others are their own counterpart. */
const otherSides = {
  head: 'head',
  body: 'body',
  rightArm: 'leftArm',
  leftArm: 'rightArm',
  rightLeg: 'leftLeg',
  leftLeg: 'rightLeg',
} as const satisfies Record<PartName, PartName>;

/** The mirrored pose: left does what right did. Parts keep their own textures. */
export function mirroredPose(pose: Pose): Pose {
  const parts = partNames.flatMap((name) => {
    const part = pose.parts[otherSides[name]];
    return part === undefined ? [] : [[name, mirroredPart(part)] as const];
  });
  const { turn, shift, pivot } = pose.figure ?? {};
  const figure = {
    ...(turn !== undefined && { turn: mirroredTurn(turn) }),
    ...(shift !== undefined && { shift: mirroredShift(shift) }),
    ...(pivot !== undefined && { pivot: mirroredShift(pivot) }),
  };
  return { ...pose, figure, parts: Object.fromEntries(parts) };
}

function mirroredPart({ twist, turn, shift, wrist, ...part }: PartPose): PartPose {
  return {
    ...part,
    ...(twist !== undefined && { twist: -twist }),
    ...(turn !== undefined && { turn: mirroredTurn(turn) }),
    ...(shift !== undefined && { shift: mirroredShift(shift) }),
    ...(wrist !== undefined && { wrist: mirroredTurn(wrist) }),
  };
}

function mirroredTurn([x, y, z]: Vec3): Vec3 {
  return [x, -y, -z];
}

function mirroredShift([x, y, z]: Vec3): Vec3 {
  return [-x, y, z];
}

/** Head and arms are attached to the body and follow it; legs are independent. */
const parents = {
  head: 'body',
  body: null,
  rightArm: 'body',
  leftArm: 'body',
  rightLeg: null,
  leftLeg: null,
} as const satisfies Record<PartName, PartName | null>;

/** The transform of a part from rest to the posed figure, before it is set on the ground. */
export function partMove(model: Model, pose: Pose, part: PartName): Affine {
  const parent = parents[part];
  const outer = parent === null ? figureMove(pose) : partMove(model, pose, parent);
  const { twist, turn, shift } = pose.parts[part] ?? {};
  const { pivot, min, size } = partBoxes[model][part];
  const move = multiply(outer, moveAbout(pivot, turn, shift));
  if (twist === undefined) return move;
  const axis: Vec3 = [min[0] + size[0] / 2, 0, min[2] + size[2] / 2];
  return multiply(move, rotationAbout(axis, [0, twist, 0]));
}

/** The same for the lower half of a limb, which may be bent. */
export function lowerMove(model: Model, pose: Pose, part: PartName): Affine {
  const { bend = 0 } = pose.parts[part] ?? {};
  return multiply(partMove(model, pose, part), bendMove(partBoxes[model][part], bend));
}

/** The move of the lower half of a limb that is bent at its middle. */
export function bendMove({ min, size }: Pick<PartBox, 'min' | 'size'>, degrees: number): Affine {
  return rotationAbout([0, min[1] + size[1] / 2, min[2] + size[2] / 2], [degrees, 0, 0]);
}

const hips: Vec3 = [0, 12, 0];

export function figureMove({ figure }: Pose): Affine {
  return moveAbout(figure?.pivot ?? hips, figure?.turn, figure?.shift);
}

function moveAbout(pivot: Vec3, turn: Vec3 | undefined, shift: Vec3 | undefined): Affine {
  const turned = turn === undefined ? identity : rotationAbout(pivot, turn);
  return shift === undefined ? turned : multiply(translation(shift), turned);
}
