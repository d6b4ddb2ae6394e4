import type { en } from '../../../../web/messages/en.ts';
import { messagesOf } from './locales.ts';
import { fill, type ValuesFor } from './fill.ts';

type Texts = (typeof en)['pages'] & (typeof en)['script'];
export type MessageKey = keyof Texts;

/** A text by its key, with its values filled in. */
export type Translate = <Key extends MessageKey>(
  key: Key,
  ...values: ValuesFor<Texts[Key]>
) => string;

export function translator(locale: string): Translate {
  const texts = textsOf(locale);
  return (key, ...[values]) => fill(texts.get(key) ?? key, values);
}

/** The words for a choice such as a pose, by its kind and name; the fallback where there are none. */
export type WordsFor = (choice: string, fallback: string) => string;

/** Texts that a new choice can do without: it has its own name until somebody translates it. */
export function choiceWords(locale: string): WordsFor {
  const texts = textsOf(locale);
  return (choice, fallback) => texts.get(choice) ?? fallback;
}

function textsOf(locale: string): ReadonlyMap<string, string> {
  const { pages, script } = messagesOf(locale);
  return new Map(Object.entries({ ...script, ...pages }));
}
