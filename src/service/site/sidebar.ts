import { guides } from './guides/guides.ts';
import { html, type Html } from './html.ts';
import { docsPath } from './paths.ts';
import { pageHref, type Site, stems, topicOf } from './site.ts';

/** The list of reference pages, with the current one marked. */
export function sidebar(site: Site, here: string): Html {
  const topics = [
    ...[...stems(site.routes).keys()].map((stem) => [docsPath(stem), stem] as const),
    ...[...guides.keys()].map((path) => [path, path] as const),
  ];
  const links = topics.map(
    ([path, topic]) =>
      html`<li>
        <a href="${pageHref(site, path)}" ${path === here && html` aria-current="page"`}
          >${topicOf(topic, site.locale).title}</a
        >
      </li>`,
  );
  return html`<nav class="side" aria-label="${site.t('reference')}">
    <ul>
      ${links}
    </ul>
  </nav>`;
}
