import { badRequest } from '../../common/errors/lineup-error.ts';
import { figureTable, type FigureSpec, type FigureValues, type ForAll } from './figure-options.ts';
import type { FigureAt } from './figure-values.ts';

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
  // As they may hold more than the types say.
  const mine = new Map<string, unknown>(Object.entries(own));
  const others = new Map<string, unknown>(Object.entries(forAll));
  let name = '';
  const at = {
    ...reading,
    elytra: own.elytra ?? forAll.elytra ?? false,
    isOwn: false,
    path: () => place(name, at.isOwn),
    refused: (problem: string, within = '') => badRequest(`${at.path()}${within}: ${problem}`),
  };
  return figureTable.canonical((row) => {
    if (isPicture && !('ofPictures' in row)) return row.default;
    ({ name } = row);
    const given = mine.get(name);
    at.isOwn = given !== undefined;
    return row.read(given ?? (row.on.group && others.get(name)), at);
  });
}
