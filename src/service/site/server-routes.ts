import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { definePage, documentResponse, type Route } from '../http/define-route.ts';
import type { Html } from './html.ts';
import { livePage } from './live-page.ts';
import { liveHeaders, pageHeaders } from './page-headers.ts';
import type { Pages } from './pages.ts';
import { serverPage, type ServerPageRequest } from './server-page.ts';
import type { Site } from './site.ts';

const params = Type.Object({
  edition: Type.Union([Type.Literal('java'), Type.Literal('bedrock')]),
  host: Type.String({ minLength: 1, maxLength: 512 }),
});

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
export function serverPageRoutes(parts: ServerPageParts): readonly Route[] {
  const { pages, siteFor, searchOf, checkHost } = parts;
  const pageAt = (
    path: string,
    headers: Readonly<Record<string, string>>,
    make: (site: Site, server: ServerPageRequest) => Html,
  ): Route =>
    definePage({
      // Another edition is a page that does not exist.
      path: `${path}/:edition(^(?:java|bedrock)$)/:host`,
      params,
      response: documentResponse,
      handler: (request) => {
        const { edition, host } = request.params;
        checkHost(edition, host);
        const site = siteFor(request);
        const server = { edition, host, search: searchOf(request.url) };
        return { document: pages.fresh(site, make(site, server)), headers };
      },
    });
  return [pageAt('/live', liveHeaders, livePage), pageAt('/server', pageHeaders, serverPage)];
}
