import { randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import proxyAddress from '@fastify/proxy-addr';
import type { RateLimiter } from '../limits/limits.ts';
import { publicHeaders } from './public-headers.ts';
import { limitHeaders } from './rate-limit.ts';
import type { Report } from './request-log.ts';
import { hostRefusal, type ProxyTrust } from './request-host.ts';
import type { TargetOf } from './request-target.ts';
import { isShortJson, availableKey, type ResponseCache } from './response-cache.ts';
import { thenSync } from '../../common/async/clock.ts';

/**
 * Repeats recent responses before the router sees the request, at half the cost, with the limits,
 * headers and log of all others. It takes no place among requests in progress, as it is complete at once. What
 * would be refused takes the common path.
 */
export function createFastPath(parts: {
  readonly find: ResponseCache['find'];
  readonly targetOf: TargetOf;
  readonly trust: ProxyTrust;
  readonly keyOf: (address: string | undefined) => string;
  readonly limiter: RateLimiter | undefined;
  readonly isDraining: () => boolean;
  readonly report: Report;
  /** The router. */
  readonly next: RequestListener;
}): RequestListener {
  const { find, targetOf, trust, keyOf, limiter, isDraining, report, next } = parts;
  const answer: RequestListener = (request, response) => {
    const { headers, method = '' } = request;
    const { url, limitScope: scope } = targetOf(request);
    const cached = isDraining() ? null : find(availableKey(request, url), headers['if-none-match']);
    if (cached === null) return next(request, response);
    const clientKey = keyOf(proxyAddress(request, trust));
    if (scope === null || hostRefusal(request, clientKey, trust) !== null) {
      return next(request, response);
    }
    response.clientKey = clientKey;
    const startMs = performance.now();
    const { status, route, bytes, headers: cachedHeaders } = cached;
    const count = status === 304 ? limiter?.look : limiter?.take;
    void thenSync(count?.(clientKey, scope), (known) => {
      if (known !== undefined && known.retryAfterSeconds !== null && status !== 304) {
        return next(request, response);
      }
      const reqId = randomUUID();
      report(response, startMs, () => ({ reqId, clientKey, method, route, isCached: true }));
      const limits = known === undefined ? [] : limitHeaders(known);
      // In response to `HEAD`, Node sends only the headers.
      response
        .writeHead(status, [...publicHeaders(reqId, scope), ...limits, ...cachedHeaders])
        .end(bytes);
    });
  };
  return (request, response) => {
    // By the next tick, a body that arrived with the head has been parsed.
    if (isShortJson(request)) process.nextTick(answer, request, response);
    else answer(request, response);
  };
}
