import { Type } from 'typebox';
import { badRequest } from '../../common/errors/lineup-error.ts';
import { motionNames, type MotionName } from '../figure/motions.ts';
import { figureOptions } from './figure-options.ts';
import { fieldsOn, type ValuesOn } from './option-row.ts';
import { pictureOptions } from './picture-options.ts';
import { readAlone, type PictureSpec, type Place } from './spec.ts';

// The options of a 3D model: those of a figure that have a meaning without a camera.

const description =
  'The animations of the model: up to eight of the motions of pictures, separated by commas, or `all`. None when omitted.';

const maxLength = 256;
const motionQuery = Type.String({ maxLength, description, examples: ['walk,wave'] });

const motionJson = Type.Unsafe<string | readonly string[]>({
  type: ['string', 'array'],
  maxLength,
  maxItems: 32,
  items: Type.String({ maxLength: 16 }),
  description,
});

const ofPicture = fieldsOn(pictureOptions, 'model');

/** In a query. */
export const modelFields = {
  ...fieldsOn(figureOptions, 'model'),
  ...ofPicture,
  motion: Type.Optional(motionQuery),
};

/** In JSON, where a pose may be an object, and motions a list. */
export const modelJsonFields = {
  ...fieldsOn(figureOptions, 'model', 'json'),
  ...ofPicture,
  motion: Type.Optional(motionJson),
};

/** What is said of a model. */
export type ModelValues = ValuesOn<typeof figureOptions, 'model'> &
  ValuesOn<typeof pictureOptions, 'model'> & {
    readonly motion?: string | readonly string[] | undefined;
  };

/**
 * Reads the model of one player.
 * @throws {LineupError} `bad-request` that names the option and what is allowed
 */
export function readModel({ motion, ...values }: ModelValues, place: Place): PictureSpec {
  return { ...readAlone(values, place), motions: motionsFrom(motion, place('motion')) };
}

/** Each once and in the order of their table, so that equal models have equal values. */
function motionsFrom(given: ModelValues['motion'] = [], path: string): readonly MotionName[] {
  const names = [given].flat().flatMap((text) => text.toLowerCase().split(','));
  const words = new Set(names.map((name) => name.trim()).filter((name) => name !== ''));
  if (![...words].every((word) => known.has(word))) {
    throw badRequest(`${path}: must be all, none, or motions separated by commas: ${list}`);
  }
  return motionNames.filter((name) => words.has('all') || words.has(name));
}

const known: ReadonlySet<string> = new Set(['all', 'none', ...motionNames]);
const list = motionNames.join(', ');
