import { localeParameter } from './messages/locales.ts';
import type { Site } from './site.ts';

/**
 * Where blogs and forums read how to embed a page, in the language that was chosen for it.
 * @param page its path and query
 */
export function oembedHref({ baseUrl, locale, isLocaleChosen }: Site, page: string): string {
  const url = new URL(page, 'http://page.invalid');
  url.searchParams.set(localeParameter, locale);
  const address = isLocaleChosen ? `${url.pathname}${url.search}` : page;
  return `${baseUrl}/oembed?url=${encodeURIComponent(`${baseUrl}${address}`)}`;
}
