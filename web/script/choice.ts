import { localeKey } from './locale.ts';
import { recentNames } from './recent-names.ts';
import { restoreScheme } from './scheme.ts';
import { stored } from './storage.ts';

// Runs before anything is drawn, so that a page never flashes in the wrong colours.

restoreScheme();
const { dataset } = document.documentElement;
// Reserves space for what the script will show there.
if (recentNames().length > 0) dataset['recent'] = '';
const locale = stored(localeKey);
const url = new URL(location.href);
// A language in the URL counts as a choice (and one that the service does not have must not reload the
// page for ever); otherwise the page is reloaded in the chosen one.
if (locale !== null && locale !== dataset['locale'] && !url.searchParams.has('lang')) {
  url.searchParams.set('lang', locale);
  location.replace(url);
}
