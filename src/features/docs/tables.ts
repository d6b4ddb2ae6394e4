import type { ErrorGroup } from './errors-of.ts';
import { fieldRows, type Field, type FieldRow } from './field.ts';
import { html, prose, type Html } from './html.ts';

/** A table of the fields of an answer: all of them are there. */
export function answerTable(field: Field | null): Html | null {
  const rows = field === null ? [] : fieldRows(field);
  return tableOf(
    'In the answer',
    rows.map((row) => Object.assign(row, { isRequired: false })),
  );
}

/** A table of fields that a request takes, made from their schema; nothing when it has none. */
export function fieldTable(caption: string, field: Field | null): Html | null {
  return tableOf(caption, field === null ? [] : fieldRows(field));
}

function tableOf(caption: string, rows: readonly FieldRow[]): Html | null {
  if (rows.length === 0) return null;
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${caption}">
    <table class="fields">
      <caption>
        ${caption}
      </caption>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Meaning</th>
          <th scope="col">Allowed</th>
        </tr>
      </thead>
      <tbody>
        ${rows.map((row) => fieldRow(row))}
      </tbody>
    </table>
  </div>`;
}

function fieldRow({ name, isRequired, choices, allowed, fallback, description }: FieldRow): Html {
  const values = choices?.map((choice) => html`<code>${choice}</code> `);
  return html`<tr>
    <th scope="row">
      <code>${name}</code>${isRequired && html` <span class="tag">required</span>`}
    </th>
    <td>${prose(description)}</td>
    <td>
      ${values === undefined ? allowed : html`<span class="choices">${values}</span>`}${fallback !== null && html`<br /><span class="quiet">left out: <code>${fallback}</code></span>`}
    </td>
  </tr> `;
}

/** What a route can fail with, folded away until it is wanted. */
export function errorTable(errors: readonly ErrorGroup[]): Html {
  const rows = errors.map(
    ({ status, sentences }) =>
      html`<tr>
        <th scope="row">${status}</th>
        <td>${sentences.map((sentence) => html`<p>${sentence}</p>`)}</td>
      </tr>`,
  );
  return html`<details class="fold">
    <summary>Errors (${errors.map(({ status }) => status).join(', ')})</summary>
    <div class="scroll" tabindex="0" role="region" aria-label="Errors">
      <table>
        <thead>
          <tr>
            <th scope="col">Status</th>
            <th scope="col">What the sentence in <code>detail</code> may be</th>
          </tr>
        </thead>
        <tbody>
          ${rows}
        </tbody>
      </table>
    </div>
  </details>`;
}
