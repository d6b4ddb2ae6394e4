import type { ServerResponse } from 'node:http';
import type { LogLevel } from 'fastify';
import type { Failure } from '../errors/failure-of.ts';
import type { HttpServer } from './server.ts';

/** Where log lines go; each call is one JSON line. */
export type LogStream = { write(line: string): void };

/** Levels at which each response is a line. */
const answeredLevels: ReadonlySet<string> = new Set(['info', 'debug', 'trace']);

/** What is counted of a response. */
export type AnswerFacts = {
  readonly method: string;
  /** The pattern of the route, `none` where there is no route. */
  readonly route: string;
  readonly status: number;
  readonly ms: number;
};

/** What is told of a request, beside how it ended. */
type RequestFacts = Pick<AnswerFacts, 'method' | 'route'> & {
  readonly reqId: string;
  readonly clientKey: string;
  /** Whether its response came from the response cache. */
  readonly isCached: boolean;
  /** Of a 502: what failed. */
  readonly failure?: Failure | null;
  /** Of a route that is asked for again and again, by machines: counted, but not logged. */
  readonly isQuiet?: boolean;
};

/** Tells of a response once it is over: sent, or given up by its client. Once for each response. */
export type Report = (
  response: ServerResponse,
  startMs: number,
  describe: () => RequestFacts,
) => void;

export type ReportOptions = {
  readonly logLevel: LogLevel;
  /** Told of every response, and whether it came from the response cache; for metrics. */
  readonly onAnswer?: ((answer: AnswerFacts, isCached: boolean) => void) | undefined;
};

/**
 * Log and metrics, of each response once it is over. Of a request only its method and the *pattern* of
 * its route are ever written: paths and queries hold names, tokens and labels, and addresses are people.
 *
 * @returns the same for what is answered before the router
 */
export function addReports(app: HttpServer, { logLevel, onAnswer }: ReportOptions): Report {
  const isLogged = answeredLevels.has(logLevel);
  const report: Report = (response, startMs, describe) => {
    const tell = (): void => {
      const { statusCode, writableEnded, socket } = response;
      // A response that is sent has left its connection; one whose client has gone goes down with it.
      const isSent = writableEnded && socket?.destroyed !== true;
      // As others call it that a client has gone; an error that it was to be told says more.
      const status = isSent || statusCode >= 400 ? statusCode : 499;
      const ms = performance.now() - startMs;
      const { reqId, clientKey, method, route, isCached, isQuiet = false, failure } = describe();
      if (isLogged && !isQuiet) {
        const client = truncatedKey(clientKey);
        const line = { reqId, client, method, route, status, ms: Math.round(ms * 10) / 10 };
        // A spread for each would take as long as the line.
        app.log.info(failure ? { ...line, ...failure } : line, 'answered');
      }
      onAnswer?.({ method, route, status, ms }, isCached);
    };
    // Of a client that hung up while it was counted there is nothing to wait for.
    if (response.closed) tell();
    else response.once('close', tell);
  };
  if (!isLogged && onAnswer === undefined) return () => {};
  app.addHook('onRequest', (request, reply, done) => {
    const { id: reqId, clientKey, method, routeOptions } = request;
    const { url: route = 'none', logLevel: level } = routeOptions;
    report(reply.raw, performance.now(), () => {
      const { cached, failure } = request;
      // The level of a route is empty where it has none of its own.
      const isQuiet = !answeredLevels.has(level || 'info');
      return { reqId, clientKey, method, route, isCached: cached !== null, isQuiet, failure };
    });
    done();
  });
  return report;
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
