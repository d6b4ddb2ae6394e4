import { html, type Html, linked } from './html.ts';
import type { Translate } from './messages/messages.ts';
import { templatePath } from './paths.ts';
import type { ShownRequest } from './shown-request.ts';
import { languagesFor, snippetsIn } from './snippets.ts';
import type { SizePx } from '../../engine/scenes/layout/sizes.ts';
import { pageHref, type Site } from './site.ts';

/** A code block with a copy button, which the script activates. */
export function codeBlock(t: Translate, text: string, label: string): Html {
  return html`<div class="code">
    <pre tabindex="0" aria-label="${label}"><code>${text}</code></pre>
    <button type="button" class="copy" data-copy hidden>
      ${t('copy')}<span class="unseen"> ${label}</span>
    </button>
  </div>`;
}

/** A request in all languages, one below the other; with the script they are tabs. */
export function snippetTabs(t: Translate, request: ShownRequest, id: string): Html {
  const codes = snippetsIn(languagesFor(request), request);
  return codeTabs(t, { title: t('languages'), prefix: id, isDeep: true }, codes);
}

type Tabs = {
  readonly title: string;
  /** Of the group. */
  readonly id?: string;
  /** Of the ids of its panels. */
  readonly prefix: string;
  /** Whether they are far down in the outline of the page. */
  readonly isDeep?: boolean;
};

/** Code in several forms, one below the other; with the script they are tabs. */
export function codeTabs(
  t: Translate,
  { title, id, prefix, isDeep = false }: Tabs,
  codes: readonly (readonly [key: string, name: string, code: string | Html])[],
): Html {
  return html`<div class="tabs" data-tabs="${title}" ${id !== undefined && html` id="${id}"`}>
    ${codes.map(
      ([key, name, code]) =>
        html`<section class="panel" id="${prefix}-${key}" data-tab="${name}">
          ${isDeep ? html`<h5>${name}</h5>` : html`<h3>${name}</h3>`}
          ${typeof code === 'string' ? codeBlock(t, code, name) : code}
        </section> `,
    )}
  </div>`;
}

/** A path with optional line breaks after slashes. */
export function shownPath(path: string): Html {
  return breakable(templatePath(path), /(?<=\/)/);
}

/** Code with optional line breaks at these places. */
export function breakable(code: string, separators: RegExp): Html {
  return html`<code>${code.split(separators).map((step) => html`${step}<wbr />`)}</code>`;
}

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
