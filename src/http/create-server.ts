import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { fastify, LogController, type FastifyRequest } from 'fastify';
import { createTurnBudget, type TurnBudget } from '../async/turn-budget.ts';
import type { Failure } from '../errors/failure-of.ts';
import { LineupError } from '../errors/lineup-error.ts';
import type { LimitScope, RateLimiter } from '../limits/limits.ts';
import { addDraining } from './drain.ts';
import { answerClientError, sendError } from './error-responses.ts';
import { addLoadShedding, limitConnections, overloaded } from './load-shedding.ts';
import { addHeaders, answerPreflight, publicHeaders } from './public-headers.ts';
import { addRateLimit } from './rate-limit.ts';
import { createEarlyAnswers, isReadAlone } from './early-answers.ts';
import { packedRefusal } from './raw-body.ts';
import { addReports, type ReportOptions, type LogStream } from './request-log.ts';
import {
  canonicalUrl,
  hostName,
  hostRefusal,
  isBadTarget,
  limitScopeOf,
  proxyTrust,
  type ProxyTrust,
} from './request-target.ts';
import { isDeepJson, maxJsonDepth } from '../schemas/json-depth.ts';
import { createValidatorCompiler } from '../schemas/validator.ts';
import { coerceParameters } from './request-validation.ts';
import {
  addResponseCache,
  maxCachedBody,
  readKeyOf,
  sendCached,
  type CachedResponse,
  type ResponseCache,
} from './response-cache.ts';
import { defaultServerLimits, type HttpServer, type ServerLimits } from './server.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The client that it is counted for: the same key as in the rate limit. */
    clientKey: string;
    /** Which rate limit it falls under; `null` for none. */
    limitScope: LimitScope | null;
    /** Whether a token was taken for it. */
    hasToken: boolean;
    /** Its window is spent, but it may turn out to be a 304 from cache, which is served all the same. */
    limitRefusal: LineupError | null;
    /** What its response is kept under; `null` for one that is not kept. */
    cacheKey: string | null;
    /** The response to exactly the same request, while all that it was made of is fresh. */
    cached: CachedResponse | null;
    /** Of a 502: what failed, for the log. */
    failure: Failure | null;
  }
}

export type HttpServerOptions = ReportOptions & {
  /** Who may say for whom a request is made: nobody, the last n hops, or these networks. */
  readonly trustProxy: false | number | readonly string[];
  /** Host names at whose root another service's paths are, by name in lower case. */
  readonly compatHosts?: ReadonlyMap<string, string> | undefined;
  readonly logStream?: LogStream | undefined;
  /** Without one nobody is counted. */
  readonly limiter?: RateLimiter | undefined;
  /** Without one a turn of the event loop takes on all that it brings. */
  readonly turn?: Pick<TurnBudget, 'take'> | undefined;
  /** By which key clients are counted; by default each address is one. */
  readonly clientKeyOf?: (address: string | undefined) => string;
  /** For tests, which have less time and less to send. */
  readonly serverLimits?: Partial<ServerLimits> | undefined;
  /** Milliseconds since 1970, of a clock that never steps back. */
  readonly nowMs?: (() => number) | undefined;
};

/**
 * The HTTP server with everything that is the same for all routes: limits, aliases, validation,
 * error responses, log. It has no routes yet and does not listen.
 */
export function createHttpServer(options: HttpServerOptions): HttpServer {
  const limits = { ...defaultServerLimits, ...options.serverLimits };
  const trust = proxyTrust(options.trustProxy);
  const app = openFastify(options, limits);
  // A client that ends its side of the connection still waits for the response (RFC 9112, section 6.3):
  // Node would drop it. Part of `http.Server`, but not of its types.
  Object.assign(app.server, { httpAllowHalfOpen: true });
  // Fastify reads text bodies by default; to us they are as unknown as any other type.
  app.removeContentTypeParser('text/plain');
  app.setErrorHandler(sendError);
  app.addHook('onRoute', coerceParameters);
  const { limiter, nowMs = Date.now, clientKeyOf: keyOf = (address) => address ?? '' } = options;
  const { take: takeOn } = options.turn ?? createTurnBudget({ budgetMs: Infinity });
  limitConnections(app.server, limits, (address) => (trust(address, 0) ? null : keyOf(address)));
  const cache = addResponseCache(app, nowMs);
  acceptJson(app, cache, takeOn);
  // What happens to a request as soon as it is there, in this order.
  const isDraining = addDraining(app);
  app.decorateRequest('clientKey', '').decorateRequest('hasToken', false);
  for (const name of ['limitScope', 'limitRefusal', 'cacheKey', 'cached', 'failure'] as const) {
    app.decorateRequest(name, null);
  }
  app.addHook('onRequest', (request, reply, done) => {
    request.clientKey = keyOf(request.ip);
    request.limitScope = limitScopeOf(request.method, request.url);
    request.raw.socket.latestReply = reply;
    addHeaders(reply, publicHeaders(request.id, request.limitScope));
    if (isReadAlone(request.raw)) cache.lookUp(request, readKeyOf(request.url, request.headers));
    done();
  });
  const report = addReports(app, options);
  if (limiter !== undefined) addRateLimit(app, limiter);
  app.addHook('onRequest', answerPreflight);
  app.addHook('onRequest', (request, _reply, done) => {
    done(refusalOf(app, request, trust) ?? undefined);
  });
  const enter = addLoadShedding(app, limits, takeOn);
  app.addHook('onRequest', sendCached);
  app.addHook('preValidation', sendCached);
  // Node answers an `Expect` that it does not know by itself; to us it is a request like any other.
  app.server.on('checkExpectation', (request, response) => {
    app.server.emit('request', request, response);
  });
  // Nor does it answer who takes this for a proxy.
  app.server.on('connect', ({ socket }) => answerClientError({}, socket));
  const answerEarly = createEarlyAnswers({
    find: cache.find,
    urlOf: targetReader(options),
    trust,
    keyOf,
    limiter,
    enter,
    isDraining,
    report,
    next: (request, response) => app.routing(request, response),
  });
  app.server.removeAllListeners('request').on('request', answerEarly);
  return app;
}

