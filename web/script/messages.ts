import { fill, type ValuesFor } from '../../src/features/docs/messages/fill.ts';
import type { scriptMessages } from '../../src/features/docs/messages/script.ts';
import { byId } from './dom.ts';

// The texts come with the page, in its language: see `src/features/docs/messages/messages.ts`.

type Table = typeof scriptMessages;
type ScriptKey = keyof Table;

const texts: unknown = JSON.parse(byId('messages', HTMLTemplateElement).content.textContent);

/** A text by key, with its values inserted. */
export function t<Key extends ScriptKey>(key: Key, ...[values]: ValuesFor<Table, Key>): string {
  const text: unknown = Object(texts)[key];
  return fill(typeof text === 'string' ? text : key, values);
}
