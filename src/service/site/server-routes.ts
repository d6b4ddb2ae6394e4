import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { sendDocument, type StoredDocument } from '../http/documents.ts';
import type { HttpServer } from '../http/server.ts';
import type { Html } from './html.ts';
import { livePage } from './live-page.ts';
import { liveHeaders, pageHeaders } from './page-headers.ts';
import type { Pages } from './pages.ts';
import { serverPage, type ServerPageRequest } from './server-page.ts';
import type { Site } from './site.ts';

/** Another edition is a page that does not exist. */
const path = '/:edition(^(?:java|bedrock)$)/:host';

const schema = {
  params: Type.Object({
    edition: Type.Union([Type.Literal('java'), Type.Literal('bedrock')]),
    host: Type.String({ minLength: 1, maxLength: 512 }),
  }),
};

export type ServerPageParts = {
  readonly pages: Pages;
  readonly siteFor: (request: FastifyRequest) => Site;
  readonly searchOf: (url: string) => string;
  /** Throws for what is no host, or one that is refused whatever its address. */
  readonly checkHost: (edition: string, host: string) => void;
};

/**
 * The pages of a game server: `/server/{edition}/{host}`, and `/live/{edition}/{host}`, the only page that
 * may stand in a frame.
 */
export function addServerPages(app: HttpServer, parts: ServerPageParts): void {
  const { pages, siteFor, searchOf, checkHost } = parts;
  const options = { schema, config: { docs: 'none' } } as const;
  const pageOf = (
    request: FastifyRequest<{ readonly Params: Omit<ServerPageRequest, 'search'> }>,
    make: (site: Site, server: ServerPageRequest) => Html,
  ): StoredDocument => {
    const { edition, host } = request.params;
    checkHost(edition, host);
    const site = siteFor(request);
    return pages.fresh(site, make(site, { ...request.params, search: searchOf(request.url) }));
  };
  app.get(`/live${path}`, options, (request, reply) =>
    sendDocument(request, reply.headers(liveHeaders), pageOf(request, livePage)),
  );
  app.get(`/server${path}`, options, (request, reply) =>
    sendDocument(request, reply.headers(pageHeaders), pageOf(request, serverPage)),
  );
}
