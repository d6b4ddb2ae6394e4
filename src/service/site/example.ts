import type { PictureSize, RouteExample, SamplePicture } from '../http/route-docs.ts';
import { snippetTabs } from './code.ts';
import type { RouteEntry } from './collect.ts';
import { html, prose, type Html } from './html.ts';
import { exampleTarget } from './paths.ts';
import { assetHref, href, type Site } from './site.ts';
import type { ShownRequest } from './shown-request.ts';
import { formats } from '../../engine/image/formats.ts';
import { contentTypeOf } from '../../engine/options/picture-formats.ts';

/** Converts an example to a request that can be shown and run. */
function shownRequest(route: RouteEntry, example: RouteExample, baseUrl: string): ShownRequest {
  return {
    method: route.method,
    url: `${baseUrl}${exampleTarget(route.path, example)}`,
    ...(example.body !== undefined && { body: example.body }),
    ...(example.upload !== undefined && { upload: example.upload }),
    answer: pictureTypeOf(route) !== null ? 'picture' : isModel(route) ? 'file' : 'text',
    fileName: fileNameOf(route, example),
    alt: altOf(example),
  };
}

function altOf({ alt, title }: Pick<RouteExample, 'alt' | 'title'>): string {
  return alt ?? title;
}

/** File name of a picture or a model: its subject, in the requested format. */
function fileNameOf(route: RouteEntry, { path = {}, query = {} }: RouteExample): string {
  const picture = pictureTypeOf(route)?.replace('image/', '').replace('svg+xml', 'svg');
  const type = picture ?? (isModel(route) ? 'glb' : 'png');
  const parts = Object.entries(path);
  const [, last = ''] =
    parts.findLast(([name]) => !/^(crop|render_type|edition)$/.test(name)) ?? [];
  const target = Object.values(path).at(-1) ?? '';
  const extension = formats.find((one) => target.endsWith(`.${one}`));
  const format = typeof query['format'] === 'string' ? query['format'] : (extension ?? type);
  const stem = last.replace(/\.\w+$/, '').replace(/^sample-/, '');
  return `${/^[\w-]{1,32}$/.test(stem) ? stem : 'lineup'}.${format}`;
}

/** The first picture type of a successful response. */
export function pictureTypeOf({ responses }: RouteEntry): string | null {
  const types = Object.keys(responses['200']?.content ?? {});
  return types.find((type) => type.startsWith('image/')) ?? null;
}

/** Whether it responds with a file that a page does not show by itself. */
function isModel({ responses }: RouteEntry): boolean {
  return Object.hasOwn(responses['200']?.content ?? {}, contentTypeOf('glb'));
}

/** An example with its live response and its snippets. */
export function exampleFigure(site: Site, route: RouteEntry, example: RouteExample): Html {
  const id = `${route.docs.id}-${route.docs.examples.indexOf(example)}`;
  const isRunnable = example.isRunnable !== false;
  return html`<figure class="example" id="${id}">
    <figcaption lang="en">${prose(example.title)}</figcaption>
    ${isRunnable ? liveResponse(site, route, example) : sampleResponse(site, route, example)}
    ${snippetTabs(site.t, shownRequest(route, example, site.baseUrl), id)}
  </figure>`;
}

/** A sample response to a request that only the reader can make. */
function sampleResponse(site: Site, route: RouteEntry, { sample, ...example }: RouteExample) {
  if (sample === undefined) return null;
  const kind = sample === 'response' ? 'sample live' : `sample ${pictureClass(example)}`;
  return html`<div class="${kind}">
    ${
      sample === 'response'
        ? html`<pre tabindex="0" aria-label="${site.t('sampleAnswer')}">
${responseSample(route)}</pre>`
        : samplePicture(site, { ...example, sample })
    }
    <p class="meta">${site.t('sampleData')}</p>
  </div>`;
}

/** The example in the schema of a successful response, formatted; `null` if there is none. */
export function responseSample({ responses }: RouteEntry): string | null {
  const schemas = Object.values(responses['200']?.content ?? {});
  const [sample] = schemas.find(({ examples }) => examples !== undefined)?.examples ?? [];
  if (sample === undefined) return null;
  return typeof sample === 'string' ? sample : JSON.stringify(sample, null, 2);
}

/** The place of a picture: on squares that show where it is transparent, but for a scene. */
export function pictureClass({ isScene }: Pick<RouteExample, 'isScene'>): string {
  return isScene === true ? 'live picture scene' : 'live picture';
}

const maxHeightPx = 304;

