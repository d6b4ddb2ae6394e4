import type { RouteExample } from '../http/route-docs.ts';
import type { RouteEntry } from './collect.ts';
import {
  responseSample,
  examplePicture,
  pictureClass,
  pictureTypeOf,
  samplePicture,
} from './example.ts';
import { guides } from './guides/guides.ts';
import { html, prose, type Html } from './html.ts';
import { layout } from './layout.ts';
import { shownPath } from './code.ts';
import { docsPath } from './paths.ts';
import { href, pageHref, type Site, stems, topicOf } from './site.ts';

/** The index of all reference pages and guides. */
export function indexPage(site: Site): Html {
  const cards = [...stems(site.routes)].map(([stem, routes]) => topicCard(site, stem, routes));
  const { t, locale } = site;
  return layout(site, {
    title: t('reference'),
    description: t('indexDescription'),
    path: '/docs',
    main: html`<div class="wrap">
      <h1>${t('reference')}</h1>
      <p class="lead">${t('indexLead')}</p>
      <ul class="topics">
        ${cards}
      </ul>
      <section class="plain" aria-labelledby="guides">
        <h2 id="guides">${t('guides')}</h2>
        <ul>
          ${[...guides.keys()].map((path) => {
            const { title, lead } = topicOf(path, locale);
            return html`<li><a href="${pageHref(site, path)}">${title}</a>: ${lead}</li>`;
          })}
        </ul>
      </section>
      <section class="plain" aria-labelledby="tools">
        <h2 id="tools">${t('forTools')}</h2>
        <ul>
          <li>
            <a href="${pageHref(site, '/docs/console')}">${t('console')}</a>: ${t('toolConsole')}
          </li>
          <li><a href="${href(site, '/openapi.json')}">openapi.json</a>: ${t('toolOpenApi')}</li>
        </ul>
      </section>
      <section class="plain" aria-labelledby="names">
        <h2 id="names">${t('names')}</h2>
        <p>${prose(t('namesText'))}</p>
      </section>
    </div>`,
  });
}

function topicCard(site: Site, stem: string, routes: readonly RouteEntry[]): Html {
  const { title, lead } = topicOf(stem, site.locale);
  const paths = routes.map(
    ({ method, path }) => html`<li><span class="method">${method}</span> ${shownPath(path)}</li>`,
  );
  return html`<li class="card topic">
    <h2><a href="${pageHref(site, docsPath(stem))}">${title}</a></h2>
    <p>${prose(lead)}</p>
    ${glimpse(site, routes)}
    <ul class="paths">
      ${paths}
    </ul>
  </li>`;
}

/** Maximum height of a picture on a card. */
const maxHeightPx = 144;

/** A preview of a topic's response: the picture of its last and most specific route, or text. */
function glimpse(site: Site, routes: readonly RouteEntry[]): Html {
  for (const route of routes.toReversed()) {
    if (route.method !== 'GET' || pictureTypeOf(route) === null) continue;
    for (const example of route.docs.examples) {
      const picture = pictureOf(site, route, example);
      if (picture !== null) return html`<div class="${pictureClass(example)}">${picture}</div>`;
    }
  }
  const text = routes
    .map((route) => bodySample(route) ?? responseSample(route))
    .find((one) => one !== null);
  const shown = text ?? routes.map(({ method, path }) => `${method} ${path}`).join('\n');
  return html`<div class="live"><pre>${shown}</pre></div>`;
}

/** The request body in a route's first example. */
function bodySample({ docs }: RouteEntry): string | null {
  const body = docs.examples[0]?.body;
  return body === undefined ? null : JSON.stringify(body, null, 2);
}

function pictureOf(site: Site, route: RouteEntry, example: RouteExample): Html | null {
  const { sample, isRunnable } = example;
  if (isRunnable !== false) return examplePicture(site, route, example, maxHeightPx);
  if (sample === undefined || sample === 'response') return null;
  return html`${samplePicture(site, { ...example, sample }, maxHeightPx)}
    <p class="meta">${site.t('aSample')}</p>`;
}
