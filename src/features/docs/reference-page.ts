import type { RouteEntry } from './collect.ts';
import { shownNumber } from './field.ts';
import { errorsOf } from './errors-of.ts';
import { exampleFigure } from './example.ts';
import { html, prose, type Html } from './html.ts';
import { layout } from './layout.ts';
import { cachingSentence } from './openapi.ts';
import { shownPath } from './code.ts';
import { docsPath } from './paths.ts';
import { href, stems, type Site } from './site.ts';
import { answerTable, errorTable, fieldTable } from './tables.ts';
import { topicOf } from './topics.ts';

/** The reference of all routes that share a stem. */
export function referencePage(site: Site, stem: string): Html {
  const routes = stems(site.routes).get(stem) ?? [];
  const { title, lead } = topicOf(stem);
  const contents = routes.map(
    (route) =>
      html`<li><a href="#${anchorOf(route)}">${route.docs?.summary ?? route.path}</a></li>`,
  );
  return layout(site, {
    title,
    description: lead,
    path: docsPath(stem),
    main: html`<div class="wrap reference">
      ${sidebar(site, stem)}
      <article>
        <h1>${title}</h1>
        <p class="lead">${prose(lead)}</p>
        ${
          routes.length > 1 &&
          html`<nav class="contents" aria-label="On this page">
            <ul>
              ${contents}
            </ul>
          </nav>`
        }
        ${routes.map((route) => routeSection(site, route))} ${limitsSection(site)}
      </article>
    </div>`,
  });
}

function sidebar(site: Site, here: string): Html {
  const links = [...stems(site.routes).keys()].map(
    (stem) =>
      html`<li>
        <a href="${href(site, docsPath(stem))}" ${stem === here && html` aria-current="page"`}
          >${topicOf(stem).title}</a
        >
      </li>`,
  );
  return html`<nav class="side" aria-label="Reference">
    <ul>
      ${links}
    </ul>
  </nav>`;
}

function anchorOf({ docs, method, path }: RouteEntry): string {
  return docs?.id ?? `${method}${path.replaceAll(/\W+/g, '-')}`;
}

function routeSection(site: Site, route: RouteEntry): Html {
  const { method, path, docs, params, query, headers } = route;
  const body = route.body?.['application/json'] ?? null;
  const examples = docs?.examples.map((example) => exampleFigure(site, route, example));
  const answer = route.answers['200']?.content['application/json'] ?? null;
  return html`<section class="route" aria-labelledby="${anchorOf(route)}">
    <h2 id="${anchorOf(route)}">${docs?.summary ?? path}</h2>
    <p class="address"><span class="method">${method}</span> ${shownPath(path)}</p>
    ${docs?.description.map((paragraph) => html`<p>${prose(paragraph)}</p>`) ?? null}
    ${
      examples !== undefined &&
      html`<h3>Examples</h3>
        ${examples}`
    }
    <h3>Details</h3>
    ${fieldTable('In the path', params)}
    ${fieldTable(body?.items === undefined ? 'In the body' : 'Each item of the body', body)}
    ${fieldTable('In the query', query)} ${fieldTable('In the headers', headers)}
    ${answerTable(answer)}
    <p>${prose(cachingSentence(route))}</p>
    ${errorTable(errorsOf(route))}
  </section>`;
}

function limitsSection({ limits }: Site): Html {
  const allowed = `${shownNumber(limits.api)} requests a minute and address, ${shownNumber(limits.webhook)} for posts to webhooks.`;
  return html`<section aria-labelledby="limits">
    <h2 id="limits">Limits</h2>
    <p>
      ${prose(allowed)}
      ${prose('Every answer says how many there may be (`X-RateLimit-Limit`), how many are left (`X-RateLimit-Remaining`) and when counting starts anew (`X-RateLimit-Reset`, in Unix seconds). Past the limit the answer is a 429 that says how long to wait, in words and in `Retry-After`.')}
    </p>
    <p>
      ${prose('Keep pictures for as long as `Cache-Control` says, send `If-None-Match`, and wait longer after each failure.')}
    </p>
  </section>`;
}
