import { messagesOf } from './messages/locales.ts';

/** Title and introduction of a page of the documentation, in one language. */
export type Topic = { readonly title: string; readonly lead: string };

/** The topic of a guide by its path, or of routes by their stem; others are named by their path. */
export function topicOf(stem: string, locale: string): Topic {
  const topics = new Map<string, Topic>(Object.entries(messagesOf(locale).topics));
  const isService = !/^\/(?:api|docs)\//.test(stem);
  const unknown = { title: stem, lead: `Everything below \`${stem}\`.` };
  return topics.get(isService ? 'service' : stem) ?? unknown;
}
