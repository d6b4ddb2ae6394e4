import { badRequest } from '../../common/errors/lineup-error.ts';
import { orList } from '../../common/schemas/validation-message.ts';
import { cardArrangements } from '../scenes/layout/cards.ts';
import type { SceneName } from '../scenes/layout/sizes.ts';
import type { PictureValues } from './picture-options.ts';

// Rules of pictures that are things: a card, or the message of an advancement.

/** What else decides whether such a picture can be. */
type Seen = {
  /** Number of figures. */
  readonly count: number;
  /** Where an option was given. */
  readonly place: (name: string) => string;
  /** Where a motion was given; `null` if nothing moves. */
  readonly motionPlace: string | null;
};

/**
 * Checks the options that belong to a kind of picture, or do not go with it.
 * @throws {LineupError} `bad-request` that names the option
 */
export function checkAs(options: PictureValues, seen: Seen): void {
  const { as, arrangement, rarity } = options;
  const refuse = (name: string, problem: string): never => {
    throw badRequest(`${seen.place(name)}: ${problem}`);
  };
  if (as === 'card') {
    if (arrangement === undefined || cardArrangements.some((one) => one === arrangement)) return;
    refuse('arrangement', `must be ${orList(cardArrangements)} with as=card`);
  }
  if (rarity !== undefined) refuse('rarity', 'needs as=card');
  if (arrangement === 'deck') refuse('arrangement', 'deck needs as=card');
  if (as !== 'advancement') return;
  if (seen.count > 1) refuse('as', `advancement has one player, not ${seen.count}`);
  if (sceneOf(options) !== null) refuse('scene', 'must be none with as=advancement');
  if (seen.motionPlace !== null) {
    throw badRequest(`${seen.motionPlace}: must be none with as=advancement`);
  }
}

/** The scene behind a group; that of a card is a meadow if nothing is said. */
export function sceneOf({ as, scene }: Pick<PictureValues, 'as' | 'scene'>): SceneName | null {
  const named = scene ?? (as === 'card' ? 'meadow' : 'none');
  return named === 'none' ? null : named;
}
