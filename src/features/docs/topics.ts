import type { Locale } from './messages/locales.ts';
import { serviceMessages, topicMessages } from './messages/topics.ts';

/** What a reference page is about, in one language. */
export type Topic = { readonly title: string; readonly lead: string };

/** What routes below this part of a path are about; a new one is called by its own path. */
export function topicOf(stem: string, locale: Locale): Topic {
  const texts = stem.startsWith('/api/') ? topicMessages[stem] : serviceMessages;
  if (texts === undefined) return { title: stem, lead: `Everything below \`${stem}\`.` };
  return { title: texts.title[locale], lead: texts.lead[locale] };
}
