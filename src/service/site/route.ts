import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { LineupError } from '../../common/errors/lineup-error.ts';
import { addRoutes, definePage, documentResponse, type Route } from '../http/define-route.ts';
import { createDocument, type StoredDocument } from '../http/documents.ts';
import { liveRoutes } from './live-routes.ts';
import { pageHeaders, viewHeaders, searchOf, serverParams, type SiteFor } from './page-http.ts';
import { baseUrlOf } from '../http/request-host.ts';
import type { HttpServer } from '../http/server.ts';
import type { Assets } from './assets.ts';
import { addErrorPages } from './error-page.ts';
import { readLocale, choiceWords, translator } from './messages/messages.ts';
import { maxItems } from './front/lineup.ts';
import { readLineup, rowFromPath } from './front/row.ts';
import { createPages, pageMakers, pageOf, type Pages } from './pages.ts';
import { serverPage } from './server-page.ts';
import type { Site } from './site.ts';
import { viewFrame, viewPage } from './view-page.ts';

/** What is the same on all pages. */
export type DocsParts = Pick<
  Site,
  'routes' | 'assets' | 'publicUrl' | 'samples' | 'limits' | 'settings'
> & {
  readonly version: string;
  /** Throws for what is no host, or one that is refused whatever its address. */
  readonly checkHost: (edition: string, host: string) => void;
};

/** All pages and their files, in a scope of its own that is opened after those that add routes. */
export function addDocsRoutes(app: HttpServer, parts: DocsParts): void {
  void app.register((scope, _options, done) => {
    const base = parts.publicUrl ?? '';
    // The reference lists them, so that they come before its pages.
    addRoutes(scope, liveRoutes(siteMaker(parts), parts.checkHost), base);
    addRoutes(scope, siteRoutes({ ...parts, routes: [...parts.routes] }), base);
    done();
  });
  addErrorPages(app, siteMaker(parts));
}

/** The data for a page, at the URL of its request. */
function siteMaker(parts: DocsParts): SiteFor {
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

function siteRoutes(parts: DocsParts): readonly Route[] {
  const { routes, assets } = parts;
  const pages = createPages(routes, parts.version);
  const siteFor = siteMaker(parts);
  const files = [...rootFiles(assets), ...assets.documents];
  return [
    ...[...pageMakers({ routes }).keys()]
      .filter((path) => path !== '/')
      .map((path) => pageAt(path, (request) => pages.page(siteFor(request), path))),
    ...frontRoutes(pages, siteFor),
    serverRoute(siteFor, parts.checkHost),
    viewRoute(siteFor),
    ...['/openapi.json', '/api/openapi.json'].map((path) =>
      definePage({
        path,
        response: documentResponse,
        handler: (request) => ({ document: pages.openApi(siteFor(request)) }),
      }),
    ),
    ...files.map(([path, document]) =>
      definePage({ path, limit: null, response: documentResponse, handler: () => ({ document }) }),
    ),
  ];
}

function pageAt(path: string, make: (request: FastifyRequest) => StoredDocument): Route {
  return definePage({
    path,
    response: documentResponse,
    handler: (request) => ({ document: make(request), headers: pageHeaders }),
  });
}

/** At least two players; other single segments are not pages. */
const rowPath = '/:players(^[^+,]*[+,].*$)';

/** The front page, with the row in its query or path. */
function frontRoutes(pages: Pages, siteFor: SiteFor): readonly Route[] {
  return [
    pageAt('/', (request) => {
      const lineup = readLineup(searchOf(request.url), maxItems);
      return lineup === null
        ? pages.page(siteFor(request), '/')
        : pages.row(siteFor(request), lineup);
    }),
    definePage({
      path: rowPath,
      params: Type.Object({ players: Type.String({ maxLength: 2048 }) }),
      response: documentResponse,
      handler: (request) => {
        const lineup = rowFromPath(request.params.players, searchOf(request.url), maxItems);
        if (lineup === null) throw new LineupError('unknown-route');
        return { document: pages.row(siteFor(request), lineup), headers: pageHeaders };
      },
    }),
  ];
}

/** The page of a game server: `/server/{edition}/{host}`. */
function serverRoute(siteFor: SiteFor, checkHost: DocsParts['checkHost']): Route {
  return definePage({
    // Another edition is a page that does not exist.
    path: '/server/:edition(^(?:java|bedrock)$)/:host',
    params: serverParams,
    response: documentResponse,
    handler: (request) => {
      const { edition, host } = request.params;
      checkHost(edition, host);
      const site = siteFor(request);
      const server = { edition, host, search: searchOf(request.url) };
      return { document: pageOf(site, serverPage(site, server)), headers: pageHeaders };
    },
  });
}

/** The page that turns a player, and the same for frames: `/view/{player}`. */
function viewRoute(siteFor: SiteFor): Route {
  return definePage({
    path: '/view/:player',
    params: Type.Object({ player: Type.String({ minLength: 1, maxLength: 512 }) }),
    response: documentResponse,
    handler: (request) => {
      const search = searchOf(request.url);
      const isFrame = new URLSearchParams(search).has('embed');
      const [site, view] = [siteFor(request), { player: request.params.player, search }];
      const page = isFrame ? viewFrame(site, view) : viewPage(site, view);
      return { document: pageOf(site, page), headers: viewHeaders(isFrame) };
    },
  });
}

/** Pages about invalid headers have a base, too. */
function baseOf(
  request: FastifyRequest,
  publicUrl: string | undefined,
): Pick<Site, 'baseUrl' | 'basePath'> {
  const baseUrl = baseUrlOf(request, publicUrl);
  return { baseUrl, basePath: new URL(baseUrl).pathname.replace(/\/$/, '') };
}
