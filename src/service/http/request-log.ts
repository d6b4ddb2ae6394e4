import type { ServerResponse } from 'node:http';
import type { LogLevel } from 'fastify';
import type { Failure } from '../../common/errors/failure-of.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { HttpServer } from './server.ts';
import { withoutPatterns } from './request-target.ts';

/** Destination of log lines; each call is one JSON line. */
export type LogStream = { write(line: string): void };

/** Log levels at which each response is logged. */
const answeredLevels: ReadonlySet<string> = new Set(['info', 'debug', 'trace']);

/** What is logged of a request, besides its outcome. */
type RequestFacts = {
  readonly method: string;
  /** The pattern of the route, or `none`. */
  readonly route: string;
  readonly reqId: string;
  readonly clientKey: string;
  /** Whether the response came from the response cache. */
  readonly isCached: boolean;
  /** For a 502: what failed. */
  readonly failure?: Failure | null;
  /** Counted but not logged: machines request this route all the time. */
  readonly isQuiet?: boolean;
};

export type Report = ReturnType<typeof addReports>;

export type ReportOptions = {
  readonly logLevel: LogLevel;
  /** Called for every response, with whether it came from the response cache. */
  readonly onResponse?: Metrics['countResponse'] | undefined;
};

/**
 * Writes the log line and metrics of each response once it is over. They contain only the method and
 * the *pattern* of the route: paths and queries contain names, tokens and labels, and addresses
 * identify people.
 * @returns the same function for responses sent before routing
 */
export function addReports(app: HttpServer, { logLevel, onResponse }: ReportOptions) {
  const isLogged = answeredLevels.has(logLevel);
  /** Called once for each response. */
  function report(response: ServerResponse, startMs: number, facts: () => RequestFacts): void {
    const finish = (): void => {
      const { statusCode, writableEnded, socket } = response;
      // A sent response has detached from its connection; if the client is gone, the socket is
      // destroyed.
      const isSent = writableEnded && socket?.destroyed !== true;
      // 499 by convention means that the client closed the connection; an error status says more.
      const status = isSent || statusCode >= 400 ? statusCode : 499;
      const ms = performance.now() - startMs;
      const { reqId, clientKey, method, route, isCached, isQuiet = false, failure } = facts();
      if (isLogged && !isQuiet) {
        const client = truncatedKey(clientKey);
        const line = { reqId, client, method, route, status, ms: Math.round(ms * 10) / 10 };
        // Spreading for every line would cost as much as the line itself.
        app.log.info(failure ? { ...line, ...failure } : line, 'answered');
      }
      onResponse?.({ method, route, status, ms }, isCached);
    };
    // The client disconnected while its request was counted, so no event will follow.
    if (response.closed) finish();
    else response.on('close', finish);
  }
  app.addHook('onRequest', (request, reply, done) => {
    const { id: reqId, clientKey, method, routeOptions } = request;
    const { url = 'none', logLevel: level } = routeOptions;
    const route = withoutPatterns(url);
    report(reply.raw, performance.now(), () => {
      const { cached, failure } = request;
      // `level` is empty if the route has no level of its own.
      const isQuiet = !answeredLevels.has(level || 'info');
      return { reqId, clientKey, method, route, isCached: cached !== null, isQuiet, failure };
    });
    done();
  });
  return report;
}

/**
 * Shortens a client address for the log, to the /24 of IPv4 or the /48 of IPv6: enough to locate
 * a problem, too little to identify a person.
 * @param key `192.0.2.1`, or the first four groups of an IPv6 address
 */
function truncatedKey(key: string): string {
  const lastDot = key.lastIndexOf('.');
  if (lastDot > 0) return `${key.slice(0, lastDot)}.0/24`;
  const groups = key.split(':');
  return groups.length === 4 ? `${groups.slice(0, 3).join(':')}::/48` : 'unknown';
}
