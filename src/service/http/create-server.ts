import { addClient, addRateLimit } from './rate-limit.ts';
import { addErrors, addRefusals, respondToClientError } from './error-responses.ts';
import { addExtensions } from './file-extensions.ts';
import { addJsonBodies, addRequestBodies } from './request-bodies.ts';
import { addConnections, addDraining, addLoadShedding } from './load-shedding.ts';
import { addPreflights } from './public-headers.ts';
import { addReports } from './request-log.ts';
import { addCachedResponses, addResponseCache } from './response-cache.ts';
import { sharedOf, type HttpServer, type HttpServerOptions, type Shared } from './server.ts';
import { randomUUID } from 'node:crypto';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { fastify, LogController } from 'fastify';
import { createValidatorCompiler } from '../../common/schemas/validator.ts';
import { proxyTrust } from './request-host.ts';
import { longestSegment } from './request-target.ts';
import { unreadResponses } from './unread.ts';

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

/** Opens Fastify, without anything that happens to requests. */
function openFastify(options: HttpServerOptions, shared: Shared): HttpServer {
  const { trustProxy, logLevel, logStream } = options;
  const { limits, targetOf } = shared;
  const app = fastify({
    bodyLimit: limits.bodyBytes,
    // No longer segment gets this far; schemas set tighter bounds.
    routerOptions: { maxParamLength: longestSegment, ignoreTrailingSlash: true },
    requestTimeout: limits.requestTimeoutMs,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    http: {
      ServerResponse: unreadResponses(shared),
      headersTimeout: limits.headersTimeoutMs,
      connectionsCheckingInterval: limits.timeoutCheckMs,
      maxHeaderSize: limits.headerBytes,
      // A missing `Host` is refused by our own check, with an error like all others.
      requireHostHeader: false,
      // Otherwise Node would silently drop the second of two headers, which a proxy may have used.
      joinDuplicateHeaders: true,
      // A request without a body emits no events of a body stream.
      optimizeEmptyRequests: true,
    },
    // While draining, requests on open connections are still answered, and idle connections closed.
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    trustProxy: trustProxy === false ? false : proxyTrust(trustProxy),
    genReqId: () => randomUUID(),
    // Without a stream, log lines go to standard output.
    logger: logLevel !== 'silent' && { level: logLevel, ...(logStream && { stream: logStream }) },
    // A pino child costs as much time as routing; log lines name the request themselves.
    childLoggerFactory: (logger) => logger,
    // Fastify's own lines contain addresses and whole URLs; `addReports` writes ours instead.
    logController: new LogController({ disableRequestLogging: true }),
    rewriteUrl: (request) => targetOf(request).url,
    // After earlier requests of the same packet, which may be answered in the next tick.
    clientErrorHandler: (error, socket) => process.nextTick(respondToClientError, error, socket),
  })
    .setValidatorCompiler(createValidatorCompiler())
    .setSerializerCompiler(() => JSON.stringify)
    .withTypeProvider<TypeBoxTypeProvider>();
  respondToUnusual(app.server);
  return app;
}

/** Answers what Node drops or refuses by default. */
function respondToUnusual(server: HttpServer['server']): void {
  // A client that ends its side of the connection still waits for the response (RFC 9112, section 6.3).
  // Part of `http.Server`, but not of its types.
  Object.assign(server, { httpAllowHalfOpen: true });
  // An unknown `Expect` would be a 417; the header is ignored instead.
  server.on('checkExpectation', (request, response) => {
    server.emit('request', request, response);
  });
  // The connection of a `CONNECT` would be closed without a response.
  server.on('connect', ({ socket }) => process.nextTick(respondToClientError, {}, socket));
}
