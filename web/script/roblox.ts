import type { Item } from '../../src/service/site/front/lineup.ts';

// Roblox players beside Minecraft players: by the option of an item, or by what is typed.

const prefix = /^roblox:\s*(?=\S)/i;
const profile = /^(?:https?:\/\/)?(?:www\.|web\.|m\.)?roblox\.com\/(?:[\w-]+\/)?users\/\d/i;

export function isRoblox({ own }: Pick<Item, 'own'>): boolean {
  return own?.type === 'roblox';
}

/** `roblox:Builderman` and profile URLs are Roblox players, whatever the option says. */
export function withPlatform(item: Item): Item {
  const isNamed = prefix.test(item.value);
  if (!isNamed && !profile.test(item.value.trim())) return item;
  return {
    ...item,
    value: item.value.replace(prefix, ''),
    own: { ...item.own, type: 'roblox' },
  };
}
