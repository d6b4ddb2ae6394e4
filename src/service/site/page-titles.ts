import { maxItems, readLineup } from './front/lineup.ts';
import { rowTitle } from './front/row.ts';
import { readLocale } from './messages/locales.ts';
import { translator } from './messages/messages.ts';
import { serverTitle } from './server-page.ts';

/**
 * What pages of one reader are called, also where others embed them.
 * @param search query of the page, with its question mark or empty
 */
export function pageTitlesFor(search: string, acceptLanguage: string | undefined) {
  const { locale } = readLocale(search, acceptLanguage);
  return {
    /** Of a row, by the query of its page; `null` if that names nobody. */
    row: (query: URLSearchParams): string | null => {
      const row = readLineup(`?${query.toString()}`, maxItems);
      return row === null ? null : rowTitle(translator(locale), row);
    },
    server: serverTitle,
  };
}
