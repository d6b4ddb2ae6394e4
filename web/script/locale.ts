/** What the language that was chosen on an earlier page is stored as. */
export const localeKey = 'lineup-locale';

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
