import { errorsOf, type RouteEntry } from './collect.ts';
import { exampleFigure } from './example.ts';
import type { Field } from './field.ts';
import { html, prose, type Html } from './html.ts';
import { englishNote, layout } from './layout.ts';
import { cachingSentence } from './openapi.ts';
import { shownPath } from './code.ts';
import { docsPath, stemOf } from './paths.ts';
import { guides, type Guide } from './guides/guides.ts';
import { pageHref, type Site, stems, topicOf } from './site.ts';
import { responseTable, errorTable, fieldTable } from './tables.ts';

/** The reference of all routes that share a stem. */
export function referencePage(site: Site, stem: string): Html {
  const routes = stems(site.routes).get(stem) ?? [];
  const contents = routes.map(
    (route) => html`<li><a href="#${route.docs.id}">${route.docs.summary}</a></li>`,
  );
  return docsPage(
    site,
    { path: docsPath(stem), topic: stem },
    html`${
      routes.length > 1 &&
      html`<nav class="contents" aria-label="${site.t('onThisPage')}">
        <ul lang="en">
          ${contents}
        </ul>
      </nav>`
    }
    ${routes.map((route, index) => routeSection(site, route, index === 0))}`,
  );
}

export function guidePage(site: Site, path: string, sections: Guide): Html {
  const content = sections(site).map(
    (section) =>
      html`<section lang="en" aria-labelledby="${section.id}">
        <h2 id="${section.id}">${section.title}</h2>
        ${section.content}
      </section>`,
  );
  return docsPage(site, { path, topic: path }, html`${content}`);
}

type Place = { readonly path: string; readonly topic: string };

/** A page of the documentation, with the list of all beside it. */
function docsPage(site: Site, { path, topic }: Place, content: Html): Html {
  const { title, lead } = topicOf(topic, site.locale);
  return layout(site, {
    title,
    description: lead,
    path,
    main: html`<div class="wrap reference">
      ${sidebar(site, path)}
      <article>
        <h1>${title}</h1>
        <p class="lead">${prose(lead)}</p>
        ${englishNote(site)} ${content}
      </article>
    </div>`,
  });
}

/** The list of reference pages, with the current one marked. */
function sidebar(site: Site, here: string): Html {
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

/** @param isFirst of its page; the details of the others, which mostly repeat its fields, are folded */
function routeSection(site: Site, route: RouteEntry, isFirst: boolean): Html {
  const { t } = site;
  const { method, path, docs } = route;
  const { id } = docs;
  const details = detailsOf(site, route);
  return html`<section class="route" aria-labelledby="${id}">
    <h2 id="${id}">
      <span lang="en">${docs.summary}</span>
      <a class="anchor" href="#${id}" aria-label="${t('linkToOperation')}">#</a>
    </h2>
    <p class="address"><span class="method">${method}</span> ${shownPath(path)}</p>
    ${docs.description.map((paragraph) => html`<p lang="en">${prose(paragraph)}</p>`)}
    <h3>${t('examples')}</h3>
    ${examplesOf(site, route, isFirst ? 5 : 1)}
    ${
      isFirst
        ? html`<h3>${t('details')}</h3>
            ${details}`
        : html`<details class="fold">
            <summary><h3>${t('details')}</h3></summary>
            ${details}
          </details>`
    }
  </section>`;
}

/** @param shown so many, the others are folded */
function examplesOf(site: Site, route: RouteEntry, shown: number): Html {
  const figures = route.docs.examples.map((example) => exampleFigure(site, route, example));
  const more = figures.slice(shown);
  return html`<div class="examples">${figures.slice(0, shown)}</div>
    ${
      more.length > 0 &&
      html`<details class="fold">
        <summary>${site.t('moreExamples', { count: more.length })}</summary>
        <div class="examples">${more}</div>
      </details>`
    }`;
}

function detailsOf(site: Site, route: RouteEntry): Html {
  const { t } = site;
  const { params, query, headers, docs } = route;
  const { id } = docs;
  const body = route.body?.['application/json'] ?? null;
  const answer = route.responses['200']?.content['application/json'] ?? null;
  // A query repeats what the body may have.
  const isOpen = body === null;
  const table = (part: 'path' | 'query' | 'headers', field: Field | null): Html | null =>
    fieldTable(t, { caption: t(part), id: `${id}-${part}`, isOpen }, field);
  const isList = body?.items !== undefined && body.properties === undefined;
  const ofBody = t(isList ? 'bodyItems' : 'body');
  return html`${table('path', params)}
    ${fieldTable(t, { caption: ofBody, id: `${id}-body`, isOpen: true }, body)}
    ${table('query', query)} ${table('headers', headers)}
    ${responseTable(t, answer, { id: `${id}-response`, isOpen: false })}
    <p lang="en">${prose(cachingSentence(route))}</p>
    ${errorTable(t, errorsOf(route))}
    <p class="more">
      ${consoleLink(site, route)}<a href="${pageHref(site, '/docs/limits')}"
        >${t('limitsAndCaching')}</a
      >
      <a href="${pageHref(site, '/docs/errors')}">${t('errorAdvice')}</a>
      ${posesLink(site, route)}
    </p>`;
}

/** A link to pictures of all choices, if there are more poses than fit into a list. */
function posesLink(site: Site, { params, query }: RouteEntry): Html | null {
  const hasPoses = [params, query].some((field) => field?.properties?.['render_type']);
  return hasPoses
    ? html`<a href="${pageHref(site, '/docs/scenes')}#poses">${site.t('allPoses')}</a>`
    : null;
}

/** A link to the operation in the console. */
function consoleLink(site: Site, { docs, path }: RouteEntry): Html {
  const tag = topicOf(stemOf(path), 'en').title.replaceAll(' ', '_');
  return html`<a href="${pageHref(site, '/docs/console')}#/${tag}/${docs.id}"
    >${site.t('tryInConsole')}</a
  > `;
}
