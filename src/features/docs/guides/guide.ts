import { html, prose, type Html } from '../html.ts';
import type { Site } from '../site.ts';

/** The sections of a page about more than one operation; its title is a `Topic`. */
export type Guide = (site: Site) => readonly GuideSection[];

type GuideSection = {
  /** Anchor of the heading. */
  readonly id: string;
  readonly title: string;
  readonly content: Html;
};

/** Paragraphs, with code in backticks. */
export function paragraphs(...texts: readonly string[]): Html {
  return html`${texts.map((text) => html`<p>${prose(text)}</p>`)}`;
}

type Table = { readonly heads: readonly string[]; readonly rows: readonly (readonly string[])[] };

/** The first cell is the header of its row. */
export function plainTable({ heads, rows }: Table): Html {
  return html`<div class="scrolling" tabindex="0" role="group" aria-label="${heads.join(', ')}">
    <table>
      <thead>
        <tr>
          ${heads.map((head) => html`<th scope="col">${head}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          ([first = '', ...others]) =>
            html`<tr>
              <th scope="row">${prose(first)}</th>
              ${others.map((cell) => html`<td>${prose(cell)}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}