function openFastify(options: HttpServerOptions, limits: ServerLimits): HttpServer {
  const { trustProxy, logLevel, logStream } = options;
  return fastify({
    bodyLimit: limits.bodyBytes,
    // No parameter of a path that got through the header limit is longer, not even where each of its
    // bytes is a slash, which becomes `%2F`; schemas bound each.
    routerOptions: { maxParamLength: 3 * limits.headerBytes, ignoreTrailingSlash: true },
    requestTimeout: limits.requestTimeoutMs,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    connectionTimeout: limits.silenceTimeoutMs,
    http: {
      headersTimeout: limits.headersTimeoutMs,
      connectionsCheckingInterval: limits.timeoutCheckMs,
      maxHeaderSize: limits.headerBytes,
      // A missing `Host` is refused by us, in the form of every other error.
      requireHostHeader: false,
      // Or else the second of two would be dropped unseen, and with it what a proxy may have gone by.
      joinDuplicateHeaders: true,
    },
    // While draining, what still arrives on open connections is answered; idle ones are closed.
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    trustProxy: trustProxy === false ? false : proxyTrust(trustProxy),
    genReqId: () => randomUUID(),
    // Without a stream the lines go to standard output.
    logger: logLevel !== 'silent' && { level: logLevel, ...(logStream && { stream: logStream }) },
    // A child of pino costs as much as routing the request; lines name the request themselves.
    childLoggerFactory: (logger) => logger,
    // Its own lines show addresses and whole URLs; `addReports` writes ours.
    logController: new LogController({ disableRequestLogging: true }),
    rewriteUrl: targetReader(options),
    clientErrorHandler: answerClientError,
  })
    .setValidatorCompiler(createValidatorCompiler())
    .setSerializerCompiler(() => JSON.stringify)
    .withTypeProvider<TypeBoxTypeProvider>();
}

/** What the router sees of a request. */
function targetReader({ compatHosts }: HttpServerOptions) {
  return ({ url = '', method, headers }: IncomingMessage): string =>
    canonicalUrl(
      url,
      method,
      compatHosts?.size ? compatHosts.get(hostName(headers.host)) : undefined,
    );
}

/**
 * Why a request is refused before its body is read, or `null`: headers that name no host, a target that
 * is no path, a path that no route answers to (405 when it does to other methods), a body that is packed.
 */
function refusalOf(
  app: HttpServer,
  request: FastifyRequest,
  trust: ProxyTrust,
): LineupError | null {
  const { url, is404 } = request;
  const sentence =
    hostRefusal(request.raw, request.clientKey, trust) ??
    (isBadTarget(url) ? 'The path must begin with a slash, and be validly percent-encoded.' : null);
  if (sentence !== null) return new LineupError('bad-request', sentence);
  if (!is404) return packedRefusal(request.raw);
  const allow = app.supportedMethods.filter((method) => app.findRoute({ method, url }) !== null);
  return allow.length === 0
    ? new LineupError('unknown-route')
    : new LineupError('method-not-allowed', undefined, { allow });
}

const tooDeep = `The request body is nested more than ${maxJsonDepth} deep.`;

/** JSON bodies: what was answered a moment ago is not parsed again, what is too deep not at all. */
function acceptJson(app: HttpServer, { lookUp }: ResponseCache, takeOn: TurnBudget['take']): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  const options = { parseAs: 'buffer' } as const;
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser<Buffer>('application/json', options, (request, bytes, done) => {
    if (bytes.length <= maxCachedBody) {
      lookUp(request, `${request.url} ${bytes.toString('latin1')}`);
    }
    if (request.limitRefusal !== null && request.cached?.status !== 304) {
      return done(request.limitRefusal);
    }
    if (request.cached !== null) return done(null);
    const isTaken = takeOn(() => {
      if (isDeepJson(bytes)) done(new LineupError('bad-request', tooDeep));
      else void parse(request, bytes.toString(), done);
    });
    if (!isTaken) done(overloaded('work'));
  });
}
