import { readdirSync, readFileSync } from 'node:fs';
import en from '../../../../web/messages/en.json' with { type: 'json' };
import { memoized } from '../../../common/cache/memoized.ts';
import { fill, type Values } from './fill.ts';

// The languages of the pages, their texts, and which of them a reader gets.

const directory = new URL('../../../../web/messages/', import.meta.url);

/** All texts of a language. */
type Messages = typeof en;

/** Those of a language whose translation may not be complete. */
type Translated = { readonly [Part in keyof Messages]?: Partial<Messages[Part]> };

/** What is not translated yet is in English. */
export function withEnglish(texts: Translated): Messages {
  return {
    ...en,
    ...texts,
    script: { ...en.script, ...texts.script },
    pages: { ...en.pages, ...texts.pages },
    topics: { ...en.topics, ...texts.topics },
  };
}

/** The languages by the names of their files. */
const locales: ReadonlyMap<string, Messages> = new Map(
  readdirSync(directory).map((file) => [
    file.replace(/\.json$/, ''),
    withEnglish(JSON.parse(readFileSync(new URL(file, directory), 'utf8'))),
  ]),
);
export const localeNames = [...locales.keys()];

/** All texts of a language; in English for an unknown one. */
export function messagesOf(locale: string): Messages {
  return locales.get(locale) ?? en;
}

export type MessageKey = keyof Messages['pages'] | keyof Messages['script'];

export type Translate = ReturnType<typeof translator>;
export type WordsFor = ReturnType<typeof choiceWords>;

/** Texts by their key, with their values filled in. */
export function translator(locale: string) {
  const texts = textsOf(locale);
  const { tag } = messagesOf(locale);
  return (key: MessageKey, values?: Values) => fill(texts.get(key) ?? key, values, tag);
}

/**
 * The words for a choice such as a pose, by its kind and name. A new one has its own name until somebody
 * translates it.
 */
export function choiceWords(locale: string) {
  const texts = textsOf(locale);
  return (choice: string, fallback: string) => texts.get(choice) ?? fallback;
}

const textsOf = memoized((locale: string): ReadonlyMap<string, string> => {
  const { pages, script } = messagesOf(locale);
  return new Map(Object.entries({ ...script, ...pages }));
});

/** Query parameter that requests a page in one language. */
export const localeParameter = 'lang';

/** What a header may name is looked at up to here: no reader has more languages. */
const maxRanges = 20;

/** The language of a tag such as `pt-PT` or `es_419`; `null` for one that we do not have. */
function localeOf(tag: string): string | null {
  const [primary = ''] = tag.trim().toLowerCase().split(/[-_]/);
  return locales.has(primary) ? primary : null;
}

/**
 * The language of a page: the one that its address names, else the best that the reader's browser
 * prefers (RFC 9110, 12.5.4), else English.
 * @param search query of the address, with its question mark or empty
 */
export function readLocale(
  search: string,
  acceptLanguage = '',
): { readonly locale: string; readonly isLocaleChosen: boolean } {
  const chosen = localeOf(new URLSearchParams(search).get(localeParameter) ?? '');
  if (chosen !== null) return { locale: chosen, isLocaleChosen: true };
  const ranges = acceptLanguage.split(',', maxRanges).map((range) => {
    const [tag = '', ...parameters] = range.split(';');
    const weight = /^\s*q=(.*)$/.exec(parameters.join(';'))?.[1];
    return { locale: localeOf(tag), weight: weight === undefined ? 1 : Number(weight) || 0 };
  });
  const best = ranges
    .filter(({ locale, weight }) => locale !== null && weight > 0)
    .toSorted((a, b) => b.weight - a.weight)[0];
  return { locale: best?.locale ?? 'en', isLocaleChosen: false };
}
