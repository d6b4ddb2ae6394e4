/** By language, of which there are a few: making one takes longer than most of what it is made for. */
const formats = new Map<string, Intl.NumberFormat>();

/**
 * A whole number for people, with the separators of a language of ours: 48,213. Always in Western digits.
 * Programs get plain numbers.
 */
export function numberText(count: number, language = 'en'): string {
  const format = formats.get(language) ?? new Intl.NumberFormat(`${language}-u-nu-latn`);
  formats.set(language, format);
  return format.format(count);
}
