import { randomBytes } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import {
  fastify,
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
  type LogLevel,
} from 'fastify';
import { canonicalUrl } from './aliases.ts';
import { defaultBounds, type Bounds } from './bounds.ts';
import { answerClientError } from './client-errors.ts';
import { limitConnections } from './connections.ts';
import { answerError } from './error-answers.ts';
import { LazyLogger } from './lazy-logger.ts';
import { createNodeServer } from './node-server.ts';
import { clientAddressOf, proxyTrust, type ProxyTrust } from './proxy-trust.ts';
import { addPreflight, setPublicHeaders } from './public-headers.ts';
import type { QuickAnswers } from './quick-answers.ts';
import { quickLane, type RequestHandler } from './quick-lane.ts';
import { addRateLimit, countUnrouted, type RateLimiter } from './rate-limit.ts';
import { refusalOf } from './refusals.ts';
import {
  answerFacts,
  answerLine,
  answersAreLoggedAt,
  brokenOffStatus,
  createRequestIds,
  logAnswer,
  loggerOptions,
  type AnswerFacts,
  type LogStream,
} from './request-log.ts';
import { convertText, validatorOptions } from './request-validation.ts';
import { addShedding } from './shedding.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether its answer has been logged and counted. */
    isReported: boolean;
  }
}

/** A Fastify whose routes take their types from TypeBox schemas. */
export type HttpServer = FastifyInstance<
  Server,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

export type HttpServerOptions = {
  /** Who may say for whom a request is made: nobody, the last n hops, or these networks. */
  readonly trustProxy: false | number | readonly string[];
  readonly logLevel: LogLevel;
  readonly logStream?: LogStream | undefined;
  /** Without one nobody is counted. */
  readonly limiter?: RateLimiter | undefined;
  /** By which key connections are counted; by default each address is a client. */
  readonly clientKeyOf?: (address: string) => string;
  /** Pictures that are sent again without routing. */
  readonly quickAnswers?: QuickAnswers | undefined;
  /** For tests, which have less time and less to send. */
  readonly bounds?: Partial<Bounds> | undefined;
  /** Told of every answer; for metrics. */
  readonly onAnswer?: ((answer: AnswerFacts) => void) | undefined;
};

function limitsOf(bounds: Bounds) {
  return {
    bodyLimit: bounds.bodyBytes,
    // No parameter of a path that got through the header limit is longer; schemas bound each.
    routerOptions: { maxParamLength: bounds.headerBytes },
    // While draining, what still arrives on open connections is answered; idle ones are closed.
    forceCloseConnections: 'idle',
    return503OnClosing: false,
  } as const satisfies FastifyServerOptions;
}

/**
 * The HTTP server with everything that is the same for all routes: limits, aliases, validation,
 * error answers, log. It has no routes yet and does not listen.
 */
