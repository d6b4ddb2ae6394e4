import type { RouteEntry } from './collect.ts';
import { examplePicture, pictureTypeOf } from './example.ts';
import { html, prose, type Html } from './html.ts';
import { layout } from './layout.ts';
import { shownPath } from './code.ts';
import { pagePath } from './paths.ts';
import { href, stems, type Site } from './site.ts';
import { topicOf } from './topics.ts';

/** The index of everything that there is to read. */
export function indexPage(site: Site): Html {
  const cards = [...stems(site.routes)].map(([stem, routes]) => topicCard(site, stem, routes));
  return layout(site, {
    title: 'Reference',
    description: 'Every endpoint of Lineup, with live examples.',
    path: '/api/templates',
    main: html`<div class="wrap">
      <h1>Reference</h1>
      <p class="lead">
        Everything that Lineup answers to. No key, no account: each example on these pages is a
        request you can make right now.
      </p>
      <ul class="topics">
        ${cards}
      </ul>
      <section class="plain" aria-labelledby="tools">
        <h2 id="tools">For tools</h2>
        <ul>
          <li>
            <a href="${href(site, '/api/docs')}">Swagger UI</a>: fill in a request, send it, see the
            picture
          </li>
          <li>
            <a href="${href(site, '/api/openapi.json')}">openapi.json</a>: OpenAPI 3.1, for
            generators and for Postman, Bruno and the like
          </li>
        </ul>
      </section>
      <section class="plain" aria-labelledby="names">
        <h2 id="names">Names</h2>
        <p>
          ${prose('Paths say `blockgame` for Minecraft and `chat` for Discord. `/api/minecraft/…` and `/api/discord/…` answer just the same, if you find them easier to remember.')}
        </p>
      </section>
    </div>`,
  });
}

function topicCard(site: Site, stem: string, routes: readonly RouteEntry[]): Html {
  const { title, lead } = topicOf(stem);
  const paths = routes.map(
    ({ method, path }) => html`<li><span class="method">${method}</span> ${shownPath(path)}</li>`,
  );
  return html`<li class="card topic">
    <h2><a href="${href(site, pagePath(stem))}">${title}</a></h2>
    <p>${prose(lead)}</p>
    ${picture(site, routes)}
    <ul class="paths">
      ${paths}
    </ul>
  </li>`;
}

/** A picture of the topic: of its last route that has one, which is the most special. */
function picture(site: Site, routes: readonly RouteEntry[]): Html | null {
  for (const route of routes.toReversed()) {
    const example = route.docs?.examples.find(({ isOnPaper }) => isOnPaper !== true);
    if (route.method !== 'GET' || pictureTypeOf(route) === null || example === undefined) continue;
    return html`<div class="live picture">${examplePicture(site, route, example)}</div>`;
  }
  return null;
}
