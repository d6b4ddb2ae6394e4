import { type Item, type Lineup, defaultLook } from './lineup.ts';

/** The initial players: names in more than one script, to show what is possible. */
const favourites: readonly Item[] = [
  { value: 'sample-astronaut', label: 'Nova' },
  { value: 'sample-fox', label: 'Αλεπού' },
  { value: 'sample-princess', label: 'Zoë' },
  { value: 'sample-robot', label: 'B33P' },
  { value: 'sample-wizard', label: 'Мерлин' },
];

/** If the service has other samples, the first few of these; without any, famous names. */
export function startingLineup(samples: readonly string[]): readonly Item[] {
  const known = favourites.filter(({ value }) => samples.includes(value));
  if (known.length > 0) return known;
  const others = samples.slice(0, favourites.length);
  const values = others.length > 0 ? others : ['Notch', 'jeb_', 'Dinnerbone'];
  return values.map((value) => ({ value, label: value.replace(/^sample-/, '') }));
}

/** What the page opens on: a scene, in which each has a pose of their own. */
export function openingLineup(samples: readonly string[]): Lineup {
  const look = { ...defaultLook, renderType: 'varied', options: { scene: 'meadow' } };
  return { items: startingLineup(samples), look };
}
