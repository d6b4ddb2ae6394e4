import { isMoving, lineupQuery, lineupRequest, type Lineup } from './front/lineup.ts';
import { openingLineup, previewOf, rowNames } from './front/row.ts';
import { dataBlock, html, prose, type Html } from './html.ts';
import { localeNames, localeParameter, messagesOf } from './messages/messages.ts';
import { icon, radioRow } from './controls.ts';
import { exampleTarget } from './paths.ts';
import { assetHref, href, oembedHref, pageHref, type Site } from './site.ts';
import { sizes } from '../../engine/scenes/layout/sizes.ts';

export type Page = {
  /** Comes before the service's name; `null` on the front page. */
  readonly title: string | null;
  readonly description: string;
  /** Path of the page, to mark it in the navigation. */
  readonly path: string;
  readonly main: Html;
  /** Whether the content contains its own `main`. */
  readonly hasOwnMain?: boolean;
  /** Whether it begins with the stage, whose sky is behind the header. */
  readonly hasStage?: boolean;
  readonly head?: Html;
  /** The row in the link preview; the initial one by default. */
  readonly row?: Lineup;
  /** Another picture in its place, of the size `og`, with its public URL. */
  readonly preview?: Preview;
  /** The query of what is shown, which links to the page keep. */
  readonly search?: string;
};

type Preview = { readonly image: string; readonly alt: string };

const navigation = [
  ['/', 'compose'],
  ['/docs', 'reference'],
  ['/docs/console', 'console'],
] as const;

/** Wraps the main part of a page. */
export function layout(site: Site, page: Page): Html {
  const { title, description, main, head } = page;
  const { t, locale } = site;
  const name = title === null ? t('frontTitle') : `${title} · Lineup`;
  return html`<!doctype html>
    <html
      lang="${messagesOf(locale).tag}"
      data-base="${site.basePath}"
      data-locale="${locale}"
      ${site.isLocaleChosen && html`data-locale-chosen`}
    >
      <head>
        <meta charset="utf-8" />
        <title>${name}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="description" content="${description}" />
        <meta name="color-scheme" content="light dark" />
        ${schemeTags(site)} ${previewTags(site, page, title ?? name)} ${alternates(site, page)}
        <link rel="icon" href="${assetHref(site, 'icon.svg')}" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="${assetHref(site, 'touch-icon.png')}" />
        ${(['nunito.woff2', 'jersey.woff2'] as const).map(
          (font) =>
            html`<link
              rel="preload"
              href="${assetHref(site, font)}"
              as="font"
              type="font/woff2"
              crossorigin
            />`,
        )}
        <link rel="modulepreload" href="${assetHref(site, 'base.js')}" fetchpriority="low" />
        <script src="${assetHref(site, 'page.js')}" type="module" fetchpriority="low"></script>
        ${head ?? null}
      </head>
      <body ${page.hasStage === true && html`class="with-stage"`}>
        <a class="skip" href="#main">${t('skip')}</a>
        ${header(site, page)}
        ${
          page.hasOwnMain === true
            ? html`<div id="main" tabindex="-1">${main}</div>`
            : html`<main id="main" tabindex="-1">${main}</main>`
        }
        ${footer(site)}
        <div id="announcer" class="unseen" role="status" aria-live="polite"></div>
        <div id="picture-announcer" class="unseen" role="status" aria-live="polite"></div>
        ${dataBlock('messages', messagesOf(locale).script)}
      </body>
    </html> `;
}

/** How a page for frames begins, whose colours are light, so that the frame is transparent. @param path its own */
export function frameHead(site: Site, title: string, path: string): Html {
  return html`<meta charset="utf-8" />
    <title>${title}</title>
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex" />
    <meta name="color-scheme" content="light" />
    <link
      rel="alternate"
      type="application/json+oembed"
      href="${oembedHref(site, path)}"
      title="${title}"
    />`;
}

/** Styles; a short script applies the reader's own choice before anything is drawn. */
function schemeTags(site: Site): Html {
  const [light, dark] = [
    '(prefers-color-scheme: light)',
    'screen and (prefers-color-scheme: dark)',
  ];
  return html`<meta name="theme-color" content="#8ccdf4" media="${light}" data-for="light" />
    <meta name="theme-color" content="#191433" media="${dark}" data-for="dark" />
    <link rel="stylesheet" href="${assetHref(site, 'style.css')}" />
    <link rel="stylesheet" href="${assetHref(site, 'dark.css')}" media="${dark}" data-for="dark" />
    <script src="${assetHref(site, 'choice.js')}"></script>`;
}

/** Links to the page in other languages. */
function alternates({ baseUrl }: Site, { path, row }: Page): Html | null {
  if (path === '' || row !== undefined) return null;
  const url = `${baseUrl}${path}`;
  return html`${localeNames.map(
      (name) =>
        html`<link rel="alternate" hreflang="${name}" href="${url}?${localeParameter}=${name}" />`,
    )}<link rel="alternate" hreflang="x-default" href="${url}" />`;
}

