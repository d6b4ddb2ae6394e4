import type { RouteExample } from '../../http/route-docs.ts';
import { snippetTabs } from './code.ts';
import type { RouteEntry } from './collect.ts';
import { html, prose, type Html } from './html.ts';
import { exampleTarget } from './paths.ts';
import { href, type Site } from './site.ts';
import type { ShownRequest } from './snippets.ts';

/** An example as a request that can be shown and run. */
function shownRequest(route: RouteEntry, example: RouteExample, baseUrl: string): ShownRequest {
  const isPicture = pictureTypeOf(route) !== null;
  return {
    method: route.method,
    url: `${baseUrl}${exampleTarget(route.path, example)}`,
    ...(example.body !== undefined && { body: example.body }),
    answer: isPicture ? 'picture' : 'text',
    fileName: 'lineup.png',
    alt: example.title,
  };
}

/** The first media type of a good answer that is a picture. */
export function pictureTypeOf({ answers }: RouteEntry): string | null {
  const types = Object.keys(answers['200']?.content ?? {});
  return types.find((type) => type.startsWith('image/')) ?? null;
}

/** An example with its live answer and its snippets. */
export function exampleFigure(site: Site, route: RouteEntry, example: RouteExample): Html {
  const id = `${route.docs?.id ?? 'route'}-${route.docs?.examples.indexOf(example) ?? 0}`;
  return html`<figure class="example" id="${id}">
    <figcaption>${prose(example.title)}</figcaption>
    ${liveAnswer(site, route, example)}
    ${snippetTabs(shownRequest(route, example, site.baseUrl), id)}
  </figure>`;
}

function liveAnswer(site: Site, route: RouteEntry, example: RouteExample): Html | null {
  if (example.isOnPaper === true) return null;
  const target = href(site, exampleTarget(route.path, example));
  const isPicture = pictureTypeOf(route) !== null;
  if (route.method === 'GET' && isPicture) {
    return html`<div class="live picture">
      <a href="${target}">${examplePicture(site, route, example)}</a>
    </div>`;
  }
  const body = example.body === undefined ? null : JSON.stringify(example.body);
  // The script asks once the reader has come here; without it there is a link for what has one.
  return html`<div
    class="live${isPicture && ' picture'}"
    data-live="${target}"
    data-method="${route.method}"
    ${body !== null && html` data-body="${body}"`}
    data-alt="${example.title}"
  >
    ${route.method === 'GET' && html`<a href="${target}">${target}</a>`}
  </div>`;
}

/** The picture that an example asks for by its address. */
export function examplePicture(site: Site, route: RouteEntry, example: RouteExample): Html {
  const target = href(site, exampleTarget(route.path, example));
  const look = example.isTexels === true && html` class="texels"`;
  return html`<img src="${target}" alt="${example.title}" loading="lazy" ${look} />`;
}
