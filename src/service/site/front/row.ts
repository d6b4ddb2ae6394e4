import type { Translate } from '../messages/messages.ts';
import { readLineup, taken, type Lineup } from './lineup.ts';

// A shared row: by the query of the page, or typed as `/Notch+jeb_`.

/** A single player has no page: a single word at the root is not a player. */
const fewest = 2;

/**
 * The row in a path such as `/Notch+jeb_` with its query; `null` if it names fewer than two players.
 * @param max as of `readLineup`
 */
export function rowFromPath(players: string, search: string, max?: number): Lineup | null {
  const values = players
    .split(/[+,]/)
    .filter((name) => name !== '')
    .slice(0, max);
  if (values.length < fewest) return null;
  const query = new URLSearchParams(search);
  query.delete('value');
  for (const value of values) query.append('value', value);
  return readLineup(`?${query.toString()}`);
}

/** `Notch, jeb_ and Dream`. */
export function rowNames(t: Translate, { items }: Lineup): string {
  const names = taken(items).map(({ item }) => item.label || nameOf(t, item.value));
  const last = names.pop() ?? '';
  return names.length === 0 ? last : t('and', { list: names.join(', '), last });
}

/** What the page of a row is called: as its picture, or by its names. */
export function rowTitle(t: Translate, lineup: Lineup): string {
  return lineup.look.options['title'] ?? rowNames(t, lineup);
}

/** What a link preview says: the title of the picture, if it has one, and the names. */
export function rowDescription(t: Translate, lineup: Lineup): string {
  const names = rowNames(t, lineup);
  const title = lineup.look.options['title']?.trim() ?? '';
  const list = [title, names].filter((part) => part !== '').join(': ');
  return list === '' ? t('frontDescription') : t('rowDescription', { list });
}

/** A URL is not a name. */
function nameOf(t: Translate, value: string): string {
  return /^(?:https?|data):/i.test(value) ? t('aSkin') : value.replace(/^sample-/, '');
}

/** The link preview of a row: in a scene, at the default size. */
export function previewOf({ items, look }: Lineup): Lineup {
  const { scene = 'none', background } = look.options;
  const isBare = scene === 'none' && background === undefined;
  const options = { ...look.options, ...(isBare && { scene: 'meadow' }), size: 'og' };
  return { items, look: { ...look, options } };
}
