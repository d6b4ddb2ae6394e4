import { exampleTarget } from '../paths.ts';
import { isMoving, lineupQuery, longestUrl, taken, type Lineup } from './lineup.ts';

/** Players that stand in a path as they are: names, UUIDs, files; not addresses, not those of Roblox. */
const plain = /^[\w-]{1,64}$/;

/**
 * The short address of a picture, `/Notch+jeb_.png?scene=night`; `null` where it has none: a single
 * player's is another picture.
 * @param base URL of the service
 */
export function shortLink(base: string, lineup: Lineup): string | null {
  const places = taken(lineup.places).map(({ place }) => place);
  if (places.length < 2) return null;
  if (places.some(({ value, own }) => !plain.test(value) || own?.type === 'roblox')) return null;
  const { value: _value, ...query } = lineupQuery(lineup);
  const names = places.map(({ value }) => value).join('+');
  const ending = isMoving(lineup) ? 'webp' : 'png';
  const url = `${base}${exampleTarget(`/${names}.${ending}`, { title: '', query })}`;
  return url.length <= longestUrl ? url : null;
}
