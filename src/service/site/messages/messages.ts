import type en from '../../../../web/messages/en.json';
import { messagesOf } from './locales.ts';
import { fill, type Values } from './fill.ts';

export type MessageKey = keyof (typeof en)['pages'] | keyof (typeof en)['script'];

/** A text by its key, with its values filled in. */
export type Translate = (key: MessageKey, values?: Values) => string;

export function translator(locale: string): Translate {
  const texts = textsOf(locale);
  return (key, values) => fill(texts.get(key) ?? key, values);
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
