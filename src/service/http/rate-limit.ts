import { LineupError, secondsText } from '../../common/errors/lineup-error.ts';
import type { RateLimiter, RateLimitStatus } from '../limits/limits.ts';
import { addHeaders, isPreflight, type HeaderList } from './public-headers.ts';
import { mayBeCached } from './response-cache.ts';
import type { HttpServer } from './server.ts';
import { thenSync } from '../../common/async/clock.ts';

/**
 * Counts each request before any work. A 304 from the response cache is free, also without tokens; for
 * one made from cached inputs alone (`X-Cache: HIT`), the token is returned.
 */
export function addRateLimit(app: HttpServer, limiter: RateLimiter): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { clientKey, limitScope: scope } = request;
    if (scope === null) return done();
    const isFree = request.cached?.status === 304 || isPreflight(request);
    const status = isFree ? limiter.look(clientKey, scope) : limiter.take(clientKey, scope);
    void thenSync(status, (known) => {
      addHeaders(reply, limitHeaders(known));
      const refusal = refusalOf(known);
      request.hasToken = !isFree && refusal === null;
      if (mayBeCached(request)) request.limitRefusal = refusal;
      done(request.limitRefusal === null ? (refusal ?? undefined) : undefined);
    });
  });

  app.addHook('onSend', (request, reply, payload, done) => {
    const { clientKey, limitScope: scope } = request;
    // A 304 for which no upstream was called and nothing was decoded or drawn.
    const isFromCache = reply.statusCode === 304 && reply.getHeader('x-cache') !== 'MISS';
    if (scope === null || !request.hasToken || !isFromCache) return done(null, payload);
    void thenSync(limiter.credit(clientKey, scope), (known) => {
      addHeaders(reply, limitHeaders(known));
      done(null, payload);
    });
  });
}

export function limitHeaders({ limit, remaining, resetsAtMs }: RateLimitStatus): HeaderList {
  const resetsAtSeconds = Math.ceil(resetsAtMs / 1000);
  const left = ['x-ratelimit-remaining', remaining, 'x-ratelimit-reset', resetsAtSeconds] as const;
  return ['x-ratelimit-limit', limit, ...left];
}

/** The error for a client without tokens; `null` while there are some. */
function refusalOf({ retryAfterSeconds }: RateLimitStatus): LineupError | null {
  if (retryAfterSeconds === null) return null;
  const detail = `Too many requests; try again in ${secondsText(retryAfterSeconds)}.`;
  return new LineupError('too-many-requests', detail, { retryAfterSeconds });
}
