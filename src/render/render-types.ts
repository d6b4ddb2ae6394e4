import {
  coveredHeadCrops,
  crops,
  highBust,
  lyingCrops,
  raisedHandsCrops,
  reachingCrops,
  standingCrops,
  type Crop,
} from './camera/crops.ts';
import {
  flatLight,
  posterLight,
  softLight,
  studioLight,
  type FigureLight,
} from './camera/light.ts';
import type { Extent, Region } from './camera/regions.ts';
import type { View } from './camera/view.ts';
import { partBoxes, type Model, type PartName } from './model/boxes.ts';
import { bitzel, bitzelBoxes, bitzelUnits, chibi, chibiBoxes, chibiUnits } from './model/chibi.ts';
import { paperDoll, type Patch } from './model/flat.ts';
import { poses } from './model/poses.ts';
import type { Pose } from './model/pose.ts';
import { posedSolids } from './model/solids.ts';
import type { ShadowCasters } from './plan/ground-shadow.ts';
import type { Light } from './plan/screen-quads.ts';

/** The crops that every type has, and those that only some have. */
type CropTable<Framed> = Readonly<Record<'full', Framed> & Partial<Record<Crop, Framed>>>;

/** A figure in space: its pose, view, light, and what each crop frames. */
export type PosedRow = {
  readonly kind: 'posed';
  readonly pose: Pose;
  readonly view: View;
  readonly light: FigureLight;
  readonly crops: CropTable<Region>;
  /** The parts to draw; all by default. */
  readonly parts?: readonly PartName[];
};

/** A flat picture, texel by texel. It has no angle: `yawDegrees` and `pitchDegrees` have no effect. */
export type FlatRow = {
  readonly kind: 'flat';
  readonly patches: (model: Model) => Patch[];
  readonly light: Light;
  readonly crops: CropTable<(model: Model) => Extent>;
  /** The boxes that cast its shadow. */
  readonly casters: ShadowCasters;
};

export type RenderTypeRow = PosedRow | FlatRow;

/** In the order in which users see them. */
export const renderTypeNames = [
  'default',
  'isometric',
  'head',
  'isometric_head',
  'marching',
  'walking',
  'crouching',
  'crossed',
  'criss_cross',
  'cheering',
  'relaxing',
  'trudging',
  'cowering',
  'pointing',
  'lunging',
  'dungeons',
  'facepalm',
  'sleeping',
  'dead',
  'archer',
  'kicking',
  'reading',
  'high_ground',
  'ultimate',
  'clown',
  'ornament',
  'profile',
  'mojavatar',
  'front',
  'back',
  'pixel',
  'bitzel',
] as const;
export type RenderType = (typeof renderTypeNames)[number];

/** A paper doll is as wide as its arms; its face is only the head, a classic avatar. */
const dollCrops = {
  full: (model) => ({ ...dollSides(model), bottom: 0, top: 32 }),
  bust: (model) => ({ ...dollSides(model), bottom: 16, top: 32 }),
  face: () => ({ left: -4, right: 4, bottom: 24, top: 32 }),
} as const satisfies FlatRow['crops'];

function dollSides(model: Model): Pick<Extent, 'left' | 'right'> {
  const half = 4 + partBoxes[model].rightArm.size[0];
  return { left: -half, right: half };
}

const posed = { kind: 'posed', light: studioLight, crops: standingCrops } as const;

const doll = {
  kind: 'flat',
  light: flatLight,
  crops: dollCrops,
  casters: posedSolids('classic', poses.rest).map(({ corners }) => corners),
} as const;

/** The isometric view: orthographic, with the three axes of a cube equally long. */
const isometricPitchDegrees = 35.264;

