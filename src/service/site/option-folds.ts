import {
  optionTopics,
  topicOfOption,
  type OptionTopic,
} from '../../engine/options/option-topics.ts';
import type { FieldRow } from './field.ts';
import { html, type Html } from './html.ts';
import type { MessageKey, Translate } from './messages/messages.ts';

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
export function optionFolds(
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
