import { LRUCache } from 'lru-cache';
import { createDocument, type StoredDocument } from '../http/documents.ts';
import { frontPage } from './front/front-page.ts';
import type { Lineup } from './front/lineup.ts';
import { guidePage, referencePage } from './reference-page.ts';
import { guides } from './guides/guides.ts';
import { type Html, html, linked } from './html.ts';
import { indexPage } from './index-page.ts';
import { messagesOf } from './messages/messages.ts';
import { openApiDocument } from './openapi.ts';
import { docsPath, pagePath } from './paths.ts';
import { stems, type Site, assetHref, pageHref, href } from './site.ts';
import { layout } from './layout.ts';
import { notice } from './controls.ts';

/** All pages by path; those of the reference follow from the routes. */
export function pageMakers(site: Pick<Site, 'routes'>): ReadonlyMap<string, (site: Site) => Html> {
  return new Map([
    ['/', (whole: Site) => frontPage(whole)],
    ['/docs', indexPage],
    ['/docs/console', swaggerPage],
    ...[...guides].map(
      ([path, guide]) => [path, (whole: Site) => guidePage(whole, path, guide)] as const,
    ),
    ['/api/templates', indexPage],
    ['/api/docs', swaggerPage],
    ...[...stems(site.routes).keys()].flatMap((stem) => {
      const make = (whole: Site): Html => referencePage(whole, stem);
      return [[docsPath(stem), make] as const, [pagePath(stem), make] as const];
    }),
  ]);
}

// Pages differ by base URL, which the client chooses, and by language. A page with its compressed
// forms takes some 100 kB.
const maxPagesCached = 150;

export type Pages = ReturnType<typeof createPages>;

/** A page that is not kept, as there are infinitely many. */
export function pageOf({ locale }: Site, page: Html | undefined): StoredDocument {
  const bytes = Buffer.from(page?.markup ?? '');
  const { tag } = messagesOf(locale);
  return { ...createDocument(bytes, 'text/html; charset=utf-8', 'page'), language: tag };
}

/** Renders pages on first request and caches them. */
export function createPages(routes: Site['routes'], version: string) {
  const cached = new LRUCache<string, StoredDocument>({ max: maxPagesCached });
  const makers = pageMakers({ routes });
  const keep = (key: string, make: () => StoredDocument): StoredDocument => {
    const document = cached.get(key) ?? make();
    cached.set(key, document);
    return document;
  };
  return {
    page: (site: Site, path: string) => {
      const { baseUrl, locale, isLocaleChosen } = site;
      const key = `${baseUrl} ${path} ${locale} ${isLocaleChosen}`;
      return keep(key, () => pageOf(site, makers.get(path)?.(site)));
    },
    /** The front page with a given row; not cached, as there are infinitely many. */
    row: (site: Site, lineup: Lineup) => pageOf(site, frontPage(site, lineup)),
    openApi: ({ basePath, publicUrl }: Site) => {
      const serverUrl = publicUrl ?? basePath;
      return keep(`${serverUrl} openapi`, () => {
        const text = JSON.stringify(openApiDocument({ routes, version, serverUrl }));
        return createDocument(Buffer.from(text), 'application/json', 'page');
      });
    },
  };
}

/** The interactive reference: Swagger UI for the OpenAPI document, served from this host. */
function swaggerPage(site: Site): Html {
  const { t } = site;
  return layout(site, {
    title: t('console'),
    description: t('consoleDescription'),
    path: '/docs/console',
    hasOwnMain: true,
    head: html`<link rel="stylesheet" href="${assetHref(site, 'swagger-ui.css')}" />
      <link rel="stylesheet" href="${assetHref(site, 'swagger.css')}" />
      <script src="${assetHref(site, 'swagger-ui-bundle.js')}" defer></script>
      <script src="${assetHref(site, 'swagger.js')}" type="module"></script>`,
    main: html`<section aria-labelledby="console-head">
        <h1 class="unseen" id="console-head">${t('console')}</h1>
      </section>
      <div class="wrap try">
        <noscript><p>${linked(t('consoleScript'), pageHref(site, '/docs'))}</p></noscript>
        <p id="swagger-waiting" class="lead" hidden>${t('loading')}</p>
        ${notice(site, 'swagger-notice')}
        <div id="swagger" lang="en" data-document="${href(site, '/openapi.json')}"></div>
      </div>`,
  });
}
