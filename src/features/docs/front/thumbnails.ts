import { html, type Html } from '../html.ts';
import { assetHref, type Site } from '../site.ts';

/** The contact sheets, and how large one of their cells is shown. */
const sheets = {
  poses: { file: 'poses.svg', widthPx: 88, heightPx: 110 },
  scenes: { file: 'scenes.svg', widthPx: 132, heightPx: 69 },
  arrangements: { file: 'arrangements.svg', widthPx: 132, heightPx: 69 },
} as const;

/** `criss_cross` → `Criss cross`. */
export function wordsOf(name: string): string {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** One cell of a contact sheet: all of them together are one file, of which nothing counts. */
export function thumbnail(site: Site, kind: keyof typeof sheets, name: string, alt = ''): Html {
  const { file, widthPx, heightPx } = sheets[kind];
  return html`<img
    src="${assetHref(site, file)}#${name}"
    alt="${alt}"
    width="${widthPx}"
    height="${heightPx}"
    loading="lazy"
  />`;
}
