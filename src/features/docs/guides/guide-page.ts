import { html, prose, type Html } from '../html.ts';
import { englishNote, layout } from '../layout.ts';
import { sidebar } from '../sidebar.ts';
import type { Site } from '../site.ts';
import type { Guide } from './guide.ts';

/** A guide with the list of pages beside it. */
export function guidePage(site: Site, path: string, { title, lead, sections }: Guide): Html {
  const { locale } = site;
  return layout(site, {
    title: title[locale],
    description: lead[locale],
    path,
    main: html`<div class="wrap reference">
      ${sidebar(site, path)}
      <article>
        <h1>${title[locale]}</h1>
        <p class="lead">${prose(lead[locale])}</p>
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