function liveResponse(site: Site, route: RouteEntry, example: RouteExample): Html {
  const isPicture = pictureTypeOf(route) !== null;
  if (route.method === 'GET' && isPicture) {
    return html`<div class="${pictureClass(example)}">
      <a href="${href(site, exampleTarget(route.path, example))}"
        >${examplePicture(site, route, example)}</a
      >
    </div>`;
  }
  if (route.method === 'GET' && isModel(route)) {
    const name = example.path?.['player'] ?? '';
    const view = exampleTarget('/view/:player', example);
    return html`<div class="live">
      ${withoutScript(site, route, example)}
      <p class="meta"><a href="${href(site, view)}">${site.t('viewTitle', { name })}</a></p>
    </div>`;
  }
  return html`<div
    class="live${isPicture && ' picture'}"
    data-live="${href(site, exampleTarget(route.path, example))}"
    data-method="${route.method}"
    ${example.body !== undefined && html` data-body="${JSON.stringify(example.body)}"`}
    data-alt="${altOf(example)}"
  >
    <div class="waiting">
      ${isPicture ? picturePlaceholder(example) : emptyLines(route)}
      <p class="meta">${site.t('requesting')}</p>
    </div>
    <noscript>${withoutScript(site, route, example)}</noscript>
  </div>`;
}

/** The script runs the example in view; without it, a link or image does what it can. */
function withoutScript(site: Site, route: RouteEntry, example: RouteExample): Html {
  if (route.method === 'GET') {
    const target = href(site, exampleTarget(route.path, example));
    return html`<a href="${target}">${target}</a>`;
  }
  // The equivalent GET, if there is one.
  const twin = site.routes.find(({ method, path }) => method === 'GET' && path === route.path);
  const same = twin?.docs.examples.find(({ title }) => title === example.title);
  if (twin === undefined || same === undefined) {
    return html`<p class="meta">${site.t('onlyScript')}</p>`;
  }
  return examplePicture(site, twin, same);
}

/** A placeholder until the picture has loaded. */
function picturePlaceholder({ size }: RouteExample): Html | null {
  if (size === undefined) return null;
  const { widthPx, heightPx } = shownSize(size, maxHeightPx);
  return html`<svg
    width="${widthPx}"
    height="${heightPx}"
    viewBox="0 0 ${widthPx} ${heightPx}"
    aria-hidden="true"
    focusable="false"
  ></svg>`;
}

/** A placeholder with as many lines as the response. */
function emptyLines(route: RouteEntry): Html {
  const lines = (responseSample(route) ?? '').replaceAll(/[^\n]+/g, '');
  // The parser drops the first line feed of a block.
  return html`<pre aria-hidden="true">${`\n${lines} `}</pre>`;
}

/** The picture of an example, by URL. */
export function examplePicture(
  site: Site,
  { path }: RouteEntry,
  example: RouteExample,
  maxPx = maxHeightPx,
): Html {
  const target = href(site, exampleTarget(path, example));
  return html`<img
    src="${target}"
    alt="${altOf(example)}"
    loading="lazy"
    ${look(example, maxPx)}
  />`;
}

type PictureSample = Pick<RouteExample, 'title' | 'alt' | 'size' | 'isTexels'> & {
  readonly sample: SamplePicture;
};

/** A prepared picture for an example that only the reader can run. */
export function samplePicture(site: Site, example: PictureSample, maxPx = maxHeightPx): Html {
  const { sample } = example;
  return html`<img
    src="${assetHref(site, sample)}"
    alt="${site.t('sampleOf', { title: altOf(example) })}"
    ${look(example, maxPx)}
  />`;
}

/** Width and height attributes, so that the browser reserves the space. */
function look({ size, ...example }: Pick<RouteExample, 'size' | 'isTexels'>, maxPx: number) {
  const isTexels = example.isTexels === true;
  const texels = isTexels && html` class="texels"`;
  if (size === undefined) return texels;
  const { widthPx, heightPx } = shownSize(size, maxPx, isTexels);
  return html`width="${widthPx}" height="${heightPx}" ${texels}`;
}

/** Reduced if it is too high; textures are enlarged by a whole number. */
function shownSize(size: PictureSize, maxPx: number, isTexels = false): PictureSize {
  const fits = maxPx / size.heightPx;
  const share = isTexels ? Math.min(4, Math.max(1, Math.floor(fits))) : Math.min(1, fits);
  return {
    widthPx: Math.round(size.widthPx * share),
    heightPx: Math.round(size.heightPx * share),
  };
}
