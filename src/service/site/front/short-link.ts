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
  const items = taken(lineup.items).map(({ item }) => item);
  if (items.length < 2) return null;
  if (items.some(({ value, own }) => !plain.test(value) || own?.type === 'roblox')) return null;
  const { value: _value, ...query } = lineupQuery(lineup);
  const names = items.map(({ value }) => value).join('+');
  const extension = isMoving(lineup) ? 'webp' : 'png';
  const url = `${base}${exampleTarget(`/${names}.${extension}`, { title: '', query })}`;
  return url.length <= longestUrl ? url : null;
}
