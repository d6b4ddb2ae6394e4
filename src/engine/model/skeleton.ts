import { partBoxes, partNames, type PartName } from '../figure/boxes.ts';
import { capeHinge, groundLift } from '../figure/solids.ts';
import { figureMove, hangingCapeDegrees, lowerMove, partMove, type Pose } from '../figure/pose.ts';
import {
  apply,
  identity,
  multiply,
  rotation,
  sineCosine,
  translation,
  type Affine,
  type Vec3,
} from '../figure/vector.ts';
import type { Held } from '../figure/held.ts';
import type { Model } from '../skin/arms.ts';

/** The nodes that a part's texels hang on: of a limb those of both halves, and of the joint between. */
export const partNodes = {
  head: { upper: 'head', lower: null, joint: null },
  body: { upper: 'body', lower: null, joint: null },
  rightArm: { upper: 'arm_R', lower: 'forearm_R', joint: 'elbow_R' },
  leftArm: { upper: 'arm_L', lower: 'forearm_L', joint: 'elbow_L' },
  rightLeg: { upper: 'leg_R', lower: 'shin_R', joint: 'knee_R' },
  leftLeg: { upper: 'leg_L', lower: 'shin_L', joint: 'knee_L' },
} as const satisfies Record<PartName, Record<'upper' | 'lower' | 'joint', string | null>>;

/**
 * The nodes of a model by name, each with its parent, parents first. Those of a bent limb's joint carry the
 * texels between its middle and its ends, so that both halves meet in one plane, as in a picture.
 */
export const skeleton: ReadonlyMap<string, string | null> = new Map<string, string | null>([
  ['player', null],
  ['hips', 'player'],
  ['body', 'hips'],
  ['head', 'body'],
  ['cape', 'body'],
  ...limb(partNodes.rightArm, 'body'),
  ...limb(partNodes.leftArm, 'body'),
  ...limb(partNodes.rightLeg, 'hips'),
  ...limb(partNodes.leftLeg, 'hips'),
]);

function limb(
  { upper, lower, joint }: Record<'upper' | 'lower' | 'joint', string>,
  parent: string,
) {
  return [
    [upper, parent],
    [lower, upper],
    [`${joint}_upper`, upper],
    [`${joint}_upper_skew`, `${joint}_upper`],
    [`${joint}_lower`, lower],
    [`${joint}_lower_skew`, `${joint}_lower`],
  ] as const;
}

/** Where a node is relative to its parent, as glTF writes it: metres, y up, the player faces +z. */
export type Transform = {
  readonly translation: Triple;
  /** A unit quaternion: x, y, z, w. */
  readonly rotation: [number, number, number, number];
  readonly scale: Triple;
};

type Triple = [number, number, number];

/** A figure at a moment. */
export type KeyFrame = {
  readonly pose: Pose;
  readonly heldItems: readonly Held[];
  /** About its own axis, in degrees. */
  readonly turnDegrees: number;
};

export type Build = {
  readonly model: Model;
  /** Height of a raised overlay, otherwise `null`. */
  readonly raised: number | null;
  readonly upsideDown: boolean;
};

/** The middle of a limb, where it bends. */
function middleOf(model: Model, part: PartName): Vec3 {
  const { min, size } = partBoxes[model][part];
  return [min[0] + size[0] / 2, min[1] + size[1] / 2, min[2] + size[2] / 2];
}

const hips: Vec3 = [0, 12, 0];
/** Turns a figure, 32 units tall, upside down where it stands. */
const headstand: Affine = multiply(translation([0, 32, 0]), rotation([0, 0, 180]));

/** The places of all rigid nodes in the figure's own space, axes and all. */
export function placesAt(build: Build, { pose, heldItems, turnDegrees }: KeyFrame) {
  const { model, raised, upsideDown } = build;
  const turned = rotation([0, turnDegrees, 0]);
  const player = upsideDown ? multiply(turned, headstand) : turned;
  const ground = multiply(player, translation([0, groundLift(pose), 0]));
  const placed = (move: Affine, pivot: Vec3): Affine =>
    multiply(ground, multiply(move, translation(pivot)));
  const places = new Map<string, Affine>([
    ['player', player],
    ['hips', placed(figureMove(pose), hips)],
  ]);
  for (const part of partNames) {
    const { upper, lower } = partNodes[part];
    places.set(upper, placed(partMove(model, pose, part), partBoxes[model][part].pivot));
    if (lower !== null) {
      places.set(lower, placed(lowerMove(model, pose, part), middleOf(model, part)));
    }
  }
  const swing = rotation([-(pose.capeDegrees ?? hangingCapeDegrees), 0, 0]);
  const hung = multiply(partMove(model, pose, 'body'), translation(capeHinge(raised)));
  places.set('cape', multiply(ground, multiply(hung, swing)));
  for (const held of heldItems) places.set(nodeOfHeld(held), multiply(player, placeOfHeld(held)));
  return places;
}

/** The name of the node of what a hand holds. */
export function nodeOfHeld(held: Held): string {
  return `${held.sprite}_${isMirrored(held) ? 'L' : 'R'}`;
}

