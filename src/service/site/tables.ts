import { breakable } from './code.ts';
import type { ErrorGroup } from './collect.ts';
import { fieldRows, type Field, type FieldRow } from './field.ts';
import { html, prose, type Html } from './html.ts';
import type { Translate, MessageKey } from './messages/messages.ts';
import {
  optionTopics,
  topicOfOption,
  type OptionTopic,
} from '../../engine/options/option-topics.ts';

type Head = {
  readonly caption: string;
  /** Prefix of the anchors. */
  readonly id: string;
  /** A long table is folded unless it is open. */
  readonly isOpen: boolean;
};
/** With the heading of the column of allowed values. */
type Words = Head & { readonly values: string };

/** More rows than this are a long table: half a screen of a laptop. */
const maxOpenRows = 8;

/** The table of a response's fields. */
export function responseTable(t: Translate, field: Field | null, head: Omit<Head, 'caption'>) {
  const rows = fieldRows(field ?? {}).map((row) => Object.assign(row, { isRequired: false }));
  return tableOf(t, { ...head, caption: t('response'), values: t('value') }, rows);
}

/** The table of a request's fields, made from their schema; nothing if it has none. */
export function fieldTable(t: Translate, head: Head, field: Field | null): Html | null {
  return tableOf(t, { ...head, values: t('values') }, fieldRows(field ?? {}));
}

// With explicit roles: on narrow screens rows are displayed as blocks, which removes the implicit
// ones.
function tableOf(t: Translate, words: Words, rows: readonly FieldRow[]): Html | null {
  const { caption, values, isOpen } = words;
  if (rows.length === 0) return null;
  const isFolded = !isOpen && rows.length > maxOpenRows;
  const table = (some: readonly FieldRow[], title: string, isTitled: boolean): Html =>
    html`<table class="fields stacks" role="table">
      <caption${!isTitled && html` class="unseen"`}>
        ${title}
      </caption>
      <thead role="rowgroup">
        <tr role="row">
          ${[t('name'), t('meaning'), values].map((head) => html`<th scope="col" role="columnheader">${head}</th> `)}
        </tr>
      </thead>
      <tbody role="rowgroup">
        ${some.map((row) => fieldRow(t, row, words))}
      </tbody>
    </table>`;
  const shown =
    optionFolds(t, rows, { caption, isTitled: !isFolded, table }) ??
    table(rows, caption, !isFolded);
  if (!isFolded) return shown;
  return html`<details class="fold">
    <summary>${caption} (${String(rows.length)})</summary>
    ${shown}
  </details>`;
}

function fieldRow(t: Translate, row: FieldRow, { id, values: valuesHead }: Words): Html {
  const { name, isRequired, choices, allowed, fallback, description } = row;
  const values = choices?.map((choice) => html`<code>${choice}</code> `);
  // `players.sample[].name`: no brackets in a URL.
  const anchor = `${id}-${name.replaceAll('[]', '')}`;
  return html`<tr role="row" id="${anchor}">
    <th scope="row" role="rowheader">
      <a href="#${anchor}">${breakable(name, /(?<=\.)/)}</a
      >${isRequired && html` <span class="tag">${t('required')}</span>`}
    </th>
    <td role="cell" lang="en">${prose(description)}</td>
    <td role="cell" data-head="${valuesHead}">
      <span lang="en">${allowed}</span>
      ${values !== undefined && html`<span class="choices">${values}</span>`}${fallback !== null && html`<br /><span class="quiet">${t('default')} <code>${fallback}</code></span>`}
    </td>
  </tr> `;
}

export function errorTable(t: Translate, errors: readonly ErrorGroup[]): Html {
  const rows = errors.map(
    ({ status, sentences }) =>
      html`<tr>
        <th scope="row">${status}</th>
        <td lang="en">${sentences.map((sentence) => html`<p>${sentence}</p>`)}</td>
      </tr>`,
  );
  return html`<details class="fold">
    <summary>${t('errors', { statuses: errors.map(({ status }) => status).join(', ') })}</summary>
    <table>
      <thead>
        <tr>
          <th scope="col">${t('status')}</th>
          <th scope="col">${prose(t('errorSentence'))}</th>
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </details>`;
}

const titles = {
  players: 'optionsPlayers',
  poses: 'optionsPoses',
  figures: 'optionsFigures',
  scene: 'optionsScene',
  text: 'optionsText',
  output: 'optionsOutput',
} as const satisfies Record<OptionTopic, MessageKey>;

/** Fewer options than this are one table. */
const minFolded = 9;

type Shown = {
  /** The title of all options … */
  readonly caption: string;
  /** … and whether it is to be seen. */
  readonly isTitled: boolean;
  readonly table: (rows: readonly FieldRow[], title: string, isTitled: boolean) => Html;
};

/**
 * The options of pictures, folded by what they are about, with a field that finds one; what is no such option
 * stands before them. `null` if there are too few for that.
 */
function optionFolds(
  t: Translate,
  rows: readonly FieldRow[],
  { caption, isTitled, table }: Shown,
): Html | null {
  const byTopic = Map.groupBy(rows, ({ name }) => topicOfOption(optionIn(name)));
  const others = byTopic.get(null) ?? [];
  if (rows.length - others.length < minFolded) return null;
  const folds = optionTopics.flatMap((topic) => {
    const some = byTopic.get(topic);
    if (some === undefined) return [];
    const title = t(titles[topic]);
    const names = [...new Set(some.map(({ name }) => optionIn(name)))];
    return html`<details class="fold">
      <summary>${title} <span class="names" lang="en">${names.join(', ')}</span></summary>
      ${table(some, title, false)}
    </details>`;
  });
  return html`<div class="option-folds">
    <div class="option-head">
      <p${!isTitled && html` class="unseen"`}>${caption}</p>
      <label hidden
        ><span class="unseen">${t('findOption')}</span
        ><input
          type="search"
          class="find-option"
          placeholder="${t('findOption')}"
          autocomplete="off"
          autocapitalize="none"
          spellcheck="false"
      /></label>
    </div>
    <p class="none-found hint" hidden></p>
    ${others.length > 0 && table(others, caption, false)} ${folds}
  </div>`;
}

/** `items[].motion.keys[].at` is part of the option `motion`. */
function optionIn(name: string): string {
  const [option = ''] = name.replace(/^items\[\]\./, '').split(/[.[]/);
  return option;
}
