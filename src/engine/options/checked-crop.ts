import { badRequest, type LineupError } from '../../common/errors/lineup-error.ts';
import { orList } from '../../common/schemas/validation-message.ts';
import type { FigureOptions } from './jobs.ts';
import { type Colour, parseColour } from '../image/background.ts';
import { cropsOf } from '../figure/render-types.ts';
import { isCrop } from '../figure/camera/crops.ts';
import type { PictureFormat } from './picture-formats.ts';

/**
 * Checks that a render type has a crop.
 * @param fieldPath field of the crop in the request
 * @throws {LineupError} `bad-request` that lists the crops it has
 */
export function checkedCrop(
  renderType: FigureOptions['renderType'],
  crop: string,
  fieldPath: string,
): FigureOptions['crop'] {
  const allowed = cropsOf(renderType);
  if (isCrop(crop) && allowed.includes(crop)) return crop;
  throw badRequest(`${fieldPath}: must be ${orList(allowed)} for the render type ${renderType}`);
}

/**
 * Splits the last segment of a path into the crop and the format of its file extension.
 * @throws {LineupError} `bad-request` that lists the formats
 */
export function splitFormat<Extension extends PictureFormat>(
  segment: string,
  offered: readonly Extension[],
): {
  readonly stem: string;
  readonly format: Extension | undefined;
} {
  const dot = segment.lastIndexOf('.');
  if (dot < 0) return { stem: segment, format: undefined };
  const extension = segment.slice(dot + 1).toLowerCase();
  const format = offered.find((one) => one === extension);
  if (format === undefined) {
    throw badRequest(`path.crop: the file extension must be ${orList(offered)}`);
  }
  return { stem: segment.slice(0, dot), format };
}

export function notOneOf(fieldPath: string, allowed: readonly string[]): LineupError {
  return badRequest(`${fieldPath}: must be one of ${allowed.join(', ')}`);
}

const digits = '#?([0-9A-Fa-f]{3,4}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})';

/** Patterns of a colour, and of one or two colours. */
export const colourPattern = `^${digits}$` as const;

export const coloursPattern = `^${digits}(,${digits})?$` as const;

/** Parses a colour of a request: `#abc` is opaque `aabbccff`. */
export function colourFrom(text: string): Colour {
  return parseColour(fullColour(text));
}

/** A colour as `rrggbbaa`; `null` if it is fully transparent or absent. */
export function visibleColour(text: string | undefined): string | null {
  const colour = text === undefined ? '00' : fullColour(text);
  return colour.endsWith('00') ? null : colour;
}

function fullColour(text: string): string {
  const short = text.replace('#', '').toLowerCase();
  const full = short.length < 6 ? short.replaceAll(/./g, '$&$&') : short;
  return full.length === 6 ? `${full}ff` : full;
}
