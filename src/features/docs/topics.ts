import type { Locale } from './messages/locales.ts';
import { serviceMessages, topicMessages } from './messages/topics.ts';

/** Title and introduction of a reference page, in one language. */
export type Topic = { readonly title: string; readonly lead: string };

const topics = new Map(Object.entries(topicMessages));

/** The topic of routes with this stem; an unknown one is named by its path. */
export function topicOf(stem: string, locale: Locale): Topic {
  const texts = stem.startsWith('/api/') ? topics.get(stem) : serviceMessages;
  if (texts === undefined) return { title: stem, lead: `Everything below \`${stem}\`.` };
  return { title: texts.title[locale], lead: texts.lead[locale] };
}
