import { distance } from 'fastest-levenshtein';

/** An environment variable that looks like a setting and is none. */
type Misspelt = { readonly name: string; readonly similar: string };

/** What Kubernetes sets for each service of a namespace, for example for one that is called lineup. */
const ofKubernetes = /_(?:SERVICE_(?:HOST|PORT)|PORT_\d{1,5}_(?:TCP|UDP|SCTP))|_PORT$/;

/**
 * Finds variables that were probably meant as a setting: a typing error away from one, in another case,
 * with dashes, or with the first word of one (`ROBLOX_KEY`, `LINEUP_PORT`).
 * @param names of all settings
 * @returns never more than the names: a value may be a credential
 */
export function misspeltSettings(
  env: Readonly<Record<string, string | undefined>>,
  names: readonly string[],
): readonly Misspelt[] {
  return Object.entries(env).flatMap(([name, value = '']) => {
    const isForeign = value.startsWith('tcp://') || /_SERVICE_/.test(name);
    if (value.trim() === '' || (ofKubernetes.test(name) && isForeign)) return [];
    const similar = names.includes(name) ? undefined : similarName(name, names);
    return similar === undefined ? [] : [{ name, similar }];
  });
}

function similarName(name: string, names: readonly string[]): string | undefined {
  const edits = (setting: string) => editsBetween(plainName(name), plainName(setting));
  const [nearest = ''] = names.toSorted((a, b) => edits(a) - edits(b));
  // `HOME` is two edits from `HOST`, so a short name has to be nearer.
  if (edits(nearest) <= (nearest.length < 8 ? 1 : 2)) return nearest;
  const words = name.toUpperCase().split(/[-_]/);
  const shared = (setting: string) => setting.split('_').filter((word) => words.includes(word));
  return names
    .filter((setting) => words.length > 1 && setting.startsWith(`${words[0]}_`))
    .toSorted((a, b) => shared(b).length - shared(a).length)[0];
}

/** As names are compared: our own name in front, case, dashes and underscores are no difference. */
function plainName(name: string): string {
  return name
    .toUpperCase()
    .replaceAll(/[-_]/g, '')
    .replace(/^LINEUP/, '');
}

/** Letters to insert, remove or replace; two that are swapped are one edit. */
function editsBetween(a: string, b: string): number {
  const edits = distance(a, b);
  const isSwap = edits === 2 && Array.from(a).sort().join('') === Array.from(b).sort().join('');
  return isSwap ? 1 : edits;
}
