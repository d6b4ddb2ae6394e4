import { LineupError } from '../errors/lineup-error.ts';
import { cropsOf, isCrop } from './render-names.ts';
import type { FigureOptions } from './order.ts';

/**
 * A crop that the render type has.
 * @param fieldPath where the crop stands in the request
 * @throws {LineupError} `bad-request` that lists those it has.
 */
export function checkedCrop(
  renderType: FigureOptions['renderType'],
  crop: string,
  fieldPath: string,
): FigureOptions['crop'] {
  const allowed = cropsOf(renderType);
  if (isCrop(crop) && allowed.includes(crop)) return crop;
  throw new LineupError(
    'bad-request',
    `${fieldPath}: must be one of ${allowed.join(', ')} for the render type ${renderType}`,
  );
}
