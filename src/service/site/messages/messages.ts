import type en from '../../../../web/messages/en.json';
import { messagesOf } from './locales.ts';
import { fill, type Values } from './fill.ts';

export type MessageKey = keyof (typeof en)['pages'] | keyof (typeof en)['script'];

export type Translate = ReturnType<typeof translator>;
export type WordsFor = ReturnType<typeof choiceWords>;

/** Texts by their key, with their values filled in. */
export function translator(locale: string) {
  const texts = textsOf(locale);
  const { tag } = messagesOf(locale);
  return (key: MessageKey, values?: Values) => fill(texts.get(key) ?? key, values, tag);
}

/**
 * The words for a choice such as a pose, by its kind and name. A new one has its own name until somebody
 * translates it.
 */
export function choiceWords(locale: string) {
  const texts = textsOf(locale);
  return (choice: string, fallback: string) => texts.get(choice) ?? fallback;
}

function textsOf(locale: string): ReadonlyMap<string, string> {
  const { pages, script } = messagesOf(locale);
  return new Map(Object.entries({ ...script, ...pages }));
}
