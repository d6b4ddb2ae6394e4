import { html, type Html } from './html.ts';
import { layout } from './layout.ts';
import { assetHref, href, type Site } from './site.ts';

/** The interactive reference: Swagger UI on the OpenAPI document, all of it from this host. */
export function swaggerPage(site: Site): Html {
  return layout(site, {
    title: 'Try it out',
    description: 'Fill in a request to Lineup, send it, and see the picture.',
    path: '/api/docs',
    head: html`<link rel="stylesheet" href="${assetHref(site, 'swagger-ui.css')}" />
      <link rel="stylesheet" href="${assetHref(site, 'swagger.css')}" />
      <script src="${assetHref(site, 'swagger-ui-bundle.js')}" defer></script>
      <script src="${assetHref(site, 'swagger.js')}" type="module"></script>`,
    main: html`<h1 class="unseen">Try it out</h1>
      <div class="wrap wide try">
        <noscript
          ><p>
            This page needs JavaScript. The
            <a href="${href(site, '/api/templates')}">reference</a> does not.
          </p></noscript
        >
        <p id="swagger-waiting" class="lead" hidden>One moment…</p>
        <div id="swagger-notice" class="notice inline" hidden>
          <p></p>
          <button type="button" class="button small" hidden>Try again</button>
        </div>
        <div id="swagger" data-document="${href(site, '/api/openapi.json')}"></div>
      </div>`,
  });
}
