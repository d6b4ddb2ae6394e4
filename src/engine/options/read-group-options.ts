import { checkedCrop, colourFrom } from './checked-crop.ts';
import { labelFrom, titleFrom } from './label-rules.ts';
import { capeChoice, overlayStyleOf } from './option-schemas.ts';
import type { EarsOption } from './jobs.ts';
import { readAnimation, refuseFlat } from './read-animation.ts';
import { readMotion, readPose } from './read-pose.ts';
import type { PosedFigure, SceneJob } from './scene-job.ts';
import type { Motion } from '../figure/motions.ts';
import type { Pose } from '../figure/pose.ts';
import { badRequest } from '../../common/errors/lineup-error.ts';
import type { CompositionItem, CompositionOptions } from './group-schema.ts';
import type { NamedCape } from '../../common/items.ts';
import {
  cropsOf,
  hasAngles,
  heldItemOption,
  showsCape,
  usefulPitch,
  type RenderType,
} from '../figure/render-types.ts';
import {
  maxPixels as maxScenePixels,
  sceneSize,
  sideBounds,
  sizes,
  type SizeName,
  type SizePx,
} from '../scenes/layout/sizes.ts';
import { tenths } from './figure-options.ts';
import type { Crop } from '../figure/camera/crops.ts';

/** Field paths in the request, for errors. */
export type RequestPaths = {
  /** `items[3].label`, `query.label[3]` or `query.label.3`. */
  readonly fieldPath: (index: number, field: string) => string;
  /** `query.size` or `body.size`. */
  readonly optionPath: (name: string) => string;
  /** Where the format is given, if not as an option: `path.players`. */
  readonly formatPath?: string | undefined;
};

/** The options of a job, without its figures. */
export type PictureOptions = Omit<SceneJob, 'figures' | 'skins' | 'capes' | 'pictures'>;

/** The options of a figure, without its player. */
export type FigureOptions = Omit<
  PosedFigure,
  'kind' | 'skin' | 'cape' | 'model' | 'upsideDown' | 'label' | 'ears'
> & {
  readonly ears: EarsOption;
  readonly wantsCape: boolean;
  readonly namedCape: NamedCape | null;
};

/** The same before the player is known, who may decide the pose. */
type FigureRequest = FigureOptions & { readonly isVaried: boolean };

/**
 * Converts the options of a picture to their canonical form.
 * @param count number of figures
 * @throws {LineupError} `bad-request` that names the option
 */
export function readPictureOptions(
  options: CompositionOptions,
  {
    motions,
    optionPath,
    formatPath,
  }: Pick<RequestPaths, 'optionPath' | 'formatPath'> & { readonly motions: readonly Motion[] },
  count: number,
): PictureOptions {
  const scene = options.scene === undefined || options.scene === 'none' ? null : options.scene;
  const size = options.size === undefined ? null : sizeFrom(options.size, optionPath('size'));
  const arrangement = options.arrangement ?? (scene === null ? 'row' : 'auto');
  const sizePx = size ?? (scene === null ? null : sceneSize(arrangement, count));
  const { format, frame, matte, height } = options;
  const animation = readAnimation({
    format,
    formatPath: formatPath ?? optionPath('format'),
    frame,
    matte,
    height,
    motions,
    optionPath,
  });
  // In a picture of given size, figures are as large as they can be, up to the largest that may move.
  const heightPx = sizePx !== null && height === undefined ? 512 : animation.heightPx;
  return {
    scene,
    arrangement,
    facing: options.facing ?? 'same',
    sizePx,
    heightPx,
    gapPx: options.gap ?? null,
    title: titleFrom(options.title, optionPath('title')),
    subtitle: titleFrom(options.subtitle, optionPath('subtitle')),
    labels: options.labels ?? (isServerList(options) ? 'none' : 'below'),
    shadow: options.shadow ?? scene !== null,
    background: backgroundFrom(options),
    outline:
      options.outline === undefined
        ? null
        : { colour: colourFrom(options.outline), widthPx: options.outline_width ?? 4 },
    format: animation.format,
    animation: animation.animation,
  };
}

/**
 * The options of one figure: its item's, or otherwise those for all.
 * @throws {LineupError} `bad-request` that names the field
 */