export function createHttpServer(options: HttpServerOptions): HttpServer {
  const bounds = { ...defaultBounds, ...options.bounds };
  const trust = proxyTrust(options.trustProxy);
  const nextId = createRequestIds(randomBytes(6).toString('base64url'));
  const onRefusal = (facts: AnswerFacts, reqId: string, address: string | undefined): void => {
    const line = { reqId, ...answerLine(facts, address) };
    if (answersAreLoggedAt(options.logLevel)) app.log.info(line, 'answered');
    options.onAnswer?.(facts);
  };
  let handle: RequestHandler | undefined;
  const app = fastify({
    ...limitsOf(bounds),
    // The handler is made below, of parts that need the app; nothing listens before.
    serverFactory: (usual) => {
      handle = usual;
      return createNodeServer(bounds, (request, response) => handle?.(request, response));
    },
    ajv: validatorOptions,
    trustProxy: options.trustProxy === false ? false : trust,
    genReqId: nextId,
    logger: loggerOptions(options.logLevel, options.logStream),
    childLoggerFactory: (logger, bindings, childOptions) =>
      new LazyLogger(logger, bindings, childOptions),
    // Its own lines show addresses and whole URLs; `logAnswer` writes ours.
    logController: new LogController({ disableRequestLogging: true }),
    rewriteUrl: (request) => canonicalUrl(request.url ?? ''),
    clientErrorHandler: (error, socket) => {
      const isProxy = trust(socket.remoteAddress ?? '', 0);
      const { limiter } = options;
      answerClientError(error, socket, {
        limiter: isProxy ? undefined : limiter,
        nextId,
        onRefusal,
      });
    },
    frameworkErrors: unroutedAnswer(options, trust),
  }).withTypeProvider<TypeBoxTypeProvider>();
  // Fastify reads text bodies by default; to us they are as unknown as any other type.
  app.removeContentTypeParser('text/plain');
  app.setErrorHandler(answerError);
  app.addHook('onRoute', convertText);
  const { limiter, clientKeyOf: keyOf = (address) => address } = options;
  const noteRequest = limitConnections(app.server, {
    ...bounds,
    keyOf: (address) => (trust(address, 0) ? null : keyOf(address)),
  });
  addEarlyAnswers(app, limiter);
  const onOver = addReports(app, options);
  addShedding(app, { ...bounds, keyOf, noteRequest, onOver });
  // Before the body is read, and after every `onRequest` hook, whoever adds one and when.
  app.addHook('preParsing', (request, _reply, _payload, done) => done(refusalOf(app, request)));
  const isClosing = closeAfterAnswers(app);
  if (options.quickAnswers !== undefined && handle !== undefined) {
    const log = answersAreLoggedAt(options.logLevel) ? app.log : undefined;
    const shared = { limiter, trust, nextId, noteRequest, isClosing, onAnswer: options.onAnswer };
    handle = quickLane({ answers: options.quickAnswers, log, ...shared }, handle);
  }
  return app;
}

/** What happens to a request as soon as it is there, in this order. */
function addEarlyAnswers(app: HttpServer, limiter: RateLimiter | undefined): void {
  app.addHook('onRequest', (request, reply, done) => {
    setPublicHeaders(request, reply);
    done();
  });
  if (limiter !== undefined) addRateLimit(app, limiter);
  addPreflight(app);
  // Node answers an `Expect` that it does not know by itself; to us it is a request like any other.
  app.server.on('checkExpectation', (request, response) => {
    app.server.emit('request', request, response);
  });
}

/**
 * While draining, an answer also ends its connection: what is kept alive would have to be waited for
 * until its client or a timeout lets go of it.
 *
 * @returns whether the server is draining
 */
function closeAfterAnswers(app: HttpServer): () => boolean {
  let isDraining = false;
  app.addHook('preClose', (done) => {
    isDraining = true;
    done();
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isDraining) void reply.header('connection', 'close');
    done(null, payload);
  });
  return () => isDraining;
}

/**
 * Log and metrics.
 *
 * @returns to be told of requests that are over: of those whose answer got through it knows already
 */
function addReports(
  app: HttpServer,
  { logLevel, onAnswer }: HttpServerOptions,
): ((request: FastifyRequest, reply: FastifyReply) => void) | undefined {
  const isLogged = answersAreLoggedAt(logLevel);
  if (!isLogged && onAnswer === undefined) return undefined;
  const report = (request: FastifyRequest, reply: FastifyReply): void => {
    request.isReported = true;
    if (isLogged) logAnswer(request, reply);
    onAnswer?.(answerFacts(request, reply));
  };
  app.decorateRequest('isReported', false);
  app.addHook('onResponse', (request, reply, done) => {
    report(request, reply);
    done();
  });
  return (request, reply) => {
    if (request.isReported) return;
    // An error that it was to be told says more than that it has gone.
    if (reply.statusCode < 400) reply.raw.statusCode = brokenOffStatus;
    report(request, reply);
  };
}

/** Answers what the router itself refuses; no hook runs for these, and no proxy has been heard. */
function unroutedAnswer(
  { limiter, onAnswer }: HttpServerOptions,
  trust: ProxyTrust,
): NonNullable<FastifyServerOptions['frameworkErrors']> {
  return (error, request, reply) => {
    const address = clientAddressOf(request.raw, trust);
    setPublicHeaders(request, reply);
    const answer = (due: unknown): void => {
      answerError(due, request, reply);
      logAnswer(request, reply, address);
      onAnswer?.(answerFacts(request, reply));
    };
    if (limiter === undefined) answer(error);
    else countUnrouted(limiter, { request, reply, address, error }, answer);
  };
}
