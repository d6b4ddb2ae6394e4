import { checkedCrop, notOneOf, splitFormat, colourFrom, visibleColour } from './checked-crop.ts';
import { capeChoice, overlayStyleOf } from './option-schemas.ts';
import type { AnimationOptions } from './animation.ts';
import type { EarsOption, FigureOptions, FigureOutline } from './jobs.ts';
import type { ModelOption } from '../../common/player.ts';
import { readAnimation, refuseFlat } from './read-animation.ts';
import { readMotion, readPose } from './read-pose.ts';
import type { AvatarQuery, RenderPath, RenderQuery } from './figure-schema.ts';
import type { NamedCape } from '../../common/items.ts';
import {
  hasAngles,
  hasPerspective,
  heldItemOption,
  isRenderType,
  renderTypeNames,
  showsCape,
  usefulPitch,
} from '../figure/render-types.ts';
import { pictureFormats } from './picture-formats.ts';
import { tenths } from './figure-options.ts';
import type { Format } from '../image/formats.ts';

/** A canonical request: requests for the same picture have equal values. */
export type RenderRequest = {
  readonly figure: FigureOptions;
  readonly format: Format;
  readonly animation: AnimationOptions | null;
  /** `null` for the player's own. */
  readonly model: ModelOption | null;
  readonly ears: EarsOption;
  readonly wantsCape: boolean;
  /** A cape instead of the player's own. */
  readonly namedCape: NamedCape | null;
  /** `rrggbbaa`, or `null` for none. */
  readonly background: string | null;
  readonly outline: FigureOutline | null;
  readonly fallback: 'none' | 'default' | 'silhouette';
  /** The account service, if it is not Mojang's. */
  readonly service: string | undefined;
};

/**
 * Parses path and query of a render. The query overrides the path, which may be empty: the whole default figure.
 * @throws {LineupError} `bad-request` that lists the allowed values
 */
export function readRequest(
  { render_type = 'default', crop: ownCrop = 'full' }: Partial<RenderPath>,
  query: RenderQuery,
): RenderRequest {
  const { stem: pathCrop, format: pathFormat } = splitFormat(ownCrop, pictureFormats);
  const renderType = query.render_type ?? render_type.toLowerCase();
  if (!isRenderType(renderType)) throw notOneOf('path.render_type', renderTypeNames);
  const crop = checkedCrop(
    renderType,
    query.crop ?? pathCrop.toLowerCase(),
    query.crop === undefined ? 'path.crop' : 'query.crop',
  );
  const { wantsCape, named } = capeChoice(query.cape ?? true);
  const wings = query.elytra ?? false;
  const motion = readMotion(query.motion, 'query.motion');
  const pose = readPose(query.pose, 'query.pose');
  refuseFlat(renderType, { motion, pose }, (field) => `query.${field}`);
  const { heightPx, ...kind } = readAnimation({
    ...(query.format === undefined && pathFormat !== undefined
      ? { format: pathFormat, formatPath: 'path.crop' }
      : { format: query.format, formatPath: 'query.format' }),
    frame: query.frame,
    matte: query.matte,
    height: query.height,
    motions: motion === null ? [] : [motion],
    optionPath: (name) => `query.${name}`,
  });
  return {
    ...kind,
    figure: {
      renderType,
      crop,
      heightPx,
      pose,
      motion,
      overlay: overlayStyleOf(query.overlay, renderType),
      shading: query.shading ?? true,
      shadow: query.shadow ?? false,
      yawDegrees: hasAngles(renderType) ? tenths(query.yaw) : 0,
      pitchDegrees: tenths(usefulPitch(renderType, query.pitch ?? 0)),
      wings: showsCape(renderType) && hasAngles(renderType) && wings,
      hold: heldItemOption(renderType, 'right', query.hold),
      holdLeft: heldItemOption(renderType, 'left', query.hold_left),
      mirror: hasAngles(renderType) && (query.mirror ?? false),
      rollDegrees: hasAngles(renderType) ? tenths(query.roll) : 0,
      fovDegrees: hasPerspective(renderType) && query.fov !== undefined ? tenths(query.fov) : null,
    },
    model: modelOf(query.model),
    ears: hasAngles(renderType) ? (query.ears ?? 'auto') : 'none',
    wantsCape: showsCape(renderType) && (wantsCape || wings),
    namedCape:
      named !== null && showsCape(renderType) ? { value: named, path: 'query.cape' } : null,
    background: visibleColour(query.background),
    outline: outlineOf(query),
    fallback: query.fallback ?? 'none',
    service: query.service,
  };
}

/** Rows of texels in a face: it is drawn at a multiple of them, so that texels are whole pixels. */
const faceRows = 8;

/** The request for a face in a square of this size. */
export function readAvatar({ size = 64, ...query }: AvatarQuery): RenderRequest {
  const height = Math.max(2 * faceRows, Math.ceil(size / faceRows) * faceRows);
  const request = readRequest({ render_type: 'front', crop: 'face' }, { ...query, height });
  const box = { widthPx: size, heightPx: size };
  return { ...request, figure: { ...request.figure, box } };
}

/** A fully transparent outline counts as none. */
function outlineOf({ outline, outline_width: widthPx = 4 }: RenderQuery): FigureOutline | null {
  if (outline === undefined) return null;
  const colour = colourFrom(outline);
  return colour[3] === 0 ? null : { colour, widthPx };
}

function modelOf(model: RenderQuery['model']): ModelOption | null {
  if (model === undefined) return null;
  if (model === 'auto') return model;
  return model === 'slim' || model === 'alex' ? 'slim' : 'classic';
}
