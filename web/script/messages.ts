import type { en } from '../messages/en.ts';
import { byId } from './dom.ts';
import { fill, type ValuesFor } from '../../src/service/site/messages/fill.ts';

// The texts come with the page, in its language: see `web/messages/en.ts`.

type Texts = (typeof en)['script'];

const texts: unknown = JSON.parse(byId('messages', HTMLTemplateElement).content.textContent);

/** A text by key, with its values inserted. */
export function t<Key extends keyof Texts>(key: Key, ...[values]: ValuesFor<Texts[Key]>): string {
  const text: unknown = Object(texts)[key];
  return fill(typeof text === 'string' ? text : key, values);
}
