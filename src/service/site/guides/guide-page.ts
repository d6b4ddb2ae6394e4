import { html, prose, type Html } from '../html.ts';
import { englishNote, layout } from '../layout.ts';
import { sidebar } from '../sidebar.ts';
import { type Site, topicOf } from '../site.ts';
import type { Guide } from './guides.ts';

/** A guide with the list of pages beside it. */
export function guidePage(site: Site, path: string, sections: Guide): Html {
  const { title, lead } = topicOf(path, site.locale);
  return layout(site, {
    title,
    description: lead,
    path,
    main: html`<div class="wrap reference">
      ${sidebar(site, path)}
      <article>
        <h1>${title}</h1>
        <p class="lead">${prose(lead)}</p>
        ${englishNote(site)}
        ${sections(site).map(
          ({ id, title: heading, content }) =>
            html`<section lang="en" aria-labelledby="${id}">
              <h2 id="${id}">${heading}</h2>
              ${content}
            </section>`,
        )}
      </article>
    </div>`,
  });
}
