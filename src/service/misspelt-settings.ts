/** An environment variable that looks like a setting and is none. */
export type Misspelt = { readonly name: string; readonly similar: string };

type Environment = Readonly<Record<string, string | undefined>>;

/** What Kubernetes sets for each service of a namespace, for example for one that is called lineup. */
const ofKubernetes = /_(?:SERVICE_(?:HOST|PORT)|PORT_\d{1,5}_(?:TCP|UDP|SCTP))|_PORT$/;

/**
 * Finds variables that were probably meant as a setting: a typing error away from one, in another case,
 * with dashes, or with the first word of one (`ROBLOX_KEY`, `LINEUP_PORT`).
 * @param names of all settings
 * @returns never more than the names: a value may be a credential
 */
export function misspeltSettings(env: Environment, names: readonly string[]): readonly Misspelt[] {
  return Object.entries(env).flatMap(([name, value = '']) => {
    if (value.trim() === '' || names.includes(name)) return [];
    const similar = similarName(name, names);
    const isForeign = value.startsWith('tcp://') || /_SERVICE_/.test(name);
    return similar === undefined || (ofKubernetes.test(name) && isForeign)
      ? []
      : [{ name, similar }];
  });
}

function similarName(name: string, names: readonly string[]): string | undefined {
  const plain = plainName(name);
  const nearest = names
    .map((setting) => ({ setting, distance: editDistance(plain, plainName(setting)) }))
    .toSorted((a, b) => a.distance - b.distance)[0];
  if (nearest !== undefined && nearest.distance <= maxEdits(nearest.setting)) {
    return nearest.setting;
  }
  const words = name.toUpperCase().split(/[-_]/);
  if (words.length === 1) return undefined;
  const shared = (setting: string) => setting.split('_').filter((word) => words.includes(word));
  return names
    .filter((setting) => setting.includes('_') && setting.startsWith(`${words[0]}_`))
    .toSorted((a, b) => shared(b).length - shared(a).length)[0];
}

/** As names are compared: our own name in front, case, dashes and underscores are no difference. */
function plainName(name: string): string {
  return name
    .toUpperCase()
    .replaceAll(/[-_]/g, '')
    .replace(/^LINEUP/, '');
}

/** `HOME` is two edits from `HOST`, so a short name has to be nearer. */
function maxEdits(setting: string): number {
  return setting.length < 8 ? 1 : 2;
}

/** Letters to insert, remove, replace, or swap with their neighbour. */
function editDistance(a: string, b: string): number {
  let [beforeLast, last] = [new Array<number>(), Array.from({ length: b.length + 1 }, (_, i) => i)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row[j] = Math.min(
        last[j]! + 1,
        row[j - 1]! + 1,
        last[j - 1]! + (isSame ? 0 : 1),
        isSwapped ? beforeLast[j - 2]! + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [beforeLast, last] = [last, row];
  }
  return last[b.length]!;
}
