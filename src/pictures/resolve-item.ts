import { LineupError } from '../errors/lineup-error.ts';
import type { Player, PlayerModel, SkinSource } from '../players/player.ts';
import { isUpsideDown } from '../players/upside-down.ts';
import type { ItemResult, ResolvedItem } from './picture.ts';

/**
 * Converts a player to an item of a picture. @param item with `null` for the player's own label or model
 */
export function itemOf(
  player: Player,
  item: {
    readonly label: string | null;
    readonly model?: PlayerModel | null;
    readonly wantsCape?: boolean;
  },
): ResolvedItem {
  return {
    skin: player.skin,
    cape: item.wantsCape === true ? player.cape : null,
    model: item.model ?? player.model,
    uuid: player.uuid,
    label: item.label ?? player.name ?? '',
    upsideDown: isUpsideDown(player),
  };
}

/** A skin without a player is drawn with the classic model (service contract, section 2.1). */
export function plainItem(skin: SkinSource, model: PlayerModel | null, label = ''): ResolvedItem {
  return { skin, cape: null, model: model ?? 'classic', uuid: null, label, upsideDown: false };
}

/** Resolves to an item or its LineupError; rejects for errors of our own. */
export async function itemResult(load: () => Promise<ResolvedItem>): Promise<ItemResult> {
  try {
    return { item: await load() };
  } catch (error) {
    if (error instanceof LineupError) return { error };
    throw error;
  }
}
