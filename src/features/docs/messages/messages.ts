import { docsMessages } from './docs.ts';
import { fill, type ValuesFor } from './fill.ts';
import { frontMessages } from './front.ts';
import type { Locale } from './locales.ts';
import { nameMessages } from './names.ts';
import { scriptMessages } from './script.ts';

// All that pages say, in English, Portuguese and Spanish. To add a text, add one line with its three
// languages to a table beside this file: `front.ts` for the markup of the front page, `script.ts` for
// what the script says (only these are sent to it), `docs.ts` for the frame of every page and the
// documentation, `names.ts` for poses, scenes and the like. Then `t('itsKey')`: `site.t` on the server,
// `t` of `web/script/messages.ts` in the script. `{name}` stands for a value: `t('key', { name: 3 })`.
// A language that is missing, a wrong key and a missing value do not compile. Code stands between
// backquotes and goes through `prose`. Errors of the API stay English; so do the bodies of the docs.

const messages = { ...frontMessages, ...scriptMessages, ...docsMessages, ...nameMessages } as const;

type Table = typeof messages;
export type MessageKey = keyof Table;

/** A text by its key, with its values filled in. */
export type Translate = <Key extends MessageKey>(
  key: Key,
  ...values: ValuesFor<Table, Key>
) => string;

export function translator(locale: Locale): Translate {
  return (key, ...[values]) => fill(messages[key][locale], values);
}

/** What the script needs, in one language: nothing else of the table is sent. */
export function scriptMessagesIn(locale: Locale): Record<string, string> {
  const entries = Object.entries(scriptMessages);
  return Object.fromEntries(entries.map(([key, texts]) => [key, texts[locale]]));
}
