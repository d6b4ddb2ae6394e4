import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { LineupError } from '../../common/errors/lineup-error.ts';
import { createDocument, sendDocument, type StoredDocument } from '../http/documents.ts';
import { pageHeaders } from './page-headers.ts';
import { baseUrlOf } from '../http/request-host.ts';
import type { HttpServer } from '../http/server.ts';
import type { Assets } from './assets.ts';
import { addErrorPages } from './error-page.ts';
import { readLocale } from './messages/locales.ts';
import { choiceWords, translator } from './messages/messages.ts';
import { maxItems, readLineup, type Lineup } from './front/lineup.ts';
import { rowFromPath } from './front/row.ts';
import { createPages, pageMakers } from './pages.ts';
import { addServerPages, type ServerPageParts } from './server-routes.ts';
import type { Site } from './site.ts';

/** What is the same on all pages. */
export type DocsParts = Pick<
  Site,
  'routes' | 'assets' | 'publicUrl' | 'samples' | 'limits' | 'settings'
> &
  Pick<ServerPageParts, 'checkHost'> & { readonly version: string };

const config = { docs: 'none' } as const;

/** All pages and their files, as a plugin of its own that runs after those that add routes. */
export function addDocsRoutes(app: HttpServer, parts: DocsParts): void {
  void app.register((scope, _options, done) => {
    addPages(scope, { ...parts, routes: [...parts.routes] });
    done();
  });
  addErrorPages(app, siteMaker(parts));
}

/** The data for a page, at the URL of its request. */
function siteMaker(parts: DocsParts): (request: FastifyRequest) => Site {
  return (request) => {
    const { headers, url } = request;
    const reader = readLocale(searchOf(url), headers['accept-language']);
    const base = baseOf(request, parts.publicUrl);
    const { locale } = reader;
    const words = { t: translator(locale), wordsFor: choiceWords(locale) };
    return { ...parts, ...base, ...reader, ...words };
  };
}

/** Files that browsers and crawlers request from every host. */
function rootFiles(assets: Assets): readonly (readonly [string, StoredDocument])[] {
  const robots = Buffer.from('User-agent: *\nAllow: /\n');
  const icons = { '/favicon.ico': 'icon.svg', '/apple-touch-icon.png': 'touch-icon.png' } as const;
  return [
    ['/robots.txt', createDocument(robots, 'text/plain; charset=utf-8', 'page')],
    // Their names do not contain a hash, so clients have to revalidate them.
    ...Object.entries(icons).flatMap(([path, name]) => {
      const icon = assets.documents.get(assets.pathOf(name));
      return icon === undefined ? [] : [[path, { ...icon, policy: 'page' }] as const];
    }),
  ];
}

function addPages(app: HttpServer, parts: DocsParts): void {
  const { routes, assets } = parts;
  const pages = createPages(routes, parts.version);
  const siteFor = siteMaker(parts);
  for (const path of pageMakers({ routes }).keys()) {
    if (path === '/') continue;
    app.get(path, { config }, (request, reply) =>
      sendDocument(request, reply.headers(pageHeaders), pages.page(siteFor(request), path)),
    );
  }
  addFrontPages(app, pages, siteFor);
  addServerPages(app, { pages, siteFor, searchOf, checkHost: parts.checkHost });
  for (const path of ['/openapi.json', '/api/openapi.json']) {
    app.get(path, { config }, (request, reply) =>
      sendDocument(request, reply, pages.openApi(siteFor(request))),
    );
  }
  for (const [path, document] of rootFiles(assets)) {
    app.get(path, { config }, (request, reply) => sendDocument(request, reply, document));
  }
  for (const [path, document] of assets.documents) {
    app.get(path, { config }, (request, reply) => sendDocument(request, reply, document));
  }
}

/** At least two players; other single segments are not pages. */
const rowPath = '/:players(^[^+,]*[+,].*$)';
const rowSchema = { params: Type.Object({ players: Type.String({ maxLength: 2048 }) }) };

/** The front page, with the row in its query or path. */
function addFrontPages(
  app: HttpServer,
  pages: ReturnType<typeof createPages>,
  siteFor: ReturnType<typeof siteMaker>,
): void {
  const send = (request: FastifyRequest, reply: FastifyReply, lineup: Lineup | null) => {
    const site = siteFor(request);
    const page = lineup === null ? pages.page(site, '/') : pages.row(site, lineup);
    return sendDocument(request, reply.headers(pageHeaders), page);
  };
  app.get('/', { config }, (request, reply) =>
    send(request, reply, readLineup(searchOf(request.url), maxItems)),
  );
  app.get(rowPath, { schema: rowSchema, config }, (request, reply) => {
    const lineup = rowFromPath(request.params.players, searchOf(request.url), maxItems);
    if (lineup === null) throw new LineupError('unknown-route');
    return send(request, reply, lineup);
  });
}

/** In bytes; the longest URL of a row that pages themselves make. Each byte of it is repeated on the page. */
const longestSearch = 8192;

/** The query of a URL with its question mark, or as many of its parameters as a page reads. */
function searchOf(url: string): string {
  const start = url.indexOf('?');
  if (start === -1) return '';
  const search = url.slice(start, start + longestSearch + 1);
  return search.length <= longestSearch ? search : search.slice(0, search.lastIndexOf('&') + 1);
}

/** Pages about invalid headers have a base, too. */
function baseOf(
  request: FastifyRequest,
  publicUrl: string | undefined,
): Pick<Site, 'baseUrl' | 'basePath'> {
  const baseUrl = baseUrlOf(request, publicUrl);
  return { baseUrl, basePath: new URL(baseUrl).pathname.replace(/\/$/, '') };
}
