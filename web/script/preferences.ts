import { byId, hit } from './dom.ts';
import { localeKey } from './locale.ts';
import { chooseScheme, chosenScheme } from './scheme.ts';
import { store } from './storage.ts';

/** The menu of language and colours; choices are stored for the next page. */
export function enablePreferences(): void {
  const menu = byId('preferences', HTMLDetailsElement);
  const schemes = byId('schemes');
  schemes.hidden = false;
  for (const radio of schemes.querySelectorAll('input')) {
    radio.checked = radio.value === (chosenScheme() ?? '');
  }
  schemes.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement)) return;
    chooseScheme(target.value === 'light' || target.value === 'dark' ? target.value : null);
  });
  menu.addEventListener('click', (event) => {
    const link = hit(event, 'a[data-locale]');
    const locale = link?.dataset['locale'];
    if (!(link instanceof HTMLAnchorElement) || locale === undefined) return;
    store(localeKey, locale);
    // Includes changes made since the page loaded.
    const url = new URL(location.href);
    url.searchParams.set('lang', locale);
    link.href = url.href;
  });
  // Closes the menu like any other.
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Node && !menu.contains(target)) menu.open = false;
  });
  menu.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || !menu.open) return;
    menu.open = false;
    menu.querySelector('summary')?.focus();
  });
}
