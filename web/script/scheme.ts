import { store, stored } from './storage.ts';

// The colour scheme: the reader's choice, or otherwise the system's. Without the script only the
// system counts.

const storageKey = 'lineup-scheme';
const changedEvent = 'lineup-scheme';
export type Scheme = 'light' | 'dark';

/** The choice on this or an earlier page; `null` follows the system. */
export function chosenScheme(): Scheme | null {
  const { scheme } = document.documentElement.dataset;
  return scheme === 'light' || scheme === 'dark' ? scheme : null;
}

/** Whether the page is currently dark. */
export function isDark(): boolean {
  return (chosenScheme() ?? (darkSystem().matches ? 'dark' : 'light')) === 'dark';
}

/** Calls the listener when the page becomes light or dark. */
export function onScheme(listener: () => void): void {
  darkSystem().addEventListener('change', listener);
  document.addEventListener(changedEvent, listener);
}

/** Applies the stored choice, if there is one. */
export function restoreScheme(): void {
  const scheme = stored(storageKey);
  if (scheme === 'light' || scheme === 'dark') show(scheme);
}

export function chooseScheme(scheme: Scheme | null): void {
  show(scheme);
  document.dispatchEvent(new Event(changedEvent));
  store(storageKey, scheme);
}

/**
 * Styles and tags of one scheme are marked with its name, and have a media query while the system
 * decides.
 */
function show(scheme: Scheme | null): void {
  const { documentElement } = document;
  if (scheme === null) delete documentElement.dataset['scheme'];
  else documentElement.dataset['scheme'] = scheme;
  for (const part of document.querySelectorAll<HTMLLinkElement | HTMLMetaElement>(
    'head [data-for]',
  )) {
    part.dataset['media'] ??= part.media;
    const chosen = part.dataset['for'] === scheme ? 'screen' : 'not all';
    part.media = scheme === null ? part.dataset['media'] : chosen;
  }
}

function darkSystem(): MediaQueryList {
  return matchMedia('(prefers-color-scheme: dark)');
}
