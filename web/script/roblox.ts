import type { Place } from '../../src/features/docs/front/lineup.ts';

// Roblox players beside Minecraft players: by the option of a place, or by what is typed.

const prefix = /^roblox:\s*(?=\S)/i;
const profile = /^(?:https?:\/\/)?(?:www\.|web\.|m\.)?roblox\.com\/(?:[\w-]+\/)?users\/\d/i;

export function isRoblox({ own }: Pick<Place, 'own'>): boolean {
  return own?.type === 'roblox';
}

/** `roblox:Builderman` and profile URLs are Roblox players, whatever the option says. */
export function withPlatform(place: Place): Place {
  const isNamed = prefix.test(place.value);
  if (!isNamed && !profile.test(place.value.trim())) return place;
  return {
    ...place,
    value: place.value.replace(prefix, ''),
    own: { ...place.own, type: 'roblox' },
  };
}
