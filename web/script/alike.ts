// Names that somebody may have meant. Pure.

const longestName = 25;

/** Letters without a form that has its mark apart. */
const letters = new Map([
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ø', 'o'],
  ['đ', 'd'],
  ['ð', 'd'],
  ['ł', 'l'],
  ['ı', 'i'],
  ['þ', 'th'],
]);

/** The likeliest first; letter case makes no difference to the service. */
export function alikeNames(text: string): readonly string[] {
  // A gamertag, a skin or the name of a sample is none that could be put right.
  if (text.length > 64 || /^\.|[/:]|^sample-/i.test(text)) return [];
  const plain = withoutMarks(text).trim();
  const found = ['', '_']
    .map((between) => plain.replaceAll(/[^\w\s.-]/g, '').replaceAll(/[\s.-]+/g, between))
    .flatMap((name) => withUnderscores(name));
  const isOther = (name: string): boolean =>
    name.length > 1 && name.length <= longestName && name !== text;
  return [...new Set(found)].filter(isOther);
}

/** `José` → `Jose`. */
function withoutMarks(text: string): string {
  return text
    .replaceAll(/[ßæœøđðłıþ]/gi, (letter) => letters.get(letter.toLowerCase()) ?? letter)
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '');
}

/** Unknown names often have an underscore too few or too many. */
function withUnderscores(name: string): readonly string[] {
  const bare = name.replaceAll(/^_+|(?<!_)_+$/g, '');
  if (bare.length < 2) return [];
  return [name, bare, `${bare}_`, `_${bare}`, bare.replaceAll('_', '')];
}

/** What is left of a name where spelling makes no difference. */
export function bareName(text: string): string {
  return withoutMarks(text).replaceAll(/\W|_/g, '').toLowerCase();
}
