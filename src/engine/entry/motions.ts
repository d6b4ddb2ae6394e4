import { badRequest } from '../../common/errors/lineup-error.ts';
import type { FilmOrder } from '../options/film.ts';
import { readMotion } from '../options/read-pose.ts';
import type { Motion } from '../figure/motions.ts';
import type { FigureOptions, RequestPaths } from '../options/read-group-options.ts';
import type { CompositionItem, CompositionOptions } from '../options/group-schema.ts';

type Group = {
  readonly items: readonly CompositionItem[];
  readonly figures: readonly FigureOptions[];
  readonly options: CompositionOptions;
};

/** All motions in a picture; if no figure moves, the one for all is that of the scene alone. */
export function motionsOf(
  figures: readonly FigureOptions[],
  { motion }: CompositionOptions,
  { optionPath }: RequestPaths,
): readonly Motion[] {
  const own = figures.flatMap((figure) => figure.motion ?? []);
  if (own.length > 0) return own;
  const forAll = readMotion(motion, optionPath('motion'));
  return forAll === null ? [] : [forAll];
}

/** Most key poses of a request: reading them takes as long as the rest of it. */
const mostKeys = 48;

/**
 * Most frames × figures that need plans of their own: those take some 20 ms each, a fifth of a film's
 * time, and nobody else will need them.
 */
const mostOwnPlans = 160;

/**
 * Checks the bounds of a whole request.
 * @throws {LineupError} `bad-request` that names the motion
 */
export function checkMotions(
  { items, figures, options }: Group,
  film: FilmOrder | null | undefined,
  { fieldPath, optionPath }: RequestPaths,
): void {
  if (!film) return;
  const index = items.findIndex(({ motion }) => motion !== undefined && motion !== 'none');
  const path =
    options.motion === undefined && index >= 0 ? fieldPath(index, 'motion') : optionPath('motion');
  const keys = [options, ...items].reduce((sum, { motion }) => sum + keysOf(motion), 0);
  if (keys > mostKeys) {
    throw badRequest(
      `${path}: must have at most ${mostKeys} keys in the whole request, not ${keys}`,
    );
  }
  const own = figures.filter(
    ({ pose, motion, hold, holdLeft }, at) =>
      pose ||
      (typeof motion === 'object' && motion) ||
      (hold && holdLeft) ||
      hasOwnAngle(items[at]!),
  );
  const plans = own.length * film.frames;
  if (plans <= mostOwnPlans) return;
  throw badRequest(
    `${path}: must have at most ${Math.floor(mostOwnPlans / own.length)} frames for ${own.length} players with poses, motions, angles or two things of their own, not ${film.frames}`,
  );
}

function keysOf(motion: CompositionItem['motion']): number {
  return typeof motion === 'object' ? motion.keys.length : 0;
}

function hasOwnAngle({ yaw = 0, pitch = 0 }: CompositionItem): boolean {
  return yaw !== 0 || pitch !== 0;
}
