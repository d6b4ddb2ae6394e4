// Light or dark: what the reader has chosen, else what the system says. Without the script the system
// alone counts.

const kept = 'lineup-scheme';
const changedEvent = 'lineup-scheme';
export type Scheme = 'light' | 'dark';

/** What was chosen, on this page or on one before; `null` follows the system. */
export function chosenScheme(): Scheme | null {
  const { scheme } = document.documentElement.dataset;
  return scheme === 'light' || scheme === 'dark' ? scheme : null;
}

/** Whether the page is dark now. */
export function isDark(): boolean {
  return (chosenScheme() ?? (darkSystem().matches ? 'dark' : 'light')) === 'dark';
}

/** Calls once the page turns light or dark. */
export function onScheme(listener: () => void): void {
  darkSystem().addEventListener('change', listener);
  document.addEventListener(changedEvent, listener);
}

/** What the last page was left with; nothing where nothing may be kept. */
export function recallScheme(): void {
  try {
    const scheme = localStorage.getItem(kept);
    if (scheme === 'light' || scheme === 'dark') show(scheme);
  } catch {
    // Then it is as the system says.
  }
}

export function chooseScheme(scheme: Scheme | null): void {
  show(scheme);
  document.dispatchEvent(new Event(changedEvent));
  try {
    if (scheme === null) localStorage.removeItem(kept);
    else localStorage.setItem(kept, scheme);
  } catch {
    // Then this page is all that it holds for.
  }
}

/** Styles and tags that count in one scheme carry its name, and a media query while the system decides. */
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
