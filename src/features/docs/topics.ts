import { locales, type Locale } from './messages/locales.ts';

/** Title and introduction of a page of the documentation, in one language. */
export type Topic = { readonly title: string; readonly lead: string };

/**
 * The topic of a guide by its path, or of routes by their stem; an unknown one is named by its path. What
 * lies outside of the API is there for whoever runs the service.
 */
export function topicOf(stem: string, locale: Locale): Topic {
  const topics = new Map<string, Topic>(Object.entries(locales[locale].topics));
  const isService = !/^\/(?:api|docs)\//.test(stem);
  const unknown = { title: stem, lead: `Everything below \`${stem}\`.` };
  return topics.get(isService ? 'service' : stem) ?? unknown;
}
