/**
 * A whole number for people, with the separators of a language: 48,213. Always in Western digits. Programs
 * get plain numbers.
 */
export function numberText(count: number, language = 'en'): string {
  return new Intl.NumberFormat(language, { numberingSystem: 'latn' }).format(count);
}