/** A note that what follows is in English; none if that is the reader's language. */
export function englishNote({ t, locale }: Site): Html | null {
  return locale === 'en' ? null : html`<p class="hint">${t('inEnglish')}</p>`;
}

/** `null` if the request of the row is too long for a URL. */
function rowPreview(site: Site, row: Lineup | undefined): Preview | null {
  const shown = previewOf(row ?? openingLineup(site.samples));
  // A preview stands still.
  const { method, url } = lineupRequest(site.baseUrl, shown, isMoving(shown) ? { frame: 0 } : {});
  return method === 'GET' ? { image: url, alt: rowNames(site.t, shown) } : null;
}

function previewTags(site: Site, page: Page, name: string): Html {
  const { description, path, row } = page;
  const preview = page.preview ?? rowPreview(site, row);
  const isEmbeddable = row !== undefined || page.preview !== undefined;
  const [width, height] = sizes.og;
  const query =
    row === undefined
      ? (page.search ?? '')
      : exampleTarget('', { title: '', query: lineupQuery(row) });
  return html`<meta property="og:type" content="website" />
    <meta property="og:site_name" content="Lineup" />
    <meta property="og:title" content="${name}" />
    <meta property="og:description" content="${description}" />
    <meta property="og:url" content="${site.baseUrl}${path}${query}" />
    <meta name="twitter:card" content="summary_large_image" />
    ${
      isEmbeddable &&
      html`<link
        rel="alternate"
        type="application/json+oembed"
        href="${oembedHref(site, `${path}${query}`)}"
        title="${name}"
      />`
    }
    ${
      preview &&
      html`<meta property="og:image" content="${preview.image}" />
        <meta property="og:image:type" content="image/png" />
        <meta property="og:image:width" content="${width}" />
        <meta property="og:image:height" content="${height}" />
        <meta property="og:image:alt" content="${preview.alt}" />`
    }`;
}

function header(site: Site, page: Page): Html {
  const { path } = page;
  const links = navigation.map(([target, key]) => {
    const isHere = target === path || (target === '/docs' && /^\/docs\/(?!console)/.test(path));
    return html`<li>
      <a href="${pageHref(site, target)}" ${isHere && html` aria-current="page"`}>${site.t(key)}</a>
    </li>`;
  });
  return html`<header class="top">
    <div class="wrap">
      <a class="brand" href="${pageHref(site, '/')}"
        ><img src="${assetHref(site, 'icon.svg')}" alt="" width="36" height="36" />Lineup</a
      >
      <nav aria-label="${site.t('mainNavigation')}">
        <ul>
          ${links}
        </ul>
      </nav>
      ${preferences(site, page.row)}
    </div>
  </header>`;
}

function footer(site: Site): Html {
  const { t } = site;
  return html`<footer class="bottom">
    <div class="wrap">
      <p>${prose(t('footerFree'))}</p>
      <p>${t('footerMarks')}</p>
      <ul>
        <li><a href="${pageHref(site, '/docs')}">${t('reference')}</a></li>
        <li><a href="${pageHref(site, '/docs/console')}">${t('console')}</a></li>
        <li><a href="${href(site, '/openapi.json')}">OpenAPI</a></li>
        <li><a href="${pageHref(site, '/docs/overlays')}">${t('overlays')}</a></li>
        <li><a href="${pageHref(site, '/docs/limits')}">${t('limits')}</a></li>
        <li><a href="${pageHref(site, '/docs/self-host')}">${t('selfHost')}</a></li>
        <li><a href="${pageHref(site, '/docs/self-host')}#licence">${t('licence')}</a></li>
        <li><a href="${href(site, '/healthz')}">${t('health')}</a></li>
      </ul>
    </div>
  </footer>`;
}

const schemes = [
  ['', 'coloursSystem'],
  ['light', 'coloursLight'],
  ['dark', 'coloursDark'],
] as const;

/**
 * Language and colours. Languages are links to the current page, so they work without the script;
 * colours follow the system until the script offers others.
 * @param row the players on the page, which the links keep
 */
function preferences({ t, locale }: Site, row: Lineup | undefined): Html {
  const query = row === undefined ? {} : lineupQuery(row);
  const languages = localeNames.map((name) => {
    const { tag, name: ownName } = messagesOf(name);
    const target = exampleTarget('', { title: '', query: { ...query, [localeParameter]: name } });
    return html`<li>
      <a
        href="${target}"
        lang="${tag}"
        hreflang="${tag}"
        data-locale="${name}"
        ${name === locale && html` aria-current="true"`}
        >${ownName}</a
      >
    </li>`;
  });
  return html`<details class="preferences" id="preferences">
    <summary>
      ${icon('globe')}<span aria-hidden="true">${locale}</span
      ><span class="unseen">${t('settings')}</span>
    </summary>
    <div class="card">
      <p id="languages-name">${t('language')}</p>
      <ul aria-labelledby="languages-name">
        ${languages}
      </ul>
      ${radioRow({
        name: 'scheme',
        title: t('colours'),
        choices: schemes.map(([value, key]) => [value, t(key)]),
        chosen: null,
        row: 'segments',
        attributes: html`id="schemes" hidden`,
      })}
    </div>
  </details>`;
}
