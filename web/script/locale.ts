import { store, stored } from './storage.ts';

const storageKey = 'lineup-locale';

/** The language chosen on an earlier page; `null` if there is none. */
export function storedLocale(): string | null {
  return stored(storageKey);
}

export function keepLocale(locale: string): void {
  store(storageKey, locale);
}

/** Adds the language in the page's URL to another query. */
export function withLocale(query: string): string {
  const { dataset } = document.documentElement;
  if (dataset['localeChosen'] === undefined) return query;
  return `${query === '' ? '?' : `${query}&`}lang=${dataset['locale'] ?? ''}`;
}

/** The page's URL for sharing, without the language: its readers have their own. */
export function addressToShare(): string {
  const url = new URL(location.href);
  url.searchParams.delete('lang');
  // The fragment belongs to a card, not to the picture.
  url.hash = '';
  return url.href;
}
