import { standIn, type Appearance, type ResolvedItem } from '../../common/items.ts';
import type { Player } from '../../common/player.ts';

/** The figure of a player, who may be one whom the game itself draws in another way. */
export function itemOf(player: Player, appearance: Appearance): ResolvedItem {
  return {
    ...standIn(player, appearance),
    upsideDown: isUpsideDown(player),
    hasMouseEars: isDeadmau5(player),
  };
}

// The accounts that the game itself draws in another way.

/** The two that it draws upside down. */
const upsideDown: ReadonlySet<string | null> = new Set(['Dinnerbone', 'Grumm']);

/** Whether this player is drawn upside down. A sample with the same name is not. */
export function isUpsideDown({ name, uuid }: Player): boolean {
  return uuid !== null && upsideDown.has(name);
}

/** The one that has round ears. */
const deadmau5 = '1e18d5ff643d45c8b50943b8461d8614';

/** Whether the game gives this player round ears. */
export function isDeadmau5({ uuid }: Player): boolean {
  return uuid === deadmau5;
}
