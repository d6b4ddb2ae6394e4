import { html, linked, type Html } from './html.ts';
import { layout } from './layout.ts';
import { assetHref, href, pageHref, type Site } from './site.ts';

/** The interactive reference: Swagger UI for the OpenAPI document, served from this host. */
export function swaggerPage(site: Site): Html {
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
        <div id="swagger-notice" class="notice inline" hidden>
          <p></p>
          <button type="button" class="button small" hidden>${t('tryAgain')}</button>
        </div>
        <div id="swagger" lang="en" data-document="${href(site, '/openapi.json')}"></div>
      </div>`,
  });
}
