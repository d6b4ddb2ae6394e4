import advice from './advice.json' with { type: 'json' };
import { catalogue } from '../../../common/errors/catalogue.ts';
import { codeBlock } from '../code.ts';
import { html } from '../html.ts';
import { paragraphs, plainTable, type Guide } from './guide.ts';

/** Advice by code where it differs, and by status, so that a new error has some, too. */
const adviceOf = new Map(Object.entries(advice));

export const errorsGuide: Guide = ({ t }) => [
  {
    id: 'form',
    title: 'Form',
    content: html`${codeBlock(t, JSON.stringify({ detail: 'items[3].type: must be "nick", "url" or "roblox"' }, null, 2), 'An error')}
    ${paragraphs(
      'The text before the colon names the field: `items[3].type` is the `type` of the fourth item of a JSON body (they are counted from 0), `query.height` a parameter, `query.value[1]` the second of a repeated parameter, `query.label.1` the parameter `label.1`, `path.player` a part of the path. If several items of a composition are invalid, all of them are named, separated by `; `.',
      'The status says what kind of error it is; the wording may change. In a browser, paths outside of `/api/` show a page instead.',
    )}`,
  },
  {
    id: 'list',
    title: 'All of them',
    content: plainTable({
      heads: ['Status', 'Default sentence', 'What to do'],
      rows: Object.entries(catalogue)
        .toSorted(([, a], [, b]) => a.status - b.status)
        .map(([code, { status, sentence }]) => [
          String(status),
          sentence,
          adviceOf.get(code) ?? adviceOf.get(String(status)) ?? '',
        ]),
    }),
  },
];
