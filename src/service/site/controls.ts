import paths from './icons.json' with { type: 'json' };
import { html, type Html } from './html.ts';
import type { Site } from './site.ts';

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

/** A value, and what says so. */
export type Choice = readonly [value: string, shown: Html | string];

/** A named row of radio buttons. */
type RadioRow = {
  /** Of the field, and the prefix of the title's id. */
  readonly name: string;
  readonly title: string;
  readonly choices: readonly Choice[];
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

/** A control with its title. */
export function field(title: string, control: Html, style = 'field'): Html {
  return html`<label class="${style}"><span>${title}</span>${control}</label>`;
}

/** A list of choices with its title. @param attributes of the list */
export function selectField(
  title: string,
  attributes: Html,
  choices: readonly Html[],
  style?: string,
): Html {
  return field(
    title,
    html`<select ${attributes}>
      ${choices}
    </select>`,
    style,
  );
}

/** The choices of a list, by their values. */
export function listChoices(choices: readonly Choice[]): readonly Html[] {
  return choices.map(([value, shown]) => html`<option value="${value}">${shown}</option>`);
}

/** Something that is on or off. @param attributes of its checkbox */
export function switchField(title: string, attributes: Html, isHidden = false): Html {
  return html`<label class="switch" ${isHidden && html`hidden`}
    ><input type="checkbox" ${attributes} /><span>${title}</span></label
  >`;
}

/** Where the script says what is wrong with a part of the page. */
export function notice({ t }: Pick<Site, 't'>, id: string, style = 'notice inline'): Html {
  return html`<div class="${style}" id="${id}" hidden>
    <p></p>
    <button type="button" class="button small" hidden>${t('tryAgain')}</button>
  </div>`;
}

/** The sky behind a stage. */
export const sky = html`<div class="sky" aria-hidden="true">
  <i class="sun"></i><i class="clouds"></i><i class="clouds far"></i>
</div>`;
