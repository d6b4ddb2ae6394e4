import { en, type Messages } from '../../../../web/messages/en.ts';
import { es } from '../../../../web/messages/es.ts';
import { pt } from '../../../../web/messages/pt.ts';

// The languages of the pages, and which of them a reader gets.

export const locales = { en, pt, es } as const satisfies Readonly<Record<string, Messages>>;
export type Locale = keyof typeof locales;
export const localeNames = Object.keys(locales).filter(isLocale);

function isLocale(name: string): name is Locale {
  return Object.hasOwn(locales, name);
}

/** Query parameter that requests a page in one language. */
export const localeParameter = 'lang';

/** What a header may name is looked at up to here: no reader has more languages. */
const mostRanges = 20;

/** The language of a tag such as `pt-PT` or `es_419`; `null` for one that we do not have. */
function localeOf(tag: string): Locale | null {
  const [primary = ''] = tag.trim().toLowerCase().split(/[-_]/);
  return isLocale(primary) ? primary : null;
}

/**
 * The language of a page: the one that its address names, else the best that the reader's browser
 * prefers (RFC 9110, 12.5.4), else English.
 * @param search query of the address, with its question mark or empty
 */
export function readLocale(
  search: string,
  acceptLanguage = '',
): { readonly locale: Locale; readonly isLocaleChosen: boolean } {
  const chosen = localeOf(new URLSearchParams(search).get(localeParameter) ?? '');
  if (chosen !== null) return { locale: chosen, isLocaleChosen: true };
  const ranges = acceptLanguage.split(',', mostRanges).map((range) => {
    const [tag = '', ...parameters] = range.split(';');
    const weight = /^\s*q=(.*)$/.exec(parameters.join(';'))?.[1];
    return { locale: localeOf(tag), weight: weight === undefined ? 1 : Number(weight) || 0 };
  });
  const best = ranges
    .filter(({ locale, weight }) => locale !== null && weight > 0)
    .toSorted((a, b) => b.weight - a.weight)[0];
  return { locale: best?.locale ?? 'en', isLocaleChosen: false };
}
