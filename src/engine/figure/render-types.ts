import { crops, highBust, standingCrops, type Crop } from './camera/crops.ts';
import { flatLight, type Light } from './camera/light.ts';
import type { Extent, Region } from './camera/framing.ts';
import { partBoxes } from './boxes.ts';
import {
  bitzel,
  bitzelBoxes,
  bitzelUnits,
  chibi,
  chibiBoxes,
  chibiUnits,
  paperDoll,
  type FlatSide,
  type Patch,
} from './flat.ts';
import { poses } from './poses.ts';
import { posedSolids } from './solids.ts';
import type { ShadowCasters } from './stage/ground-shadow.ts';
import { posed, view, type CropTable, type PosedRow } from './posed-row.ts';
import { maxPitchDegrees } from './camera/view.ts';
import type { HeldItemName, Holds } from './held-items/held-items.ts';
import type { Model } from '../skin/arms.ts';
import type { FigureEars } from '../skin/ears/shape.ts';
import { rest, standing } from './standing.ts';

/** A flat picture, texel by texel. It has no angle: `yawDegrees` and `pitchDegrees` have no effect. */
export type FlatRow = {
  readonly kind: 'flat';
  readonly patches: (model: Model, ears: FigureEars | null) => Patch[];
  /** From where it is seen, if Ears show. */
  readonly side?: FlatSide;
  readonly light: Light;
  readonly crops: CropTable<(model: Model) => Extent>;
  /** The boxes that cast its shadow. */
  readonly casters: ShadowCasters;
};

export type RenderTypeRow = PosedRow | FlatRow;

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

const flat = { kind: 'flat', light: flatLight } as const;

/** The doll from one side, with what Ears show there. */
function doll(side: FlatSide): FlatRow {
  return {
    ...flat,
    side,
    patches: (model, ears) => paperDoll(model, side, ears),
    crops: dollCrops,
    casters: posedSolids('classic', rest).map(({ corners }) => corners),
  };
}

/** The isometric view: orthographic, with the three axes of a cube equally long. */
const isometricPitchDegrees = 35.264;

const onlyHead = {
  ...rest,
  crops: { full: { height: { head: [0, 1] }, width: { head: [0, 1] } } },
  shown: ['head'],
} as const;

/** In the order in which users see them. */
export const renderTypes = {
  default: posed(view(27, 8, 16.5, 92), standing),
  isometric: posed(view(45, isometricPitchDegrees, 16, null), {
    ...rest,
    crops: highBust(standingCrops, 0.58),
  }),
  head: posed(view(32, 24, 28, 40), onlyHead),
  // From the player's right; `yaw` −90 shows the left.
  // Lower than a cube of three equal sides is seen: that would show more of the hair than of the face.
  isometric_head: posed(view(45, 22, 28, null), onlyHead),
  ...poses,
  profile: posed(view(68, 4, 17, 56), standing),
  mojavatar: posed(view(35, 20, 24, 90), {
    ...rest,
    crops: {
      full: { height: upperHalf(1), width: upperHalf(1) },
      bust: { height: upperHalf(0.4), width: upperHalf(0.4) },
    },
    shown: ['head', 'body', 'rightArm', 'leftArm'],
  }),
  front: doll('front'),
  back: doll('back'),
  pixel: { ...flat, patches: chibi, crops: { full: () => chibiUnits }, casters: chibiBoxes },
  bitzel: { ...flat, patches: bitzel, crops: { full: () => bitzelUnits }, casters: bitzelBoxes },
} as const satisfies Record<string, RenderTypeRow>;

export type RenderType = keyof typeof renderTypes;
export const renderTypeNames = Object.keys(renderTypes).filter(isRenderType);

export function isRenderType(name: string): name is RenderType {
  return Object.hasOwn(renderTypes, name);
}

export function rowOf(renderType: RenderType): RenderTypeRow {
  return renderTypes[renderType];
}

/** The crops of a type, in the order in which users see them. */
export function cropsOf(renderType: RenderType): Crop[] {
  return crops.filter((crop) => rowOf(renderType).crops[crop] !== undefined);
}

/** Whether a type shows hands that can hold something. */
export function hasHands(row: RenderTypeRow): boolean {
  return row.kind === 'posed' && (row.parts === undefined || row.parts.includes('rightArm'));
}

/** Whether a type shows a figure from head to foot, so that it is as high as others when it stands. */
export function isFullLength(row: RenderTypeRow, crop: Crop): boolean {
  if (crop !== 'full') return false;
  return row.kind === 'flat' ? row.side !== undefined : (row.parts?.includes('rightLeg') ?? true);
}

/** What a type has in its hands by itself. */
export function holdsOf(row: RenderTypeRow): Holds {
  const { right = null, left = null } = (row.kind === 'posed' && row.holds) || {};
  return { right, left };
}

/** Head and body, with the arms as far down as the body. */
function upperHalf(share: number): Region['height'] {
  return { head: [0, 1], body: [0, share], rightArm: [0, share], leftArm: [0, share] };
}

/** Flat pictures have no view angle: yaw and pitch have no effect. */
export function hasAngles(renderType: RenderType): boolean {
  return renderTypes[renderType].kind === 'posed';
}

/** Whether a type shows what Ears add to a figure: a flat one shows it of the head. */
export function showsEars(renderType: RenderType): boolean {
  const row = rowOf(renderType);
  return row.kind === 'posed' || row.side !== undefined;
}

/** Whether the view has perspective, so that its distance matters. */
export function hasPerspective(renderType: RenderType): boolean {
  const row = rowOf(renderType);
  return row.kind === 'posed' && row.view.distanceUnits !== null;
}

/** The effective part of a pitch: no view goes beyond straight down or up. */
export function usefulPitch(renderType: RenderType, pitchDegrees: number): number {
  const row = renderTypes[renderType];
  if (row.kind === 'flat') return 0;
  const own = row.view.pitchDegrees;
  return Math.min(maxPitchDegrees - own, Math.max(-maxPitchDegrees - own, pitchDegrees));
}

/**
 * What a hand holds instead of the pose's default item; `null` if that is the same, or if the picture
 * shows no hands in space.
 */
export function heldItemOption(
  renderType: RenderType,
  hand: 'right' | 'left',
  hold: HeldItemName | undefined,
): HeldItemName | null {
  const row = rowOf(renderType);
  const own = holdsOf(row)[hand] ?? 'none';
  return hold === undefined || hold === own || !hasHands(row) ? null : hold;
}

/** Whether a cape, which hangs on the body, can be visible. */
export function showsCape(renderType: RenderType): boolean {
  const row = rowOf(renderType);
  return row.kind === 'flat'
    ? row.patches('classic', null).some(({ sheet }) => sheet === 'cape')
    : row.parts === undefined || row.parts.includes('body');
}
