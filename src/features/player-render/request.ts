import { colourFrom } from '../../drawing/colour-text.ts';
import { checkedCrop } from '../../drawing/checked-crop.ts';
import { capeChoice, overlayStyleOf } from '../../drawing/option-schemas.ts';
import type { FigureOptions, FigureOutline } from '../../drawing/order.ts';
import {
  formats,
  hasAngles,
  hasPerspective,
  isRenderType,
  renderTypeNames,
  showsCape,
  usefulPitch,
  type Format,
} from '../../drawing/render-names.ts';
import { LineupError } from '../../errors/lineup-error.ts';
import type { NamedCape } from '../../pictures/own-capes.ts';
import type { PlayerModel } from '../../players/player.ts';
import type { RenderPath, RenderQuery } from './schema.ts';

/** A request in its canonical form: equal pictures have equal forms, however they were asked for. */
export type RenderRequest = {
  readonly figure: FigureOptions;
  readonly format: Format;
  /** `null`: the player's own. */
  readonly model: PlayerModel | null;
  readonly cape: boolean;
  /** Another cape than the player's own. */
  readonly namedCape: NamedCape | null;
  /** `rrggbbaa`, or `null` for none. */
  readonly background: string | null;
  readonly outline: FigureOutline | null;
  readonly fallback: 'none' | 'default' | 'silhouette';
  /** Another account service whose player is meant. */
  readonly service: string | undefined;
};

/**
 * Path and query of a render, canonical. The query wins over the path.
 * @throws {LineupError} `bad-request` that lists what is allowed.
 */
export function readRequest(path: RenderPath, query: RenderQuery): RenderRequest {
  const { crop: pathCrop, format: pathFormat } = splitExtension(path.crop);
  const renderType = query.render_type ?? path.render_type.toLowerCase();
  if (!isRenderType(renderType)) throw notOneOf('path.render_type', renderTypeNames);
  const crop = checkedCrop(
    renderType,
    query.crop ?? pathCrop.toLowerCase(),
    query.crop === undefined ? 'path.crop' : 'query.crop',
  );
  const { wantsCape, named } = capeChoice(query.cape ?? true);
  const wings = query.elytra ?? false;
  return {
    figure: {
      renderType,
      crop,
      heightPx: query.height ?? 512,
      overlay: overlayStyleOf(query.overlay, renderType),
      shading: query.shading ?? true,
      shadow: query.shadow ?? false,
      yawDegrees: hasAngles(renderType) ? around(tenths(query.yaw)) : 0,
      pitchDegrees: tenths(usefulPitch(renderType, query.pitch ?? 0)),
      wings: showsCape(renderType) && hasAngles(renderType) && wings,
      mirror: hasAngles(renderType) && (query.mirror ?? false),
      rollDegrees: hasAngles(renderType) ? around(tenths(query.roll)) : 0,
      fovDegrees: hasPerspective(renderType) && query.fov !== undefined ? tenths(query.fov) : null,
    },
    format: query.format ?? pathFormat ?? 'png',
    model: modelOf(query.model),
    cape: showsCape(renderType) && (wantsCape || wings),
    namedCape:
      named !== null && showsCape(renderType) ? { value: named, path: 'query.cape' } : null,
    background: query.background === undefined ? null : fullColour(query.background),
    outline: outlineOf(query),
    fallback: query.fallback ?? 'none',
    service: query.service,
  };
}

/** A line that is wholly transparent is none. */
function outlineOf({ outline, outline_width: widthPx = 4 }: RenderQuery): FigureOutline | null {
  if (outline === undefined) return null;
  const colour = colourFrom(outline);
  return colour[3] === 0 ? null : { colour, widthPx };
}

function notOneOf(place: string, allowed: readonly string[]): LineupError {
  return new LineupError('bad-request', `${place}: must be one of ${allowed.join(', ')}`);
}

function splitExtension(segment: string): { crop: string; format: Format | undefined } {
  const dot = segment.lastIndexOf('.');
  const extension = segment.slice(dot + 1).toLowerCase();
  const format = formats.find((one) => one === extension);
  if (dot < 0) return { crop: segment, format: undefined };
  if (format === undefined) throw notOneOf('path.crop: its file extension', formats);
  return { crop: segment.slice(0, dot), format };
}

function modelOf(model: RenderQuery['model']): PlayerModel | null {
  if (model === undefined) return null;
  return model === 'slim' || model === 'alex' ? 'slim' : 'classic';
}

/** A tenth of a degree is less than a pixel; finer steps would only spread equal pictures. */
function tenths(degrees: number | undefined): number {
  // `+ 0` turns −0, which is another key but not another angle, into 0.
  return Math.round((degrees ?? 0) * 10) / 10 + 0;
}

/** From behind is from behind, whichever way round. */
function around(yawDegrees: number): number {
  return yawDegrees === -180 ? 180 : yawDegrees;
}

/** `#abc` → `aabbccff`. A colour that is wholly transparent is none. */
function fullColour(text: string): string | null {
  const digits = text.replace('#', '').toLowerCase();
  const full = digits.length < 6 ? digits.replaceAll(/./g, '$&$&') : digits;
  const colour = full.length === 6 ? `${full}ff` : full;
  return colour.endsWith('00') ? null : colour;
}
