import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import proxyAddress from '@fastify/proxy-addr';
import type { RateLimiter } from '../limits/limits.ts';
import { publicHeaders, type HeaderList } from './public-headers.ts';
import { limitHeaders, whenKnown } from './rate-limit.ts';
import { brokenOffStatus, type Report } from './request-log.ts';
import { hostRefusal, limitScopeOf, type ProxyTrust } from './request-target.ts';
import { readKeyOf, type CachedResponse, type ResponseCache } from './response-cache.ts';

/** Answers a request, or hands it on to the router. */
export type EarlyAnswer = (
  request: IncomingMessage,
  response: ServerResponse,
  handle: RequestListener,
) => void;

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
};

/**
 * What was answered a moment ago is answered again before a router sees it, at two thirds of the cost.
 * Limits, shares, headers, log and metrics are those of every response; whatever would be refused, for
 * any reason, goes the usual way and is refused there.
 */
export function createEarlyAnswers(parts: EarlyParts): EarlyAnswer {
  const { find, urlOf, trust, keyOf, limiter, enter, isDraining } = parts;
  return (request, response, handle) => {
    const { headers, method = '' } = request;
    if (!isReadAlone(request) || isDraining()) return handle(request, response);
    const url = urlOf(request);
    const cached = find(readKeyOf(url, headers), headers['if-none-match']);
    if (cached === null) return handle(request, response);
    const clientKey = keyOf(proxyAddress(request, trust));
    const scope = limitScopeOf(method, url);
    const isRefused = scope === null || hostRefusal(request, clientKey, trust) !== null;
    const leave = isRefused ? null : enter(clientKey);
    if (scope === null || leave === null) return handle(request, response);
    const startMs = performance.now();
    const count = cached.status === 304 ? limiter?.look : limiter?.take;
    whenKnown(count?.(clientKey, scope), (known) => {
      if (known !== undefined && known.retryAfterSeconds !== null && cached.status !== 304) {
        leave();
        return handle(request, response);
      }
      const reqId = randomUUID();
      response.once('close', () => {
        leave();
        const ms = performance.now() - startMs;
        const status = response.writableFinished ? cached.status : brokenOffStatus;
        const { route } = cached.entry;
        parts.report({ reqId, clientKey, method, route, status, ms, isCached: true });
      });
      const limits = known === undefined ? [] : limitHeaders(known);
      send(response, cached, [...publicHeaders(reqId, scope), ...limits]);
    });
  };
}

function send(
  response: ServerResponse,
  { status, entry: { headers, type, bytes } }: CachedResponse,
  ofThisRequest: HeaderList,
): void {
  const body = status === 304 ? null : bytes;
  const typed = body === null ? [] : [...type, 'content-length', body.byteLength];
  response.writeHead(status, [...ofThisRequest, ...headers, ...typed]);
  // Of a `HEAD`, Node sends the headers alone.
  response.end(body ?? undefined);
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
