import { smoothStep } from './camera/light.ts';
import {
  shapeOf,
  spriteSides,
  spriteTexels,
  type SpriteName,
  type SpriteFace,
  type SpriteSide,
} from './held-items/sprite.ts';
import type { Grip, HandHeldItem } from './held-items/held-items.ts';
import { partBoxes, partNames } from './boxes.ts';
import { figureMove, lowerMove, mirroredPose, restingWrist, type Pose } from './pose.ts';
import { cornersOf, type Quad } from './quads.ts';
import { boxCorners, groundLift } from './solids.ts';
import {
  apply,
  between,
  byAxis,
  cross,
  multiply,
  normalise,
  rotation,
  translation,
  type Affine,
  type Vec3,
} from './vector.ts';
import type { Model } from '../skin/arms.ts';

/** An item in a hand of a posed figure. */
export type Held = {
  readonly sprite: SpriteName;
  /** The middle of the fist. */
  readonly fist: Vec3;
  /**
   * From the sprite to the figure: columns to the right, rows down, and depth behind its front, in
   * texels from its top left corner.
   */
  readonly move: Affine;
  /** The first of its six numbers, one for each direction of its sides; see `Solid`. */
  readonly shell: number;
};

/** After those of the parts and of the wings. */
const firstShell = (partNames.length + 2) * 2;

/** The middle of the fist is so far above the end of the arm. */
const fistUnits = 1.5;

const mirror: Affine = [-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];

/** What a posed figure holds; the left hand mirrors the right one. */
export function placeHeldItems(
  model: Model,
  pose: Pose,
  heldItems: Readonly<Record<'right' | 'left', HandHeldItem | null>>,
): Held[] {
  return (['right', 'left'] as const).flatMap((hand, index): Held[] => {
    const heldItem = heldItems[hand];
    if (heldItem === null) return [];
    const lift = translation([0, groundLift(pose), 0]);
    const [arm, toFigure] =
      hand === 'right' ? [pose, lift] : [mirroredPose(pose), multiply(lift, mirror)];
    const { fist, move } = inRightHand(model, arm, heldItem.grip);
    return [
      {
        sprite: heldItem.sprite,
        fist: apply(toFigure, fist),
        move: multiply(toFigure, move),
        shell: firstShell + index * 6,
      },
    ];
  });
}

function inRightHand(model: Model, pose: Pose, grip: Grip): Pick<Held, 'fist' | 'move'> {
  const { min, size } = partBoxes[model].rightArm;
  const forearm = lowerMove(model, pose, 'rightArm');
  const inArm: Vec3 = [min[0] + size[0] / 2, min[1] + fistUnits, 0];
  const fist = apply(forearm, inArm);
  const turn = grip.isUpright === true ? turnOnly(figureMove(pose)) : handTurn(pose, forearm);
  return { fist, move: multiply(translation(fist), multiply(turn, gripMove(grip))) };
}

/** How items lean in a raised hand, which would point them down behind it. */
const raisedWrist: Vec3 = [-12, 0, 0];

/** From below the horizontal to this, by how much the forearm points up, a hand holds items upright. */
const raisedRange = [0, 0.5] as const;

/** Where a hand points what it holds: as its pose says, along the forearm, or upright where that is up. */
function handTurn(pose: Pose, forearm: Affine): Affine {
  const { wrist } = pose.parts.rightArm ?? {};
  if (wrist !== undefined) return turnOnly(multiply(forearm, rotation(wrist)));
  const along = multiply(forearm, rotation(restingWrist));
  const raised = smoothStep(raisedRange, -forearm[5]);
  if (raised === 0) return turnOnly(along);
  const upright = multiply(figureMove(pose), rotation(raisedWrist));
  const axis = (column: 0 | 1): Vec3 => {
    const [one, other] = [axisOf(along, column), axisOf(upright, column)];
    return normalise(between(one, other, raised));
  };
  const up = axis(1);
  const right = normalise(cross(up, cross(axis(0), up)));
  const [x, y, z] = [right, up, cross(right, up)];
  return [x[0], y[0], z[0], 0, x[1], y[1], z[1], 0, x[2], y[2], z[2], 0];
}

