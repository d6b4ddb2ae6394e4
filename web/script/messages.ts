import type en from '../messages/en.json';
import { byId } from './dom.ts';
import { fill, type Values } from '../../src/service/site/messages/fill.ts';

// The texts come with the page, in its language: see `web/messages/en.json`.

const texts: Readonly<Partial<Record<string, string>>> = JSON.parse(
  byId('messages', HTMLTemplateElement).content.textContent,
);

/** A text by key, with its values inserted. */
export function t(key: keyof (typeof en)['script'], values?: Values): string {
  return fill(texts[key] ?? key, values, document.documentElement.lang);
}
