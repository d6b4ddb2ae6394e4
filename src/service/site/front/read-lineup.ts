import { fitting } from './fitting.ts';
import { defaultLook, optionForms, ownForms, type Lineup } from './lineup.ts';

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
  const options = known(optionForms, (name) => query.get(name));
  return fitting({
    items: values.map((value, index) => {
      const label = labels[index] ?? '';
      const own = known(ownForms, (name) => query.get(`${name}.${index}`));
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

function known<Name extends string>(
  forms: Readonly<Record<Name, RegExp>>,
  read: (name: string) => string | null,
): Readonly<Partial<Record<Name, string>>> {
  const found: Partial<Record<Name, string>> = {};
  for (const [name, form] of Object.entries<RegExp>(forms)) {
    const given = read(name);
    const value = texts.has(name) ? given : (given?.toLowerCase() ?? null);
    if (value !== null && form.test(value)) Object.assign(found, { [name]: value });
  }
  return found;
}
