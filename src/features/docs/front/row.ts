import type { Translate } from '../messages/messages.ts';
import { readLineup, taken, type Lineup } from './lineup.ts';

// A row that somebody has sent on: by the query of the page, or typed as `/Notch+jeb_`.

/** One alone has no page of its own: at the root, a single word is no player. */
const fewest = 2;

/** The row in a path such as `/Notch+jeb_` with a query for its look; `null` when it names fewer than two. */
export function rowFromPath(players: string, search: string): Lineup | null {
  const values = players.split(/[+,]/).filter((name) => name !== '');
  if (values.length < fewest) return null;
  const query = new URLSearchParams(search);
  query.delete('value');
  for (const value of values) query.append('value', value);
  return readLineup(`?${query.toString()}`);
}

/** `Notch, jeb_ and Dream`. */
export function rowNames(t: Translate, { places }: Lineup): string {
  const names = taken(places).map(({ place }) => place.label || nameOf(t, place.value));
  const last = names.pop() ?? '';
  return names.length === 0 ? last : t('and', { list: names.join(', '), last });
}

/** An address is nobody's name. */
function nameOf(t: Translate, value: string): string {
  return /^(?:https?|data):/i.test(value) ? t('aSkin') : value.replace(/^sample-/, '');
}

/** The row as the picture that other pages show for a link: in a scene, of the size they ask for. */
export function previewOf({ places, look }: Lineup): Lineup {
  const { scene = 'none', background } = look.options;
  const isBare = scene === 'none' && background === undefined;
  const options = { ...look.options, ...(isBare && { scene: 'meadow' }), size: 'og' };
  return { places, look: { ...look, options } };
}
