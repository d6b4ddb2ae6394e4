import { addClient } from './client.ts';
import { addErrors } from './error-responses.ts';
import { addExtensions } from './file-extensions.ts';
import { addJsonBodies } from './json-bodies.ts';
import { addConnections, addDraining, addLoadShedding } from './load-shedding.ts';
import { openFastify } from './open-fastify.ts';
import { addPreflights } from './public-headers.ts';
import { addRateLimit } from './rate-limit.ts';
import { addRefusals } from './refusals.ts';
import { addRequestBodies } from './request-bodies.ts';
import { addReports } from './request-log.ts';
import { addCachedResponses, addResponseCache } from './response-cache.ts';
import { sharedOf, type HttpServer, type HttpServerOptions, type Shared } from './server.ts';

/** What happens to every request, in this order. Each adds its hooks and decorators. */
const plugins: readonly ((app: HttpServer, shared: Shared) => void)[] = [
  addErrors,
  addExtensions,
  addJsonBodies,
  addDraining,
  addConnections,
  addClient,
  addResponseCache,
  addReports,
  addRateLimit,
  addPreflights,
  addRefusals,
  addCachedResponses,
  addLoadShedding,
  addRequestBodies,
];

/** Creates the HTTP server with what all routes share. It has no routes and does not listen. */
export function createHttpServer(options: HttpServerOptions): HttpServer {
  const shared = sharedOf(options);
  const app = openFastify(options, shared);
  for (const add of plugins) add(app, shared);
  return app;
}