/** The forearm that it follows. */
export function armOfHeld(node: string): string {
  return `forearm_${node.slice(-1)}`;
}

/** What the left hand holds is the mirror image of what the right one would. */
function isMirrored({ move }: Held): boolean {
  const [a, b, c, , d, e, f, , g, h, i] = move;
  return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g) < 0;
}

/** The fist, with the axes of what it holds; they are of unit length and right-handed. */
export function placeOfHeld(held: Held): Affine {
  const [a, b, c, , d, e, f, , g, h, i] = held.move;
  const [x, y, z] = held.fist;
  const scale = Math.hypot(a, d, g);
  const sign = isMirrored(held) ? -scale : scale;
  return [
    ...([a / sign, b / scale, c / scale, x] as const),
    ...([d / sign, e / scale, f / scale, y] as const),
    ...([g / sign, h / scale, i / scale, z] as const),
  ];
}

/** All transforms of a key frame. @param nodes the skeleton with what is held */
export function transformsAt(
  nodes: ReadonlyMap<string, string | null>,
  build: Build,
  frame: KeyFrame,
): Map<string, Transform> {
  const places = placesAt(build, frame);
  const transforms = new Map<string, Transform>();
  for (const [node, parent] of nodes) {
    const place = places.get(node);
    if (place === undefined) continue;
    const outer = parent === null ? identity : places.get(parent)!;
    transforms.set(node, transformOf(multiply(inverse(outer), place)));
  }
  for (const part of partNames) addJoint(transforms, build.model, part, frame.pose);
  return transforms;
}

/**
 * The joint of a bent limb: both halves are sheared along their length, by the tangent of half the angle
 * for each unit in front of the middle. A shear is a turn, a stretch and a turn (its singular values), so
 * it takes two nodes.
 */
function addJoint(into: Map<string, Transform>, model: Model, part: PartName, pose: Pose): void {
  const { joint } = partNodes[part];
  if (joint === null) return;
  const [sine, cosine] = sineCosine((pose.parts[part]?.bend ?? 0) / 2);
  const [x, y, z] = middleOf(model, part);
  const [px, py, pz] = partBoxes[model][part].pivot;
  const halves = [
    { half: 'upper', slope: -sine / cosine, at: [x - px, y - py, z - pz] },
    { half: 'lower', slope: sine / cosine, at: [0, 0, 0] },
  ] as const;
  for (const { half, slope, at } of halves) {
    const stretch = (slope + Math.hypot(slope, 2)) / 2;
    const degrees = (Math.atan(1 / stretch) * 180) / Math.PI;
    const outer = multiply(translation(at), rotation([degrees, 0, 0]));
    const inner = rotation([degrees - 90, 0, 0]);
    const scale: Triple = [1, stretch, 1 / stretch];
    into.set(`${joint}_${half}`, { ...transformOf(outer), scale });
    into.set(`${joint}_${half}_skew`, transformOf(inner));
  }
}

/** Where the nodes of joints that carry texels are while the figure stands. */
export function jointPlaces(model: Model): (readonly [node: string, place: Affine])[] {
  return partNames.flatMap((part) => {
    const { joint } = partNodes[part];
    const place = translation(middleOf(model, part));
    return joint === null
      ? []
      : (['upper', 'lower'] as const).map((half) => [`${joint}_${half}_skew`, place] as const);
  });
}

/** Of a rigid move. */
export function inverse([a, b, c, x, d, e, f, y, g, h, i, z]: Affine): Affine {
  const turn: Affine = [a, d, g, 0, b, e, h, 0, c, f, i, 0];
  const [tx, ty, tz] = apply(turn, [-x, -y, -z]);
  return [a, d, g, tx, b, e, h, ty, c, f, i, tz];
}

const unitsPerMetre = 16;

/** A point of the figure in glTF's space. */
export function metres([x, y, z]: Vec3): Triple {
  return [-x / unitsPerMetre, y / unitsPerMetre, -z / unitsPerMetre];
}

/** A rigid move of the figure's space in glTF's space, which is turned by half a turn about y. */
export function transformOf(move: Affine): Transform {
  const [x, y, z, w] = quaternionOf(move);
  return {
    translation: metres([move[3], move[7], move[11]]),
    rotation: [-x, y, -z, w],
    scale: [1, 1, 1],
  };
}

function root(sum: number): number {
  return Math.sqrt(Math.max(0, 1 + sum)) * 2;
}

/** The quaternion of a rotation, from its largest component (Shepperd's method). */
function quaternionOf([a, b, c, , d, e, f, , g, h, i]: Affine): [number, number, number, number] {
  if (a + e + i > 0) {
    const s = root(a + e + i);
    return [(h - f) / s, (c - g) / s, (d - b) / s, s / 4];
  }
  if (a > e && a > i) {
    const s = root(a - e - i);
    return [s / 4, (b + d) / s, (c + g) / s, (h - f) / s];
  }
  if (e > i) {
    const s = root(e - a - i);
    return [(b + d) / s, s / 4, (f + h) / s, (c - g) / s];
  }
  const s = root(i - a - e);
  return [(c + g) / s, (f + h) / s, s / 4, (d - b) / s];
}
