import type { LimitScope } from '../limits/limits.ts';
import { addHeaders, publicHeaders } from './public-headers.ts';
import { limitOfUnknown } from './request-target.ts';
import type { HttpServer, Shared } from './server.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The limit that counts requests of the route; null for none. By default that of the API, or of the pages. */
    limit?: LimitScope | null;
  }
  interface FastifyRequest {
    /** The key of its client for limits and shares. */
    clientKey: string;
  }
}

/** Finds out whose request it is and which limit it has, and sets the headers of every response. */
export function addClient(app: HttpServer, { keyOf }: Shared): void {
  app.decorateRequest('clientKey', '');
  app.addHook('onRoute', (route) => {
    const usual = route.url.startsWith('/api/') ? 'api' : 'pages';
    route.config = { limit: usual, ...route.config };
  });
  app.addHook('onRequest', (request, reply, done) => {
    const { method, url, is404, routeOptions } = request;
    request.clientKey = reply.raw.clientKey = keyOf(request.ip);
    request.limitScope = is404 ? limitOfUnknown(method, url) : (routeOptions.config.limit ?? null);
    request.raw.socket.latestReply = reply;
    addHeaders(reply, publicHeaders(request.id, request.limitScope));
    done();
  });
}
