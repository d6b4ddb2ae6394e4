import { LineupError } from '../errors/lineup-error.ts';
import type { EarsOption, ModelOption } from '../options/order.ts';
import type { Player, SkinSource } from '../players/player.ts';
import { isDeadmau5, isUpsideDown } from '../players/odd-players.ts';
import type { ItemResult, ResolvedItem } from './picture.ts';

/**
 * Converts a player to an item of a picture. @param item with `null` for the player's own label or model
 */
export function itemOf(
  player: Player,
  item: {
    readonly label: string | null;
    readonly model?: ModelOption | null;
    readonly wantsCape?: boolean;
  },
): ResolvedItem {
  return {
    skin: player.skin,
    cape: item.wantsCape === true ? player.cape : null,
    // The model of a player is known: there is nothing to find out.
    model: item.model === 'auto' ? player.model : (item.model ?? player.model),
    uuid: player.uuid,
    label: item.label ?? player.name ?? '',
    upsideDown: isUpsideDown(player),
    hasMouseEars: isDeadmau5(player),
  };
}

/** A skin without a player is drawn with the classic model (service contract, section 2.1). */
export function plainItem(skin: SkinSource, model: ModelOption | null, label = ''): ResolvedItem {
  const own = { model: model ?? 'classic', upsideDown: false, hasMouseEars: false };
  return { skin, cape: null, uuid: null, label, ...own };
}

/** The ears of an item under an option for all: one account has the game's own. */
export function earsOf(
  option: EarsOption | undefined,
  { hasMouseEars }: Pick<ResolvedItem, 'hasMouseEars'>,
): EarsOption {
  return hasMouseEars && option !== 'none' ? 'deadmau5' : (option ?? 'auto');
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
