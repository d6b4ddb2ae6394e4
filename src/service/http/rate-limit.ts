import { LineupError, secondsText } from '../../common/errors/lineup-error.ts';
import type { LimitScope, RateLimitStatus } from '../limits/limits.ts';
import { addHeaders, isPreflight, type HeaderList, publicHeaders } from './public-headers.ts';
import { mayBeCached } from './response-cache.ts';
import type { HttpServer, Shared } from './server.ts';
import { limitOfUnknown } from './request-target.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The rate limit that applies; `null` for none. */
    limitScope: LimitScope | null;
    /** Whether a token was taken for this request. */
    hasToken: boolean;
    /** Set if the window has no tokens left: a 304 from the cache is still served. */
    limitRefusal: LineupError | null;
  }
}

/**
 * Counts each request before any work. A 304 from the response cache is free, also without tokens; for
 * one made from cached inputs alone (`X-Cache: HIT`), the token is returned.
 */
export function addRateLimit(app: HttpServer, { limiter }: Shared): void {
  app.decorateRequest('limitScope', null).decorateRequest('hasToken', false);
  app.decorateRequest('limitRefusal', null);
  if (limiter === undefined) return;
  app.addHook('onRequest', async (request, reply) => {
    const { clientKey, limitScope: scope } = request;
    if (scope === null) return;
    const isFree = request.cached?.status === 304 || isPreflight(request);
    const status = await (isFree ? limiter.look(clientKey, scope) : limiter.take(clientKey, scope));
    addHeaders(reply, limitHeaders(status));
    const refusal = refusalOf(status);
    request.hasToken = !isFree && refusal === null;
    if (mayBeCached(request)) request.limitRefusal = refusal;
    else if (refusal !== null) throw refusal;
  });
  app.addHook('onSend', async (request, reply, payload) => {
    const { clientKey, limitScope: scope } = request;
    // A 304 for which no upstream was called and nothing was decoded or drawn.
    const isFromCache = reply.statusCode === 304 && reply.getHeader('x-cache') !== 'MISS';
    if (scope !== null && request.hasToken && isFromCache) {
      addHeaders(reply, limitHeaders(await limiter.credit(clientKey, scope)));
    }
    return payload;
  });
}

function limitHeaders({ limit, remaining, resetsAtMs }: RateLimitStatus): HeaderList {
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

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The limit that counts requests of the route; null for none. By default that of the API, or of the pages. */
    limit?: LimitScope | null;
  }
  interface FastifyRequest {
    /** The key of its client for limits and shares. */
    clientKey: string;
  }
}

/** Finds out whose request it is and which limit it has, and sets the headers of every response. */
export function addClient(app: HttpServer, { keyOf }: Shared): void {
  app.decorateRequest('clientKey', '');
  app.addHook('onRoute', (route) => {
    const usual = route.url.startsWith('/api/') ? 'api' : 'pages';
    route.config = { limit: usual, ...route.config };
  });
  app.addHook('onRequest', (request, reply, done) => {
    const { method, url, is404, routeOptions } = request;
    request.clientKey = reply.raw.clientKey = keyOf(request.ip);
    request.limitScope = is404 ? limitOfUnknown(method, url) : (routeOptions.config.limit ?? null);
    request.raw.socket.latestReply = reply;
    addHeaders(reply, publicHeaders(request.id, request.limitScope));
    done();
  });
}
