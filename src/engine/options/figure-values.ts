import { Type } from 'typebox';
import type { LineupError } from '../../common/errors/lineup-error.ts';
import type { Worn } from '../../common/items.ts';
import type { ModelOption } from '../../common/player.ts';
import { orList } from '../../common/schemas/validation-message.ts';
import { overlayStyles, type OverlayStyle } from '../figure/solids.ts';
import { isCrop, type Crop } from '../figure/camera/crops.ts';
import {
  cropsOf,
  hasAngles,
  showsCape,
  type RenderType,
  renderTypeNames,
} from '../figure/render-types.ts';

// How the values of a figure's options become canonical.

/** What decides the canonical value of an option besides what was given. */
export type FigureAt = {
  readonly renderType: RenderType;
  /** The crop of a figure that names none; of a path, so that nobody has checked it. */
  readonly crop: string;
  /** Whether a figure that says nothing of it wears its cape. */
  readonly wearsCape: boolean;
  /** Whether elytra are worn, which hang where the cape does. */
  readonly elytra: boolean;
  /** Whether the value is of this figure, and not of all. */
  readonly isOwn: boolean;
  /** Where the value was given. */
  readonly path: () => string;
  /** The error of a value. @param within the part of it that is wrong: `.right_arm` */
  readonly refused: (problem: string, within?: string) => LineupError;
};

/** Rounds an angle to tenths, less than a pixel, so that fewer pictures differ. −180° is 180°. */
export function tenths(degrees = 0): number {
  // `+ 0` turns −0, which would be another key, into 0.
  const rounded = Math.round(degrees * 10) / 10 + 0;
  return rounded === -180 ? 180 : rounded;
}

/** An angle of the camera, which flat types have not. */
export const angle = (degrees: number | undefined, { renderType }: FigureAt): number =>
  hasAngles(renderType) ? tenths(degrees) : 0;

/** Models by all their names. */
export const modelNamed = {
  auto: 'auto',
  classic: 'classic',
  steve: 'classic',
  slim: 'slim',
  alex: 'slim',
} as const satisfies Record<string, ModelOption>;

export const overlaySchema = (description: string) =>
  Type.Unsafe<OverlayStyle | boolean>(
    Type.Union([...overlayStyles.map((style) => Type.Literal(style)), Type.Boolean()], {
      description,
    }),
  );

/** Flat pictures have no depth to raise texels into. */
export function overlayOf(
  given: OverlayStyle | boolean | undefined,
  { renderType }: FigureAt,
): OverlayStyle {
  if (given === false || given === 'none') return 'none';
  return given === 'raised' && hasAngles(renderType) ? 'raised' : 'flat';
}

export const capeSchema = (description: string) =>
  Type.Unsafe<boolean | string>(
    Type.Union(
      [
        Type.Boolean(),
        Type.String({
          maxLength: 32_768,
          pattern: '^([Hh][Tt]{2}[Pp][Ss]?:|[Dd][Aa][Tt][Aa]:|[0-9A-Fa-f]{32,64}$)',
        }),
      ],
      { 'x-allowed': 'true, false, a texture hash or the URL of an image', description },
    ),
  );

/** Whether a cape is worn, and which: elytra are of its sheet, too. */
export function wornOf(
  given: boolean | string | undefined,
  { renderType, wearsCape, elytra, path }: FigureAt,
): Worn {
  if (!showsCape(renderType)) return { cape: false, named: null };
  const { cape, value } = capeChoice(given ?? wearsCape);
  return { cape: cape || elytra, named: value === null ? null : { value, path: path() } };
}

/** Splits the cape option: whether a cape is drawn, and which one if not the player’s own. */
function capeChoice(cape: boolean | string) {
  if (typeof cape === 'boolean') return { cape, value: null };
  if (/^(true|false)$/i.test(cape)) return { cape: /^true$/i.test(cape), value: null };
  return { cape: true, value: cape };
}

/** @throws {LineupError} `bad-request` that lists the crops that the type has */
export function checkedCrop(crop: string, { renderType, refused }: FigureAt): Crop {
  const allowed = cropsOf(renderType);
  if (isCrop(crop) && allowed.includes(crop)) return crop;
  throw refused(`must be ${orList(allowed)} for the render type ${renderType}`);
}

/**
 * A value that flat types have not: one for all does not apply to them.
 * @throws {LineupError} `bad-request` for a figure's own. @param allowed what it must be
 */
export function notIfFlat<T>(value: T | null, at: FigureAt, allowed: string): T | null {
  if (value === null || hasAngles(at.renderType)) return value;
  if (!at.isOwn) return null;
  throw at.refused(`must be ${allowed} for the render type ${at.renderType}, which is flat`);
}

/** Poses that a group may have: `varied` is one of its own for each player. */
export const groupPoses = [...renderTypeNames, 'varied'] as const;

export type GroupPose = (typeof groupPoses)[number];

/** Poses of `varied`: of figures that stand, face the viewer and are no wider than others. */
export const variedPoses = [
  'default',
  'crossed',
  'walking',
  'cheering',
  'marching',
  'dungeons',
] as const satisfies readonly RenderType[];

/** The pose of a player in a group of varied ones. @param player UUID or reference: the same always */
export function variedPose(player: string): RenderType {
  // FNV-1a over the UTF-16 units: any even distribution that never changes.
  let hash = 0x811c9dc5;
  for (let at = 0; at < player.length; at++) {
    hash = Math.imul(hash ^ player.charCodeAt(at), 0x01000193) >>> 0;
  }
  return variedPoses[((hash ^ (hash >>> 15)) >>> 0) % variedPoses.length]!;
}

/**
 * Ears: `auto` as the skin says, `deadmau5` the game's own round ones for a skin that says nothing, or
 * none.
 */
export const earsOptions = ['auto', 'none', 'deadmau5'] as const;

export type EarsOption = (typeof earsOptions)[number];
