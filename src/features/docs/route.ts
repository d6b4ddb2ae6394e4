import type { FastifyRequest } from 'fastify';
import { cachePolicies } from '../../http/cache-headers.ts';
import { sendDocument } from '../../http/documents.ts';
import { pageHeaders } from '../../http/page-headers.ts';
import type { HttpServer } from '../../http/server.ts';
import type { Assets } from './assets.ts';
import type { RouteEntry } from './collect.ts';
import { createPages, pageMakers } from './pages.ts';
import { href, type Limits, type Site } from './site.ts';

export type DocsParts = {
  /** Every route to document; complete by now. */
  readonly routes: readonly RouteEntry[];
  readonly assets: Assets;
  readonly version: string;
  /** Base of links and examples; `undefined` takes it from each request. */
  readonly publicUrl: string | undefined;
  /** Names of the sample skins. */
  readonly samples: readonly string[];
  readonly limits: Limits;
};

const config = { docs: 'none' } as const;

/**
 * Front page, reference pages, interactive reference, OpenAPI document, and the files they need.
 * Registered as a plugin of its own: by the time it runs, the plugins before it have added theirs.
 */
export function addDocsRoutes(app: HttpServer, parts: DocsParts): void {
  void app.register((scope, _options, done) => {
    addPages(scope, { ...parts, routes: [...parts.routes] });
    done();
  });
}

function addPages(app: HttpServer, { version, publicUrl, ...parts }: DocsParts): void {
  const { routes, assets } = parts;
  const pages = createPages(routes, version);
  const siteFor = (request: FastifyRequest): Site => ({
    ...parts,
    publicUrl,
    ...baseOf(request, publicUrl),
  });
  for (const path of pageMakers({ routes }).keys()) {
    app.get(path, { config }, (request, reply) =>
      sendDocument(request, reply.headers(pageHeaders), pages.page(siteFor(request), path)),
    );
    if (path !== '/') addRedirect(app, path, siteFor);
  }
  app.get('/api/openapi.json', { config }, (request, reply) =>
    sendDocument(request, reply, pages.openApi(siteFor(request))),
  );
  for (const [path, document] of assets.documents) {
    app.get(path, { config }, (request, reply) => sendDocument(request, reply, document));
  }
}

/** Pages are files to some and folders to others: with a slash at the end they are the same page. */
function addRedirect(app: HttpServer, path: string, siteFor: (request: FastifyRequest) => Site) {
  app.get(`${path}/`, { config }, (request, reply) => {
    const query = /\?.*$/s.exec(request.originalUrl)?.[0] ?? '';
    void reply.header('cache-control', cachePolicies.page);
    return reply.redirect(`${href(siteFor(request), path)}${query}`, 308);
  });
}

// A host is shown in commands that people paste: what is not plainly one is not repeated.
const plainHost = /^[\w.-]+(:\d+)?$|^\[[\da-f:.]+\](:\d+)?$/i;

function baseOf(
  { protocol, host }: FastifyRequest,
  publicUrl: string | undefined,
): Pick<Site, 'baseUrl' | 'basePath'> {
  const baseUrl = publicUrl ?? `${protocol}://${plainHost.test(host) ? host : 'localhost'}`;
  return { baseUrl, basePath: new URL(baseUrl).pathname.replace(/\/$/, '') };
}
