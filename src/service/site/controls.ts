import paths from './icons.json' with { type: 'json' };
import { html, type Html } from './html.ts';

/** Drawn on a grid of 16, in the colour of the text. Decorative: buttons have text or a label. */
export function icon(name: keyof typeof paths): Html {
  return html`<svg
    class="icon"
    viewBox="0 0 16 16"
    width="16"
    height="16"
    aria-hidden="true"
    focusable="false"
  >
    <path fill="currentColor" fill-rule="evenodd" d="${paths[name]}" />
  </svg>`;
}

/** Attributes of fields for names and URLs: no autocompletion, correction or spell checking. */
export const verbatim = html`autocomplete="off" autocapitalize="off" spellcheck="false"`;

type Radio = readonly [value: string, shown: Html | string];

/** A named row of radio buttons. */
type RadioRow = {
  /** Of the field, and the prefix of the title's id. */
  readonly name: string;
  readonly title: string;
  readonly choices: readonly Radio[];
  /** The selected value; `null` if the script selects it. */
  readonly chosen: string | null;
  /** Style classes of the row and of each choice. */
  readonly row: string;
  readonly part?: string;
  /** Further attributes of the field, and of each button. */
  readonly attributes?: Html;
  readonly option?: Html;
};

export function radioRow({ name, title, choices, chosen, row, part, ...own }: RadioRow): Html {
  const radios = choices.map(
    ([value, shown]) =>
      html`<label ${part !== undefined && html`class="${part}"`}
        ><input
          type="radio"
          name="${name}"
          value="${value}"
          ${own.option ?? null}
          ${value === chosen && html` checked`}
        /><span>${shown}</span></label
      >`,
  );
  return html`<div
    class="field"
    role="radiogroup"
    aria-labelledby="${name}-name"
    ${own.attributes ?? null}
  >
    <span id="${name}-name">${title}</span>
    <span class="${row}">${radios}</span>
  </div>`;
}
