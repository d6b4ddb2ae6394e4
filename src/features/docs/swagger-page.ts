import { html, type Html } from './html.ts';
import { layout } from './layout.ts';
import { assetHref, href, type Site } from './site.ts';

/** The interactive reference: Swagger UI on the OpenAPI document, all of it from this host. */
export function swaggerPage(site: Site): Html {
  return layout(site, {
    title: 'API console',
    description: 'Fill in a request to Lineup, send it, and see the picture.',
    path: '/docs/console',
    head: html`<link rel="stylesheet" href="${assetHref(site, 'swagger-ui.css')}" />
      <link rel="stylesheet" href="${assetHref(site, 'swagger.css')}" />
      <script src="${assetHref(site, 'swagger-ui-bundle.js')}" defer></script>
      <script src="${assetHref(site, 'swagger.js')}" type="module"></script>`,
    main: html`<h1 class="unseen">API console</h1>
      <div class="wrap wide try">
        <noscript
          ><p>
            This page needs JavaScript. The
            <a href="${href(site, '/docs')}">reference</a> does not.
          </p></noscript
        >
        <p id="swagger-waiting" class="lead" hidden>One moment…</p>
        <div id="swagger-notice" class="notice inline" hidden>
          <p></p>
          <button type="button" class="button small" hidden>Try again</button>
        </div>
        <div id="swagger" data-document="${href(site, '/openapi.json')}"></div>
      </div>`,
  });
}
