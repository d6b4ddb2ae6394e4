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
export function rowNames({ places }: Lineup): string {
  const names = taken(places).map(({ place }) => place.label || nameOf(place.value));
  return names.join(', ').replace(/, ([^,]*)$/, ' and $1');
}

/** An address is nobody's name. */
function nameOf(value: string): string {
  return /^(?:https?|data):/i.test(value) ? 'a skin' : value.replace(/^sample-/, '');
}

/** The row as the picture that other pages show for a link: in a scene, of the size they ask for. */
export function previewOf({ places, look }: Lineup): Lineup {
  const { scene = 'none', background } = look.options;
  const isBare = scene === 'none' && background === undefined;
  const options = { ...look.options, ...(isBare && { scene: 'meadow' }), size: 'og' };
  return { places, look: { ...look, options } };
}