export const renderTypes = {
  default: {
    ...posed,
    pose: poses.default,
    view: view(27, 8, 16.5, 92),
  },
  isometric: {
    ...posed,
    pose: poses.rest,
    view: view(45, isometricPitchDegrees, 16, null),
    crops: highBust(standingCrops, 0.58),
  },
  head: {
    ...posed,
    pose: poses.rest,
    view: view(32, 24, 28, 40),
    crops: { full: { height: { head: [0, 1] }, width: { head: [0, 1] } } },
    parts: ['head'],
  },
  // From the player's right; `yaw` −90 shows the left.
  isometric_head: {
    ...posed,
    pose: poses.rest,
    // Lower than a cube of three equal sides is seen: that would show more of the hair than of the face.
    view: view(45, 22, 28, null),
    crops: { full: { height: { head: [0, 1] }, width: { head: [0, 1] } } },
    parts: ['head'],
  },
  marching: { ...posed, pose: poses.marching, view: view(48, 8, 17, 54) },
  walking: { ...posed, pose: poses.walking, view: view(38, 10, 17, 54) },
  crouching: {
    ...posed,
    pose: poses.crouching,
    view: view(44, 12, 12, 52),
    crops: highBust(standingCrops, 0.62),
  },
  crossed: { ...posed, pose: poses.crossed, view: view(20, 8, 17, 56) },
  criss_cross: {
    ...posed,
    pose: poses.criss_cross,
    view: view(22, 16, 10, 50),
    crops: highBust(standingCrops, 0.6),
  },
  cheering: {
    ...posed,
    pose: poses.cheering,
    view: view(18, 4, 20, 54),
    crops: raisedHandsCrops,
  },
  relaxing: {
    ...posed,
    pose: poses.relaxing,
    view: view(52, 16, 9, 54),
    crops: highBust(standingCrops, 0.32),
  },
  trudging: { ...posed, pose: poses.trudging, view: view(34, 8, 15, 54) },
  cowering: {
    ...posed,
    pose: poses.cowering,
    view: view(24, 8, 9, 50),
    crops: coveredHeadCrops,
  },
  pointing: { ...posed, pose: poses.pointing, view: view(14, 8, 17, 54), crops: reachingCrops },
  lunging: {
    ...posed,
    pose: poses.lunging,
    view: view(32, 4, 18, 50),
    crops: highBust(raisedHandsCrops, 0.62),
  },
  dungeons: {
    ...posed,
    pose: poses.dungeons,
    view: view(24, -14, 13, 44),
    light: posterLight,
    crops: highBust(standingCrops, 0.62),
  },
  facepalm: { ...posed, pose: poses.facepalm, view: view(-24, 8, 17, 54) },
  sleeping: {
    ...posed,
    pose: poses.sleeping,
    view: view(8, 26, 5, 64),
    crops: { full: lyingCrops.full, bust: lyingCrops.bust },
  },
  dead: { ...posed, pose: poses.dead, view: view(48, 42, 2, 60), crops: lyingCrops },
  archer: { ...posed, pose: poses.archer, view: view(22, 6, 17, 58), crops: reachingCrops },
  kicking: {
    ...posed,
    pose: poses.kicking,
    view: view(38, 8, 16, 54),
    crops: highBust(standingCrops, 0.5),
  },
  reading: { ...posed, pose: poses.reading, view: view(30, 10, 11, 50) },
  high_ground: {
    ...posed,
    pose: poses.high_ground,
    view: view(22, -20, 15, 42),
    light: softLight,
    crops: highBust(standingCrops, 0.6),
  },
  ultimate: {
    ...posed,
    pose: poses.ultimate,
    view: view(30, -10, 18, 38),
    light: posterLight,
    crops: highBust(standingCrops, 0.6),
  },
  clown: { ...posed, pose: poses.clown, view: view(12, 6, 17, 52), crops: raisedHandsCrops },
  ornament: {
    ...posed,
    pose: poses.ornament,
    view: view(28, 10, 12, 52),
    crops: highBust(standingCrops, 0.34),
  },
  profile: { ...posed, pose: poses.default, view: view(68, 4, 17, 56) },
  mojavatar: {
    ...posed,
    pose: poses.rest,
    view: view(35, 20, 24, 90),
    crops: {
      full: { height: upperHalf(1), width: upperHalf(1) },
      bust: { height: upperHalf(0.4), width: upperHalf(0.4) },
    },
    parts: ['head', 'body', 'rightArm', 'leftArm'],
  },
  front: { ...doll, patches: (model) => paperDoll(model, 'front') },
  back: { ...doll, patches: (model) => paperDoll(model, 'back') },
  pixel: {
    kind: 'flat',
    patches: chibi,
    light: flatLight,
    crops: { full: () => chibiUnits },
    casters: chibiBoxes,
  },
  bitzel: {
    kind: 'flat',
    patches: bitzel,
    light: flatLight,
    crops: { full: () => bitzelUnits },
    casters: bitzelBoxes,
  },
} as const satisfies Record<RenderType, RenderTypeRow>;

/** The crops of a type, in the order in which users see them. */
export function cropsOf(renderType: RenderType): Crop[] {
  const row: RenderTypeRow = renderTypes[renderType];
  return crops.filter((crop) => row.crops[crop] !== undefined);
}

function view(
  yawDegrees: number,
  pitchDegrees: number,
  targetY: number,
  distanceUnits: number | null,
): View {
  return { yawDegrees, pitchDegrees, target: [0, targetY, 0], distanceUnits };
}

/** Head and body, with the arms as far down as the body. */
function upperHalf(share: number): Region['height'] {
  return {
    head: [0, 1],
    body: [0, share],
    rightArm: [0, share],
    leftArm: [0, share],
  };
}
