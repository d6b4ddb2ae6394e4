import { randomUUID } from 'node:crypto';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { fastify, LogController, type FastifyRequest } from 'fastify';
import { systemClock, type Clock } from '../../common/async/clock.ts';
import { createLoopBudget, type LoopBudget } from '../../common/async/loop-budget.ts';
import type { Failure } from '../../common/errors/failure-of.ts';
import { badRequest, LineupError } from '../../common/errors/lineup-error.ts';
import type { LimitScope, RateLimiter } from '../limits/limits.ts';
import { respondToClientError, sendError, coerceParameters } from './error-responses.ts';
import { addLoadShedding, overloaded, shareConnections, addDraining } from './load-shedding.ts';
import { addHeaders, respondToPreflight, publicHeaders } from './public-headers.ts';
import { addRateLimit } from './rate-limit.ts';
import { createFastPath } from './fast-path.ts';
import { addExtensions } from './file-extensions.ts';
import { addRequestBodies, compressedBodyError } from './request-bodies.ts';
import { addReports, type ReportOptions, type LogStream } from './request-log.ts';
import { hostName, hostRefusal, proxyTrust, type ProxyTrust } from './request-host.ts';
import { longestSegment, targetReader, type TargetOf } from './request-target.ts';
import { charsetOf, inUtf8 } from '../../common/schemas/body-text.ts';
import { exceedsJsonLimits, jsonLimits } from '../../common/schemas/json-size.ts';
import { createValidatorCompiler } from '../../common/schemas/validator.ts';
import { addResponseCache, sendCached, type ResponseCache } from './response-cache.ts';
import { defaultServerLimits, type HttpServer, type ServerLimits } from './server.ts';
import { unreadResponses, type UnreadOptions } from './unread.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The key of its client for limits and shares. */
    clientKey: string;
    /** The rate limit that applies; `null` for none. */
    limitScope: LimitScope | null;
    /** Whether a token was taken for this request. */
    hasToken: boolean;
    /** Set if the window has no tokens left: a 304 from the cache is still served. */
    limitRefusal: LineupError | null;
    /** What failed upstream, for the log line of a 502. */
    failure: Failure | null;
  }
}

export type HttpServerOptions = ReportOptions & {
  /** Whose forwarded headers are trusted: nobody's, the last n hops', or these networks'. */
  readonly trustProxy: false | number | readonly string[];
  /** Host names (in lower case) that serve another service's paths at their root, with its name. */
  readonly compatHosts?: ReadonlyMap<string, string> | undefined;
  /** File extensions of pictures at the root; by default none. */
  readonly pictureFormats?: ReadonlySet<string> | undefined;
  readonly logStream?: LogStream | undefined;
  /** Without it nothing is limited. */
  readonly limiter?: RateLimiter | undefined;
  /** Without it an iteration of the event loop starts all requests that it receives. */
  readonly loopBudget?: Pick<LoopBudget, 'take'> | undefined;
  /** Says why a path has none of the other methods, where that is on purpose. */
  readonly methodReason?: ((path: string) => string | undefined) | undefined;
  /** Returns the key of a client by its address; by default the address itself. */
  readonly clientKeyOf?: (address: string | undefined) => string;
  /** Overrides for tests. */
  readonly serverLimits?: Partial<ServerLimits> | undefined;
  readonly clock?: Clock;
};

