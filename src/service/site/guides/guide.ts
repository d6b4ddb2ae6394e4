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

type Cell = string | Html;
type Table = { readonly heads: readonly string[]; readonly rows: readonly (readonly Cell[])[] };

const shown = (cell: Cell): Html => (typeof cell === 'string' ? prose(cell) : cell);

/**
 * The first cell is the header of its row. With explicit roles: on narrow screens rows are displayed as
 * blocks, which removes the implicit ones.
 */
export function plainTable({ heads, rows }: Table): Html {
  return html`<table class="stacks" role="table" aria-label="${heads.join(', ')}">
    <thead role="rowgroup">
      <tr role="row">
        ${heads.map((head) => html`<th scope="col" role="columnheader">${head}</th>`)}
      </tr>
    </thead>
    <tbody role="rowgroup">
      ${rows.map(
        ([first = '', ...others]) =>
          html`<tr role="row">
            <th scope="row" role="rowheader">${shown(first)}</th>
            ${others.map((cell, at) => html`<td role="cell" data-head="${heads[at + 1] ?? ''}">${shown(cell)}</td>`)}
          </tr>`,
      )}
    </tbody>
  </table>`;
}