function axisOf(move: Affine, column: 0 | 1): Vec3 {
  return [move[column], move[4 + column]!, move[8 + column]!];
}

function turnOnly([a, b, c, , d, e, f, , g, h, i]: Affine): Affine {
  return [a, b, c, 0, d, e, f, 0, g, h, i, 0];
}

/** From a sprite to the axes of the hanging arm, with its middle in the fist. */
function gripMove({ at: [column, row], lean, face, swing, spread, ...grip }: Grip): Affine {
  const { texelUnits: s, shift = [0, 0, 0] } = grip;
  const toFist: Affine = [s, 0, 0, -column * s, 0, -s, 0, row * s, 0, 0, -s, s / 2];
  return [
    rotation([0, 0, -lean]),
    // Unturned, its right is the viewer's, who faces the player.
    rotation([0, 180 + face, 0]),
    rotation([-swing, 0, -spread]),
    translation(shift),
  ].reduce((inner, outer) => multiply(outer, inner), toFist);
}

/** The plane of a side among a block's axes (right, down, back), and those along its texture. */
const sides = {
  front: { axis: 2, end: 0, across: 0 },
  back: { axis: 2, end: 1, across: 0 },
  left: { axis: 0, end: 0, across: 2 },
  right: { axis: 0, end: 1, across: 2 },
  top: { axis: 1, end: 0, across: 0 },
  bottom: { axis: 1, end: 1, across: 0 },
} as const satisfies Record<SpriteSide, { axis: 0 | 1 | 2; end: 0 | 1; across: 0 | 2 }>;

/** All surfaces of an item, opaque and with nothing inside. */
export function heldQuads(held: Held): Quad[] {
  return shapeOf(held.sprite).faces.map((face) => sideQuad(held, face));
}

function sideQuad({ sprite, move, shell }: Held, face: SpriteFace): Quad {
  const { side, column, row, columns, rows, glows } = face;
  const { axis, end, across } = sides[side];
  const ends = endsOf(face);
  const outward = byAxis((one) => (one === axis ? end * 2 - 1 : 0));
  return {
    corners: cornersOf((isRight, isBelow) => {
      const corner = byAxis((one) => {
        const isFar = one === axis ? end === 1 : one === across ? isRight : isBelow;
        return ends[isFar ? 1 : 0][one];
      });
      return apply(move, corner);
    }),
    normal: normalise(apply(turnOnly(move), outward)),
    texels: {
      u: column + (side === 'back' ? spriteTexels : 0),
      v: shapeOf(sprite).firstRow + row,
      columns,
      rows,
    },
    sheet: 'heldItems',
    layer: 'base',
    rank: shell >> 1,
    shell: shell + spriteSides.indexOf(side),
    // Of parallel planes that face the eye, that which is further outwards is nearer to it.
    shellDepth: end === 1 ? ends[1][axis] : spriteTexels - ends[0][axis],
    glows,
  };
}

function endsOf({ column, row, columns, rows }: SpriteFace): readonly [Vec3, Vec3] {
  return [
    [column, row, 0],
    [column + columns, row + rows, 1],
  ];
}

/** The space of an item as boxes, with their corners in the order of `cornerIndex`. */
export function heldBoxes({ sprite, move }: Held): Vec3[][] {
  return shapeOf(sprite).fronts.map((face) => {
    const ends = endsOf(face);
    return boxCorners.map(([x, y, z]) => apply(move, [ends[x][0], ends[y][1], ends[z][2]]));
  });
}

/** An item moved with its figure. */
export function movedHeldItem(held: Held, move: Affine): Held {
  return { ...held, fist: apply(move, held.fist), move: multiply(move, held.move) };
}
