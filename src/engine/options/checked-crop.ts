import { badRequest, type LineupError } from '../../common/errors/lineup-error.ts';
import { orList } from '../../common/schemas/validation-message.ts';
import { cropsOf, isCrop, type PictureFormat } from './render-names.ts';
import type { FigureOptions } from './order.ts';

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
export function splitFormat<Ending extends PictureFormat>(
  segment: string,
  offered: readonly Ending[],
): {
  readonly stem: string;
  readonly format: Ending | undefined;
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
