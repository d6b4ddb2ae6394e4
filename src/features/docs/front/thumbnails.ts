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

/**
 * A cell that the script lets come once it is near: a browser loads what is thousands of pixels away
 * as soon as the line is slow. Without the script it comes by itself.
 */
export function laterThumbnail(...cell: Parameters<typeof thumbnail>): Html {
  return html`<picture
    ><source media="(scripting: enabled)" srcset="${nothing}" />
    ${thumbnail(...cell)}</picture
  >`;
}

/** One transparent pixel. */
const nothing = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

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
