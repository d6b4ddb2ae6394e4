import type { FastifyReply, FastifyRequest, LogLevel } from 'fastify';
import type { Failure } from '../errors/failure-of.ts';
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
export const brokenOffStatus = 499;

/** What is counted of a response. */
export type AnswerFacts = {
  readonly method: string;
  /** The pattern of the route, `none` where there is no route. */
  readonly route: string;
  readonly status: number;
  readonly ms: number;
};

/** Of a response: what is logged of it, and whether it came from the response cache. */
type Answer = AnswerFacts & {
  readonly reqId: string;
  readonly clientKey: string;
  readonly isCached: boolean;
  /** Of a 502: what failed. */
  readonly failure?: Failure | null;
};

export type Report = (answer: Answer) => void;

export type ReportOptions = {
  readonly logLevel: LogLevel;
  /** Told of every response, and whether it came from the response cache; for metrics. */
  readonly onAnswer?: ((answer: AnswerFacts, isCached: boolean) => void) | undefined;
};

/**
 * Log and metrics: of each response once it is sent, and of a request whose client has gone.
 *
 * @returns the same for what is answered before the router
 */
export function addReports(app: HttpServer, { logLevel, onAnswer }: ReportOptions): Report {
  const isLogged = isLoggedAt(logLevel);
  const tell: Report = (answer) => {
    if (isLogged) app.log.info(lineOf(answer), 'answered');
    onAnswer?.(answer, answer.isCached);
  };
  if (!isLogged && onAnswer === undefined) return tell;
  app.decorateRequest('isReported', false);
  const report = (request: FastifyRequest, reply: FastifyReply): void => {
    request.isReported = true;
    const answer = {
      reqId: request.id,
      clientKey: request.clientKey,
      method: request.method,
      route: routeOf(request),
      status: reply.statusCode,
      ms: reply.elapsedTime,
      isCached: request.cached !== null,
      failure: request.failure,
    };
    // The level of a route is empty where it has none of its own.
    if (isLoggedAt(request.routeOptions.logLevel || 'info')) tell(answer);
    else onAnswer?.(answer, answer.isCached);
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
  return tell;
}

function isLoggedAt(level: string): boolean {
  return level === 'info' || level === 'debug' || level === 'trace';
}

/** One line a response; a spread of each would take as long as the line. */
function lineOf({ reqId, clientKey, method, route, status, ms, failure }: Answer): object {
  const client = truncatedKey(clientKey);
  const line = { reqId, client, method, route, status, ms: Math.round(ms * 10) / 10 };
  return failure ? { ...line, ...failure } : line;
}

/**
 * What a log may hold of a client's address: the /24 of IPv4, the /48 of IPv6. Enough to see where
 * trouble comes from, too little to tell who it is.
 *
 * @param key `192.0.2.1`, or the first four groups of an IPv6 address; anything else is no address
 */
function truncatedKey(key: string): string {
  const lastDot = key.lastIndexOf('.');
  if (lastDot > 0) return `${key.slice(0, lastDot)}.0/24`;
  const groups = key.split(':');
  return groups.length === 4 ? `${groups.slice(0, 3).join(':')}::/48` : 'unknown';
}

function routeOf(request: FastifyRequest): string {
  return request.routeOptions.url ?? 'none';
}
