import { badRequest } from '../../common/errors/lineup-error.ts';
import {
  figureOptions,
  type FigureSpec,
  type FigureValues,
  type ForAll,
} from './figure-options.ts';
import type { FigureAt } from './figure-values.ts';
import { canonical } from './option-row.ts';

/** What decides how a figure is read. */
type Seen = Pick<FigureAt, 'renderType' | 'crop' | 'wearsCape'> & {
  /** Whether it is a picture drawn elsewhere, which has no pose, no camera and no sheets. */
  readonly isPicture: boolean;
  /** Where an option was given. @param isOwn whether by this figure, or for all */
  readonly place: (name: string, isOwn: boolean) => string;
};

/**
 * The canonical form of the options of one figure: its own, or otherwise those for all.
 * @throws {LineupError} `bad-request` that names the option
 */
export function readFigure(
  own: FigureValues,
  forAll: ForAll,
  { isPicture, place, ...reading }: Seen,
): FigureSpec {
  const [mine, others] = [own, forAll].map((one) => new Map<string, unknown>(Object.entries(one)));
  const elytra = own.elytra ?? forAll.elytra ?? false;
  return canonical(figureOptions, (name, row) => {
    if (isPicture && !('ofPictures' in row)) return row.default;
    const given = mine!.get(name);
    const isOwn = given !== undefined;
    const shared = row.on.group === undefined ? undefined : others!.get(name);
    const path = place(name, isOwn);
    const refused = (problem: string, within = '') => badRequest(`${path}${within}: ${problem}`);
    return row.read(given ?? shared, { ...reading, elytra, isOwn, path, refused });
  });
}
