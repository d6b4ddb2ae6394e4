import { html, type Html } from '../html.ts';
import { assetHref, type Site } from '../site.ts';

/** The contact sheets, and the displayed size of their cells. */
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

/** A cell that the script loads when it is near the viewport; without the script, at once. */
export function laterThumbnail(...cell: Parameters<typeof thumbnail>): Html {
  return html`<picture
    ><source media="(scripting: enabled)" srcset="${nothing}" />
    ${thumbnail(...cell)}</picture
  >`;
}

/** One transparent pixel. */
const nothing = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

/**
 * A cell of a contact sheet: all of them are one static file, which no limit applies to.
 * @param thumb its kind and name, if the script shows it with another player
 */
export function thumbnail(
  site: Site,
  kind: keyof typeof sheets,
  name: string,
  ...[alt = '', thumb]: readonly [alt?: string, thumb?: string]
): Html {
  const { file, widthPx, heightPx } = sheets[kind];
  return html`<img
    ${thumb !== undefined && html`data-thumb="${thumb}"`}
    src="${assetHref(site, file)}#${name}"
    alt="${alt}"
    width="${widthPx}"
    height="${heightPx}"
    loading="lazy"
  />`;
}

/** A picture that the script draws, with the first player, once it is near the viewport. */
export function unseenThumbnail(thumb: string, alt: string): Html {
  return html`<img data-thumb="${thumb}" alt="${alt}" width="88" height="110" />`;
}
