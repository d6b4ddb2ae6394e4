import type { Place } from '../../src/features/docs/front/lineup.ts';

// Players of Roblox beside those of Minecraft: a place says which it is, or what is typed in it does.

const prefix = /^roblox:\s*(?=\S)/i;
const profile = /^(?:https?:\/\/)?(?:www\.|web\.|m\.)?roblox\.com\/(?:[\w-]+\/)?users\/\d/i;

export function isRoblox({ own }: Pick<Place, 'own'>): boolean {
  return own?.type === 'roblox';
}

/** `roblox:Builderman` and the address of a profile are players of Roblox, whatever the place says. */
export function withPlatform(place: Place): Place {
  const isNamed = prefix.test(place.value);
  if (!isNamed && !profile.test(place.value.trim())) return place;
  return {
    ...place,
    value: place.value.replace(prefix, ''),
    own: { ...place.own, type: 'roblox' },
  };
}
