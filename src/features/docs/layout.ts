import { sizes } from '../../drawing/render-names.ts';
import { lineupQuery, lineupRequest, usualLook, type Lineup } from './front/lineup.ts';
import { previewOf, rowNames } from './front/row.ts';
import { startingLineup } from './front/starting-lineup.ts';
import { html, type Html } from './html.ts';
import { exampleTarget } from './paths.ts';
import { assetHref, href, type Site } from './site.ts';

export type Page = {
  /** Stands before the name of the service; `null` on the front page. */
  readonly title: string | null;
  readonly description: string;
  /** Path of the page, for the mark in the navigation. */
  readonly path: string;
  readonly main: Html;
  /** Further styles and scripts. */
  readonly head?: Html;
  /** The row that a link to the page shows elsewhere; the starting one where it is about none. */
  readonly row?: Lineup;
};

const navigation = [
  ['/', 'Compose'],
  ['/docs', 'Reference'],
  ['/docs/console', 'API console'],
] as const;

/** A whole page around its main part. */
export function layout(site: Site, page: Page): Html {
  const { title, description, path, main, head } = page;
  const name = title === null ? 'Lineup: Minecraft players, side by side' : `${title} · Lineup`;
  return html`<!doctype html>
    <html lang="en" data-base="${site.basePath}">
      <head>
        <meta charset="utf-8" />
        <title>${name}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="description" content="${description}" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content="#8ccdf4" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#191433" media="(prefers-color-scheme: dark)" />
        ${previewTags(site, page, name)}
        <link rel="icon" href="${assetHref(site, 'icon.svg')}" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="${assetHref(site, 'touch-icon.png')}" />
        <link
          rel="preload"
          href="${assetHref(site, 'nunito.woff2')}"
          as="font"
          type="font/woff2"
          crossorigin
        />
        <link
          rel="preload"
          href="${assetHref(site, 'jersey.woff2')}"
          as="font"
          type="font/woff2"
          crossorigin
        />
        <link rel="stylesheet" href="${assetHref(site, 'style.css')}" />
        <script src="${assetHref(site, 'page.js')}" type="module"></script>
        ${head ?? null}
      </head>
      <body>
        <a class="skip" href="#main">Skip to the content</a>
        ${header(site, path)}
        <main id="main" tabindex="-1">${main}</main>
        ${footer(site)}
        <div id="announcer" class="unseen" role="status" aria-live="polite"></div>
        <div id="picture-announcer" class="unseen" role="status" aria-live="polite"></div>
      </body>
    </html> `;
}

/** What other pages show for a link to this one. */
function previewTags(site: Site, { description, path, row }: Page, name: string): Html {
  const shown = previewOf(row ?? { places: startingLineup(site.samples), look: usualLook });
  const { method, url } = lineupRequest(site.baseUrl, shown);
  const [width, height] = sizes.og;
  const query = row === undefined ? '' : exampleTarget('', { title: '', query: lineupQuery(row) });
  return html`<meta property="og:type" content="website" />
    <meta property="og:site_name" content="Lineup" />
    <meta property="og:title" content="${name}" />
    <meta property="og:description" content="${description}" />
    <meta property="og:url" content="${site.baseUrl}${path}${query}" />
    <meta name="twitter:card" content="summary_large_image" />
    ${
      // What is too long for an address has none.
      method === 'GET' &&
      html`<meta property="og:image" content="${url}" />
        <meta property="og:image:type" content="image/png" />
        <meta property="og:image:width" content="${width}" />
        <meta property="og:image:height" content="${height}" />
        <meta property="og:image:alt" content="${rowNames(shown)}" />`
    }`;
}

function header(site: Site, path: string): Html {
  const links = navigation.map(([target, text]) => {
    const isHere = target === path || (target === '/docs' && /^\/docs\/(?!console)/.test(path));
    return html`<li>
      <a href="${href(site, target)}" ${isHere && html` aria-current="page"`}>${text}</a>
    </li>`;
  });
  return html`<header class="top">
    <div class="wrap">
      <a class="brand" href="${href(site, '/')}"
        ><img src="${assetHref(site, 'icon.svg')}" alt="" width="36" height="36" />Lineup</a
      >
      <nav aria-label="Main">
        <ul>
          ${links}
        </ul>
      </nav>
    </div>
  </header>`;
}

function footer(site: Site): Html {
  return html`<footer class="bottom">
    <div class="wrap">
      <p>
        <b>Lineup</b> is free, open under the MIT licence and needs no account. The sample skins are
        our own.
      </p>
      <p>
        Not affiliated with Mojang, Microsoft, Discord or Roblox. Minecraft is a trademark of Mojang
        Synergies AB.
      </p>
      <ul>
        <li><a href="${href(site, '/docs')}">Reference</a></li>
        <li><a href="${href(site, '/docs/console')}">API console</a></li>
        <li><a href="${href(site, '/openapi.json')}">OpenAPI</a></li>
        <li><a href="${href(site, '/docs/limits')}">Limits</a></li>
        <li><a href="${href(site, '/docs/self-host')}">Run your own</a></li>
        <li><a href="${href(site, '/healthz')}">Health</a></li>
      </ul>
    </div>
  </footer>`;
}
