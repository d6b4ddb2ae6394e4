import { html } from '../html.ts';
import { docsPath } from '../paths.ts';
import { pageHref, stems } from '../site.ts';
import { topicOf } from '../topics.ts';
import type { Guide } from './guide.ts';

/** All endpoints of one platform, by reference page. */
export function familyGuide(stem: string): Guide {
  return (site) =>
    [...stems(site.routes).keys()]
      .filter((one) => one.startsWith(`${stem}/`))
      .map((one) => {
        const { title, lead } = topicOf(one, site.locale);
        const path = docsPath(one);
        return {
          id: path.replace('/docs/', ''),
          title,
          content: html`<p>${lead}</p>
            <p><a href="${pageHref(site, path)}">${site.t('reference')}: ${title}</a></p>`,
        };
      });
}
