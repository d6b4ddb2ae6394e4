import type { Failure } from '../../common/errors/lineup-error.ts';
import type { HttpServer, Shared } from './server.ts';
import { withoutPatterns } from './request-target.ts';

/** Log levels at which each response is logged. */
const answeredLevels: ReadonlySet<string> = new Set(['info', 'debug', 'trace']);

declare module 'fastify' {
  interface FastifyRequest {
    /** What failed upstream, for the log line of a 502. */
    failure: Failure | null;
  }
}

/**
 * Writes the log line and metrics of each response once it is over. They contain only the method and
 * the *pattern* of the route: paths and queries contain names, tokens and labels, and addresses
 * identify people.
 */
export function addReports(app: HttpServer, { logLevel, onResponse }: Shared): void {
  const isLogged = answeredLevels.has(logLevel);
  app.decorateRequest('failure', null);
  app.addHook('onRequest', (request, { raw: response }, done) => {
    const startMs = performance.now();
    const { id: reqId, method, routeOptions } = request;
    const { url = 'none', logLevel: level } = routeOptions;
    const finish = (): void => {
      const { statusCode, writableEnded, socket } = response;
      // A sent response has detached from its connection; if the client is gone, the socket is
      // destroyed.
      const isSent = writableEnded && socket?.destroyed !== true;
      // 499 by convention means that the client closed the connection; an error status says more.
      const status = isSent || statusCode >= 400 ? statusCode : 499;
      const ms = performance.now() - startMs;
      const { cached, failure, clientKey } = request;
      const route = withoutPatterns(url);
      // `level` is empty if the route has no level of its own; machines request quiet routes all the time.
      if (isLogged && answeredLevels.has(level || 'info')) {
        const client = truncatedKey(clientKey);
        const line = { reqId, client, method, route, status, ms: Math.round(ms * 10) / 10 };
        // Spreading for every line would cost as much as the line itself.
        app.log.info(failure ? { ...line, ...failure } : line, 'answered');
      }
      onResponse?.({ method, route, status, ms }, cached !== null);
    };
    // The client disconnected while its request was counted, so no event will follow.
    if (response.closed) finish();
    else response.on('close', finish);
    done();
  });
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
