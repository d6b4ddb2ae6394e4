import { html } from '../html.ts';
import { docsPath } from '../paths.ts';
import { pageHref, stems } from '../site.ts';
import { topicOf } from '../topics.ts';
import type { Guide } from './guide.ts';

/** All endpoints of one platform, by reference page. */
export function familyGuide(stem: string, { title, lead }: Pick<Guide, 'title' | 'lead'>): Guide {
  return {
    title,
    lead,
    sections: (site) =>
      [...stems(site.routes).keys()]
        .filter((one) => one.startsWith(`${stem}/`))
        .map((one) => {
          const topic = topicOf(one, site.locale);
          const path = docsPath(one);
          return {
            id: path.replace('/docs/', ''),
            title: topic.title,
            content: html`<p>${topic.lead}</p>
              <p><a href="${pageHref(site, path)}">${site.t('reference')}: ${topic.title}</a></p>`,
          };
        }),
  };
}
