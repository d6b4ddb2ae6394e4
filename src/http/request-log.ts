import type { FastifyReply, FastifyRequest, LogLevel } from 'fastify';
import type { HttpServer } from './server.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether its response has been logged and counted. */
    isReported: boolean;
  }
}

/** Where log lines go; each call is one JSON line. */
export type LogStream = { write(line: string): void };

/**
 * The logger's options. Of a request only its method and the *pattern* of its route are ever
 * written: paths and queries hold names, tokens and labels, and addresses are people.
 *
 * Without a stream the lines go to standard output.
 */
export function loggerOptions(level: LogLevel, stream?: LogStream) {
  if (level === 'silent') return false;
  return {
    level,
    serializers: {
      req: (request: FastifyRequest) => ({ method: request.method, route: routeOf(request) }),
      res: (reply: { statusCode: number }) => ({ statusCode: reply.statusCode }),
    },
    ...(stream !== undefined && { stream }),
  };
}

/** What others call a request whose client did not wait for the answer. */
const brokenOffStatus = 499;

/** What is counted of a response. */
export type AnswerFacts = {
  readonly method: string;
  /** The pattern of the route, `none` where there is no route. */
  readonly route: string;
  readonly status: number;
  readonly ms: number;
};

export type ReportOptions = {
  readonly logLevel: LogLevel;
  /** Told of every response, and whether it came from the response cache; for metrics. */
  readonly onAnswer?: ((answer: AnswerFacts, isCached: boolean) => void) | undefined;
};

/** Log and metrics: of each response once it is sent, and of a request whose client has gone. */
export function addReports(app: HttpServer, { logLevel, onAnswer }: ReportOptions): void {
  if (!isLoggedAt(logLevel) && onAnswer === undefined) return;
  app.decorateRequest('isReported', false);
  const report = (request: FastifyRequest, reply: FastifyReply): void => {
    request.isReported = true;
    const facts = {
      method: request.method,
      route: routeOf(request),
      status: reply.statusCode,
      ms: reply.elapsedTime,
    };
    // The level of a route is empty where it has none of its own.
    if (isLoggedAt(logLevel) && isLoggedAt(request.routeOptions.logLevel || 'info')) {
      logAnswer(request, facts);
    }
    onAnswer?.(facts, request.cached !== null);
  };
  app.addHook('onRequest', (request, reply, done) => {
    reply.raw.once('close', () => {
      if (request.isReported) return;
      // An error that it was to be told says more than that it has gone.
      if (reply.statusCode < 400) reply.raw.statusCode = brokenOffStatus;
      report(request, reply);
    });
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    report(request, reply);
    done();
  });
}

function isLoggedAt(level: string): boolean {
  return level === 'info' || level === 'debug' || level === 'trace';
}

/** One line a response. */
function logAnswer(request: FastifyRequest, { ms, ...facts }: AnswerFacts): void {
  const client = truncatedKey(request.clientKey);
  const line = { reqId: request.id, client, ...facts, ms: Math.round(ms * 10) / 10 };
  request.server.log.info({ ...line, ...request.failure }, 'answered');
}

/**
 * What a log may hold of a client's address: the /24 of IPv4, the /48 of IPv6. Enough to see where
 * trouble comes from, too little to tell who it is.
 *
 * @param key `192.0.2.1`, or the first four groups of an IPv6 address; anything else is no address
 */
function truncatedKey(key: string): string {
  const octets = key.split('.');
  if (octets.length === 4) return `${octets.slice(0, 3).join('.')}.0/24`;
  const groups = key.split(':');
  return groups.length === 4 ? `${groups.slice(0, 3).join(':')}::/48` : 'unknown';
}

function routeOf(request: FastifyRequest): string {
  return request.routeOptions.url ?? 'none';
}