export function readFigureOptions(
  item: CompositionItem,
  options: CompositionOptions,
  paths: RequestPaths & { readonly index: number },
): FigureRequest {
  const { index, fieldPath, optionPath } = paths;
  const isPicture = item.type === 'roblox';
  // A finished picture has no pose or camera, and holds nothing else.
  const pose = isPicture ? 'default' : (item.render_type ?? options.render_type ?? 'default');
  // All varied poses have the crops of the default one.
  const renderType = pose === 'varied' ? 'default' : pose;
  const isOwn = item.crop !== undefined || (item.render_type !== undefined && !isPicture);
  const crop = checkedCrop(
    renderType,
    item.crop ?? options.crop ?? defaultCrop(renderType, options),
    isOwn ? fieldPath(index, 'crop') : optionPath('crop'),
  );
  const caption = labelFrom(item.caption, fieldPath(index, 'caption'));
  const hasCamera = !isPicture && hasAngles(renderType);
  const yaw = hasCamera ? tenths(item.yaw ?? options.yaw ?? 0) : 0;
  const pitch = hasCamera ? (item.pitch ?? options.pitch ?? 0) : 0;
  const hasBack = !isPicture && showsCape(renderType);
  const isInScene = options.scene !== undefined && options.scene !== 'none';
  const { wantsCape, named } = capeChoice(item.cape ?? options.cape ?? isInScene);
  const wings = item.elytra ?? options.elytra ?? false;
  const moves = isPicture ? null : readMotionAndPose(item, options, { ...paths, renderType });
  return {
    renderType,
    isVaried: pose === 'varied',
    crop,
    pose: moves?.pose ?? null,
    motion: moves?.motion ?? null,
    overlay: isPicture ? 'flat' : overlayStyleOf(item.overlay ?? options.overlay, renderType),
    yawDegrees: yaw,
    pitchDegrees: tenths(usefulPitch(renderType, pitch)),
    hold: isPicture ? null : heldItemOption(renderType, 'right', item.hold ?? options.hold),
    holdLeft: isPicture
      ? null
      : heldItemOption(renderType, 'left', item.hold_left ?? options.hold_left),
    mirror: item.mirror ?? options.mirror ?? false,
    scale: item.scale ?? 1,
    caption,
    wings: hasBack && wings && hasAngles(renderType),
    ears: hasCamera ? (item.ears ?? options.ears ?? 'auto') : 'none',
    wantsCape: hasBack && (wantsCape || wings),
    namedCape:
      hasBack && named !== null
        ? {
            value: named,
            path: item.cape === undefined ? optionPath('cape') : fieldPath(index, 'cape'),
          }
        : null,
  };
}

/** In a picture so low there is no room for names and legs. */
function isServerList({ size }: CompositionOptions): boolean {
  return size?.toLowerCase() === 'server-list' || size === sizes['server-list'].join('x');
}

function defaultCrop(renderType: RenderType, options: CompositionOptions): Crop {
  return isServerList(options) && cropsOf(renderType).includes('bust') ? 'bust' : 'full';
}

/** The options of a figure whose player is known. @param player UUID or reference */
export function posedFor({ isVaried, ...figure }: FigureRequest, player: string): FigureOptions {
  return isVaried ? { ...figure, renderType: variedPose(player) } : figure;
}

/** An item's own motion and pose, which a flat figure cannot have, or those for all. */
function readMotionAndPose(
  item: CompositionItem,
  options: CompositionOptions,
  paths: RequestPaths & { readonly index: number; readonly renderType: RenderType },
): { readonly motion: Motion | null; readonly pose: Pose | null } {
  const { index, renderType, fieldPath, optionPath } = paths;
  const ofItem = (field: string): string => fieldPath(index, field);
  const own = {
    motion: readMotion(item.motion, ofItem('motion')),
    pose: readPose(item.pose, ofItem('pose')),
  };
  refuseFlat(renderType, own, ofItem);
  const forAll = {
    motion: item.motion === undefined ? readMotion(options.motion, optionPath('motion')) : null,
    pose: readPose(options.pose, optionPath('pose')),
  };
  if (!hasAngles(renderType)) return own;
  return { motion: own.motion ?? forAll.motion, pose: own.pose ?? forAll.pose };
}

function isSizeName(text: string): text is SizeName {
  return Object.hasOwn(sizes, text);
}

function sizeFrom(text: string, path: string): SizePx {
  const name = text.toLowerCase();
  if (isSizeName(name)) return sizes[name];
  const { minPx, maxPx } = sideBounds;
  const [, width, height] = /^(\d{1,5})[x×](\d{1,5})$/.exec(name) ?? [];
  const size = [Number(width), Number(height)] as const;
  if (!size.every((side) => side >= minPx && side <= maxPx)) {
    throw badRequest(
      `${path}: must be ${Object.keys(sizes).join(', ')} or width and height such as 800x400, ${minPx} to ${maxPx} each`,
    );
  }
  if (size[0] * size[1] > maxScenePixels) {
    throw badRequest(
      `${path}: must have at most ${maxScenePixels} pixels; ${size[0]}×${size[1]} has ${size[0] * size[1]}`,
    );
  }
  return size;
}

function backgroundFrom({ background, angle }: CompositionOptions): SceneJob['background'] {
  if (background === undefined) return null;
  const [from = background, to = from] = background.split(',');
  return { from: colourFrom(from), to: colourFrom(to), angleDegrees: angle ?? 180 };
}

/** Whether only options of a plain row are used: each figure is then as high as the row. */
export function isPlainRow(picture: PictureOptions, figures: readonly FigureOptions[]): boolean {
  const { scene, arrangement, facing, sizePx, labels, shadow, background, outline } = picture;
  const isPlainPicture =
    picture.animation === null &&
    scene === null &&
    arrangement === 'row' &&
    facing === 'same' &&
    sizePx === null &&
    picture.title === '' &&
    picture.subtitle === '' &&
    labels === 'below' &&
    !shadow &&
    background === null &&
    outline === null;
  const [first] = figures;
  return (
    isPlainPicture &&
    figures.every(
      (figure) =>
        figure.renderType === first?.renderType &&
        figure.crop === first.crop &&
        figure.pose === null &&
        figure.overlay === 'flat' &&
        figure.yawDegrees === 0 &&
        figure.pitchDegrees === 0 &&
        figure.hold === null &&
        figure.holdLeft === null &&
        !figure.mirror &&
        figure.scale === 1 &&
        figure.caption === '' &&
        !figure.wantsCape,
    )
  );
}

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
