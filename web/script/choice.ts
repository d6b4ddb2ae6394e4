import { keptLocale } from './locale.ts';
import { recentNames } from './recent-names.ts';
import { recallScheme } from './scheme.ts';

// Runs before anything is drawn, so that a page never flashes in colours that were not chosen.

recallScheme();
const { dataset } = document.documentElement;
// Room is kept for what the script will show there.
if (recentNames().length > 0) dataset['recent'] = '';
const locale = keptLocale();
// An address that names a language is as good as a choice; and no page is loaded twice for none.
if (locale !== null && locale !== dataset['locale'] && dataset['localeChosen'] === undefined) {
  const url = new URL(location.href);
  url.searchParams.set('lang', locale);
  location.replace(url);
}
