import { standIn, type Appearance, type ResolvedItem } from '../../common/items.ts';
import type { Player } from '../../common/player.ts';
import { isDeadmau5, isUpsideDown } from './odd-players.ts';

/** The figure of a player, who may be one whom the game itself draws in another way. */
export function itemOf(player: Player, appearance: Appearance): ResolvedItem {
  return {
    ...standIn(player, appearance),
    upsideDown: isUpsideDown(player),
    hasMouseEars: isDeadmau5(player),
  };
}
