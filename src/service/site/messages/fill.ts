import { numberText } from '../../../common/number-text.ts';

/** What is filled in where a text has a name between braces; a test compares the names. */
export type Values = Readonly<Record<string, string | number>>;

/**
 * Puts values where a text has their names between braces, numbers as its language writes them. Pure: the
 * script of the pages uses it too.
 */
export function fill(text: string, values: Values = {}, language = 'en'): string {
  const known = new Map(Object.entries(values));
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const value = known.get(name) ?? whole;
    return typeof value === 'number' ? numberText(value, language) : value;
  });
}
