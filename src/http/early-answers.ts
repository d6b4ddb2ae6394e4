import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import proxyAddress from '@fastify/proxy-addr';
import { whenKnown } from '../async/soon.ts';
import type { RateLimiter } from '../limits/limits.ts';
import { publicHeaders, type HeaderList } from './public-headers.ts';
import { limitHeaders } from './rate-limit.ts';
import type { Report } from './request-log.ts';
import { hostRefusal, limitScopeOf, type ProxyTrust } from './request-target.ts';
import { readKeyOf, type CachedResponse, type ResponseCache } from './response-cache.ts';

type EarlyParts = {
  readonly find: ResponseCache['find'];
  readonly urlOf: (request: IncomingMessage) => string;
  readonly trust: ProxyTrust;
  readonly keyOf: (address: string | undefined) => string;
  readonly limiter: RateLimiter | undefined;
  /** A place among the requests in progress, to be left; `null` when there is none. */
  readonly enter: (clientKey: string) => (() => void) | null;
  readonly isDraining: () => boolean;
  readonly report: Report;
  /** The router. */
  readonly next: RequestListener;
};

/**
 * What was answered a moment ago is answered again before a router sees it, at two thirds of the cost.
 * Limits, shares, headers, log and metrics are those of every response; whatever would be refused, for
 * any reason, goes the usual way and is refused there.
 */
export function createEarlyAnswers(parts: EarlyParts): RequestListener {
  const { find, urlOf, trust, keyOf, limiter, enter, isDraining, report, next } = parts;
  return (request, response) => {
    const { headers, method = '' } = request;
    if (!isReadAlone(request) || isDraining()) return next(request, response);
    const url = urlOf(request);
    const cached = find(readKeyOf(url, headers), headers['if-none-match']);
    if (cached === null) return next(request, response);
    const clientKey = keyOf(proxyAddress(request, trust));
    const scope = limitScopeOf(method, url);
    const isRefused = scope === null || hostRefusal(request, clientKey, trust) !== null;
    const leave = isRefused ? null : enter(clientKey);
    if (scope === null || leave === null) return next(request, response);
    response.once('close', leave);
    const startMs = performance.now();
    const count = cached.status === 304 ? limiter?.look : limiter?.take;
    void whenKnown(count?.(clientKey, scope), (known) => {
      if (known !== undefined && known.retryAfterSeconds !== null && cached.status !== 304) {
        leave();
        return next(request, response);
      }
      const reqId = randomUUID();
      const { route } = cached.entry;
      report(response, startMs, () => ({ reqId, clientKey, method, route, isCached: true }));
      const limits = known === undefined ? [] : limitHeaders(known);
      send(response, cached, [...publicHeaders(reqId, scope), ...limits]);
    });
  };
}

function send(
  response: ServerResponse,
  { status, entry: { headers, bytesHeaders, bytes } }: CachedResponse,
  ofThisRequest: HeaderList,
): void {
  const ofBytes = status === 304 ? [] : bytesHeaders;
  // Of a `HEAD`, and with a 304, Node sends the headers alone.
  response.writeHead(status, [...ofThisRequest, ...headers, ...ofBytes]).end(bytes);
}

/** Whether the URL and headers of a request alone tell what it asks for. */
export function isReadAlone({ method, headers }: IncomingMessage): boolean {
  return (
    (method === 'GET' || method === 'HEAD') &&
    headers['content-length'] === undefined &&
    headers['transfer-encoding'] === undefined &&
    headers.host !== undefined
  );
}
