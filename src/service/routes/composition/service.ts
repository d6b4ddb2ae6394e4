import { labelFrom } from '../../../engine/options/label-rules.ts';
import { parseUser } from '../../../upstreams/roblox/reference.ts';
import type { CompositionItem } from '../../../engine/options/group-schema.ts';
import type { Picture, PictureParts } from '../../pictures/respond.ts';
import { drawGroup } from '../../../engine/entry/draw-group.ts';
import {
  nameInValue,
  type GroupPicture,
  type GroupRequest,
} from '../../../engine/entry/draw-group.ts';
import { type ItemSources } from '../../../upstreams/players/resolve-items.ts';
import { itemFinder } from '../../../upstreams/players/item-finder.ts';

export type CompositionParts = ItemSources & PictureParts;

export type Composer = {
  /** @throws {LineupError} that lists invalid items and their fields */
  readonly compose: (
    request: GroupRequest,
  ) => Promise<Picture & Pick<GroupPicture<Picture>, 'format'>>;
};

/** Looks up the players of compositions, and draws them. */
export function createComposer(parts: CompositionParts): Composer {
  const findItems = itemFinder({ ...parts, labelFrom });
  return { compose: (request) => drawGroup({ ...request, nameIn }, findItems, parts) };
}

function nameIn(item: CompositionItem): string {
  if (item.type !== 'roblox') return nameInValue(item);
  const user = parseUser(item.value);
  return user !== null && 'name' in user ? user.name : '';
}
