import { html, type Html } from '../html.ts';
import { radioRow } from '../controls.ts';
import type { Look, OptionName } from './lineup.ts';

// Fields of the options of a picture, and which of them are seen.

/**
 * What is seen only where it has an effect; the script keeps it so.
 * @param when one of the parts of `partsFor`
 * @param parts those of the picture
 */
export function seenWhen(when: string, parts: ReadonlySet<string>, content: Html): Html {
  return html`<div class="when" data-when="${when}" ${!parts.has(when) && html` hidden`}>
    ${content}
  </div>`;
}

export type Choice = readonly [value: string, shown: Html | string];

/** The choices of an option, the first of which is the default; `row` and `part` are style classes. */
export function choiceRow(
  name: OptionName,
  title: string,
  look: Look,
  own: {
    readonly row: string;
    readonly part: string;
    readonly choices: readonly Choice[];
    readonly attributes?: Html;
  },
): Html {
  const fallback = own.choices[0]?.[0] ?? '';
  const chosen = look.options[name] ?? fallback;
  const { attributes, ...row } = own;
  const option = html`data-option="${name}" data-default="${fallback}"${attributes ?? null}`;
  return radioRow({ ...row, name, title, chosen, option });
}

/** @param example what the field could say */
export function textField(name: OptionName, title: string, example: string, look: Look): Html {
  return html`<label class="field"
    ><span>${title}</span
    ><input
      name="${name}"
      data-option="${name}"
      value="${look.options[name] ?? ''}"
      maxlength="80"
      placeholder="${example}"
      autocomplete="off"
  /></label>`;
}
