const kept = 'lineup-locale';

/** The language that was chosen on an earlier page; `null` where none was. */
export function keptLocale(): string | null {
  try {
    const locale = localStorage.getItem(kept);
    return locale !== null && /^(?:en|pt|es)$/.test(locale) ? locale : null;
  } catch {
    return null;
  }
}

export function keepLocale(locale: string): void {
  try {
    localStorage.setItem(kept, locale);
  } catch {
    // Then the address alone carries it.
  }
}

/** Keeps the language of the page's address in another one. */
export function withLocale(query: string): string {
  const { dataset } = document.documentElement;
  if (dataset['localeChosen'] === undefined) return query;
  return `${query === '' ? '?' : `${query}&`}lang=${dataset['locale'] ?? ''}`;
}

/** The page's address as it is sent on: whoever gets it reads it in a language of their own. */
export function addressToShare(): string {
  const url = new URL(location.href);
  url.searchParams.delete('lang');
  // Of a card further down, not of the picture.
  url.hash = '';
  return url.href;
}