/** Creates the HTTP server with what all routes share. It has no routes and does not listen. */
export function createHttpServer(options: HttpServerOptions): HttpServer {
  const limits = { ...defaultServerLimits, ...options.serverLimits };
  const trust = proxyTrust(options.trustProxy);
  const { compatHosts, pictureFormats } = options;
  const targetOf = targetReader((host) => compatHosts?.get(hostName(host)), pictureFormats);
  const { limiter, methodReason, clock = systemClock } = options;
  const shared = { limits, clock };
  const app = openFastify(options, shared, targetOf);
  // Fastify parses text bodies by default; here they are an unsupported type.
  app.removeContentTypeParser('text/plain');
  app.setErrorHandler(sendError);
  app.addHook('onRoute', coerceParameters);
  addExtensions(app);
  const { clientKeyOf: keyOf = (address) => address ?? '' } = options;
  const { take: schedule } = options.loopBudget ?? createLoopBudget({ budgetMs: Infinity });
  const cache = addResponseCache(app, clock.nowMs);
  acceptJson(app, cache, schedule);
  // The hooks run for every request in this order.
  const isDraining = addDraining(app);
  app.decorateRequest('clientKey', '').decorateRequest('hasToken', false);
  for (const name of ['limitScope', 'limitRefusal', 'cacheKey', 'cached', 'failure'] as const) {
    app.decorateRequest(name, null);
  }
  app.addHook('onRequest', (request, reply, done) => {
    request.clientKey = reply.raw.clientKey = keyOf(request.ip);
    const { limitScope } = targetOf(request.raw);
    // What does not exist has the limit of the pages also among paths without one.
    request.limitScope = limitScope ?? (request.is404 ? 'pages' : null);
    request.raw.socket.latestReply = reply;
    addHeaders(reply, publicHeaders(request.id, request.limitScope));
    cache.lookUp(request);
    done();
  });
  const report = addReports(app, options);
  if (limiter !== undefined) addRateLimit(app, limiter);
  app.addHook('onRequest', respondToPreflight);
  app.addHook('onRequest', (request, _reply, done) => {
    done(refusalOf(app, request, { trust, targetOf, methodReason }) ?? undefined);
  });
  addLoadShedding(app, limits, schedule);
  addRequestBodies(app, shared);
  app.addHook('preValidation', sendCached);
  respondToUnusual(app.server);
  const respondEarly = createFastPath({
    find: cache.find,
    targetOf,
    trust,
    keyOf,
    limiter,
    isDraining,
    report,
    next: (request, response) => app.routing(request, response),
  });
  const isTakenOn = shareConnections(app.server, limits, (address) =>
    trust(address, 0) ? null : keyOf(address),
  );
  app.server.removeAllListeners('request').on('request', (request, response) => {
    if (isTakenOn(request, response)) respondEarly(request, response);
  });
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

function openFastify(
  options: HttpServerOptions,
  shared: UnreadOptions,
  targetOf: TargetOf,
): HttpServer {
  const { trustProxy, logLevel, logStream } = options;
  const { limits } = shared;
  return fastify({
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
}

/**
 * Returns the error for a request that is refused before its body is read, or `null`: an invalid host
 * or target, an unknown route (405 if it has other methods), or a compressed body.
 */
function refusalOf(
  app: HttpServer,
  request: FastifyRequest,
  rules: Pick<HttpServerOptions, 'methodReason'> & {
    readonly trust: ProxyTrust;
    readonly targetOf: TargetOf;
  },
) {
  const { trust, targetOf, methodReason } = rules;
  const { url, is404, raw } = request;
  const sentence = hostRefusal(raw, request.clientKey, trust) ?? targetOf(raw).refusal;
  if (sentence !== null) return badRequest(sentence);
  if (!is404) return compressedBodyError(raw);
  const allow = app.supportedMethods.filter((method) => app.findRoute({ method, url }) !== null);
  return allow.length === 0
    ? new LineupError('unknown-route')
    : new LineupError('method-not-allowed', methodReason?.(url), { allow });
}

const tooMuch = `body: must hold at most ${jsonLimits.values} values, nested at most ${jsonLimits.levels} deep`;

/** Parses JSON bodies, not again if the response is cached; refuses those with too much in them. */
function acceptJson(
  app: HttpServer,
  { lookUp }: ResponseCache,
  schedule: LoopBudget['take'],
): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  const options = { parseAs: 'buffer' } as const;
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser<Buffer>('application/json', options, (request, received, done) => {
    const bytes = textOf(request, received);
    if (bytes instanceof LineupError) return done(request.limitRefusal ?? bytes);
    lookUp(request, bytes);
    const { cached, limitRefusal } = request;
    if (limitRefusal !== null && cached?.status !== 304) return done(limitRefusal);
    if (cached !== null) return done(null);
    const isTaken = schedule(() => {
      const isTooMuch = exceedsJsonLimits(bytes, jsonLimits);
      if (isTooMuch) done(badRequest(tooMuch));
      else void parse(request, bytes.toString(), done);
    });
    if (!isTaken) done(overloaded('much work'));
  });
}

/** A body in UTF-8, or the error for one that is no text. */
function textOf({ headers }: FastifyRequest, bytes: Buffer): Buffer | LineupError {
  try {
    return inUtf8(bytes, charsetOf(headers['content-type']), 'body');
  } catch (error) {
    if (error instanceof LineupError) return error;
    throw error;
  }
}
