import { hash } from 'node:crypto';
import type { CacheContext } from '../../common/cache/context.ts';
import { LineupError } from '../../common/errors/lineup-error.ts';
import type { People, UserReference } from '../roblox/people.ts';
import { figureKinds, type RobloxPictures } from '../roblox/pictures.ts';
import { type ItemResult, itemResult } from '../../common/items.ts';

/** A Roblox user in a group, as drawn by Roblox. */
export type RobloxItem = {
  readonly kind: 'roblox';
  readonly user: UserReference;
  readonly crop: keyof typeof figureKinds;
  /** `null` for the account's own name. */
  readonly label: string | null;
};

export type RobloxUsers = {
  readonly people: Pick<People, 'find'>;
  readonly pictures: Pick<RobloxPictures, 'find'>;
};

/** Only two sizes are requested, so that most pictures are cached already. */
const [defaultPx, largePx] = [420, 720] as const;

/** The picture size for figures of this height; a tenth of a picture is border. */
export const pictureSideFor = (figurePx: number): number =>
  figurePx > defaultPx * 0.9 ? largePx : defaultPx;

/** Resolves a Roblox user and their picture, or an error. */
export function resolveRoblox(
  { user, crop, label }: RobloxItem,
  { people, pictures }: RobloxUsers,
  { sidePx, context }: { readonly sidePx: number; readonly context: CacheContext },
): Promise<ItemResult> {
  return itemResult(async () => {
    const known = await people.find(user, context);
    if (known === null) throw new LineupError('unknown-player', 'There is no such user.');
    const picture = { kind: figureKinds[crop], targetId: known.id, sizePx: sidePx };
    const png = await pictures.find(picture, context);
    if (png === null) throw new LineupError('unknown-picture');
    const revision = `roblox-${hash('sha256', png, 'base64url')}`;
    return {
      skin: { kind: 'picture', revision, png },
      cape: null,
      model: 'classic',
      uuid: null,
      upsideDown: false,
      hasMouseEars: false,
      label: label ?? known.name,
    };
  });
}
