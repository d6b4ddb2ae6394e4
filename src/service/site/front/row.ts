import { rootName } from '../../../common/root-name.ts';
import { exampleTarget } from '../paths.ts';
import type { Translate } from '../messages/messages.ts';
import {
  defaultLook,
  isMoving,
  lineupQuery,
  longestUrl,
  taken,
  type Item,
  type Lineup,
  optionForms,
  ownForms,
} from './lineup.ts';
import { fitting } from './fitting.ts';

// Rows: a shared one, by the query of the page, or typed as `/Notch+jeb_`; and what the page opens on.

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
  const { scene = 'none', background, as } = look.options;
  const isBare = scene === 'none' && background === undefined && as === undefined;
  const options = { ...look.options, ...(isBare && { scene: 'meadow' }), size: 'og' };
  return { items, look: { ...look, options } };
}

/** Players that stand in a path as they are: names, UUIDs, files; not addresses, not those of Roblox. */
const plain = /^[\w-]{1,64}$/;

/**
 * The short address of a picture, `/Notch+jeb_.png?scene=night`; `null` where it has none.
 * @param base URL of the service
 */
export function shortLink(base: string, lineup: Lineup): string | null {
  const extension = isMoving(lineup) ? 'webp' : 'png';
  return linkTo(lineup, {}, (names) => `${base}/${names}.${extension}`);
}

/** The address of a page for streams, `/live/players/Notch+jeb_?scene=night`; `null` where it has none. */
export function liveLink(base: string, lineup: Lineup): string | null {
  const isAlone = taken(lineup.items).length === 1;
  // A single player would turn.
  const still = isAlone && !isMoving(lineup) && { motion: 'none' };
  return linkTo(lineup, { ...still }, (names) => `${base}/live/players/${names}`);
}

/** An address with all players in one segment of its path, and their options in its query. */
function linkTo(
  lineup: Lineup,
  more: Readonly<Record<string, string>>,
  at: (names: string) => string,
): string | null {
  const items = taken(lineup.items).map(({ item }) => item);
  if (items.length === 0) return null;
  const isAlone = items.length === 1;
  const known = isAlone ? rootName : plain;
  if (items.some(({ value, own }) => !known.test(value) || own?.type === 'roblox')) return null;
  const { value: _value, ...own } = lineupQuery(lineup);
  // Without any option of compositions it would be the figure of one player, without a name.
  const isFigure = isAlone && [own.scene, own.size, own.as].every((one) => one === undefined);
  const query = { ...(isFigure && { labels: 'below' }), ...own, ...more };
  const names = items.map(({ value }) => value).join('+');
  const url = at(names) + exampleTarget('', { title: '', query });
  return url.length <= longestUrl ? url : null;
}

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
export function openingLineup(samples: readonly string[], scene = 'meadow'): Lineup {
  const look = { ...defaultLook, renderType: 'varied', options: { scene } };
  return { items: startingLineup(samples), look };
}

/** Behind a card of which nothing else is said. */
export const cardScene = 'meadow';

/**
 * Parses the query of the page, which is that of the picture.
 * @param max further players are ignored; the script needs them all, to say how many there are
 */
export function readLineup(search: string, max = Number.POSITIVE_INFINITY): Lineup | null {
  const query = new URLSearchParams(search);
  const values = query.getAll('value').slice(0, max);
  const listed = query.getAll('label');
  if (values.every((value) => value.trim() === '')) return null;
  const labels = values.map((_, index) => query.get(`label.${index}`) ?? listed[index] ?? null);
  const hasNames = labels.some((label) => label !== '');
  const heightPx = Number(query.get('height') ?? defaultLook.heightPx);
  const options = read(optionForms, (name) => query.get(name));
  return fitting({
    items: values.map((value, index) => {
      const label = labels[index] ?? '';
      const own = read(ownForms, (name) => query.get(`${name}.${index}`));
      return Object.assign(
        { value, label },
        hasNames && labels[index] === '' && { isNameless: true },
        Object.keys(own).length > 0 && { own },
      );
    }),
    look: {
      renderType: query.get('render_type')?.toLowerCase() ?? defaultLook.renderType,
      crop: query.get('crop')?.toLowerCase() ?? defaultLook.crop,
      heightPx: Number.isInteger(heightPx) ? heightPx : defaultLook.heightPx,
      hasNames,
      options: options.as === 'card' ? { scene: cardScene, ...options } : options,
    },
  });
}

/** What is written on the picture; all else is the same in any case. */
const texts: ReadonlySet<string> = new Set(['title', 'subtitle', 'caption']);

function read<Name extends string>(
  forms: Readonly<Record<Name, RegExp>>,
  valueOf: (name: string) => string | null,
): Readonly<Partial<Record<Name, string>>> {
  const found: Partial<Record<Name, string>> = {};
  for (const [name, form] of Object.entries<RegExp>(forms)) {
    const given = valueOf(name);
    const value = texts.has(name) ? given : (given?.toLowerCase() ?? null);
    if (value !== null && form.test(value)) Object.assign(found, { [name]: value });
  }
  return found;
}
