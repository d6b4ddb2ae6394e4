import type { SizePx } from '../../engine/scenes/layout/sizes.ts';
import { codeBlock } from './code.ts';
import { html, linked, type Html } from './html.ts';
import { pageHref, type Site } from './site.ts';

/** A page for the browser source of a streaming program, which wants to know its size. */
export type Overlay = {
  /** What it shows, where there are several. */
  readonly title?: string;
  readonly url: string;
  readonly sizePx: SizePx;
};

/** The addresses of overlays, with the size of each; everything can be copied by itself. */
export function overlayPanel(site: Site, overlays: readonly Overlay[]): Html {
  const { t } = site;
  const shown = overlays.map(({ title, url, sizePx: [width, height] }) => {
    const field = (name: string, value: string): Html =>
      html`<span aria-hidden="true">${name}</span
        >${codeBlock(t, value, [title, name].filter(Boolean).join(', '))}`;
    return html`${title !== undefined && html`<p class="overlay-title">${title}</p>`}
      <div class="overlay">
        ${field('URL', url)} ${field(t('width'), String(width))}
        ${field(t('heightOf'), String(height))}
      </div>`;
  });
  return html`${shown}
    <p class="hint">${linked(t('overlayHow'), pageHref(site, '/docs/overlays'))}</p>`;
}
