import type { CacheContext, RequestContext } from '../../../common/cache/context.ts';
import { findCrowd, readCrowd } from '../../../engine/entry/crowd.ts';
import { drawPicture, nameInValue } from '../../../engine/entry/draw-picture.ts';
import type {
  CompositionItem,
  CompositionOptions,
} from '../../../engine/options/request-schemas.ts';
import { noProps, type SceneProps } from '../../../engine/options/spec.ts';
import { readGroup, wantedOf, type Place } from '../../../engine/options/spec.ts';
import { itemFinder, type ItemSources } from '../../../upstreams/players/resolve-items.ts';
import { parseUser } from '../../../upstreams/roblox/reference.ts';
import type { PictureParts } from '../../pictures/respond.ts';

/** A composition, as it was requested. */
export type Composed = {
  readonly items: readonly CompositionItem[];
  readonly options: CompositionOptions;
  /** Where an option was given. */
  readonly place: Place;
  /** What else stands in the scene. Default: nothing. */
  readonly props?: SceneProps;
  /** How many are drawn of whom nothing else is known, instead of items. Default: none. */
  readonly crowd?: number;
};

export type Compose = ReturnType<typeof createCompose>;

/** Returns a function that looks up the players of a composition, and draws them. */
export function createCompose(deps: ItemSources & PictureParts) {
  const findItems = itemFinder(deps);

  /** @throws {LineupError} that lists invalid items and their fields */
  return async (composed: Composed, client: RequestContext) => {
    const { items, options, place, props = noProps, crowd = 0 } = composed;
    const group = crowd > 0 ? readCrowd(crowd, options, place) : readGroup(items, options, place);
    const spec = { ...group, props };
    const find = async (context: CacheContext) => {
      if (crowd > 0) return findCrowd(crowd);
      return findItems({
        figures: wantedOf(items, spec),
        service: options.service,
        place,
        heightPx: spec.sizePx?.[1] ?? spec.heightPx,
        context,
      });
    };
    const named = items.map((item) => ({ value: item.value, name: nameIn(item) }));
    return drawPicture({ spec, place, find, named }, client, deps);
  };
}

function nameIn(item: CompositionItem): string {
  if (item.type !== 'roblox') return nameInValue(item);
  const user = parseUser(item.value);
  return user !== null && 'name' in user ? user.name : '';
}
