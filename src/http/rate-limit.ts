import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LineupError } from '../errors/lineup-error.ts';
import { plainPath } from './api-path.ts';
import { turnIntoError } from './error-answers.ts';
import { isPreflight } from './public-headers.ts';
import type { HttpServer } from './server.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Of a request whose place is taken once its answer is known: returns its attempt. */
    giveBackAttempt: (() => void) | null;
  }
}

type Scope = 'api' | 'webhook';
type Soon<T> = T | Promise<T>;

/** What a client is told about its limit. */
export type Standing = {
  readonly limit: number;
  readonly remaining: number;
  /** Milliseconds since 1970. */
  readonly resetsAtMs: number;
  /** `null` while there are places. */
  readonly retryAfterSeconds: number | null;
};

/** The limits of all clients, by address; see `limits/rate-limiter.ts`. None of it rejects. */
export type RateLimiter = {
  readonly take: (address: string, scope: Scope) => Soon<Standing>;
  readonly look: (address: string, scope: Scope) => Soon<Standing>;
  readonly attempt: (address: string) => (() => void) | null;
};

/**
 * Counts every request under `/api/` and says in each answer how its client stands.
 *
 * A place is taken before any work is done. Only of a request that may end as a 304 from memory,
 * which is free, it is taken once the answer is known: had it been taken before and given back, a
 * window might have been found spent in between that never was. How many such requests may be under
 * way, or turn out not to be free, is bounded by the attempts of the limiter.
 */
export function addRateLimit(app: HttpServer, limiter: RateLimiter): void {
  app.decorateRequest('giveBackAttempt', null);

  app.addHook('onRequest', (request, reply, done) => {
    const scope = scopeOf(request.method, request.url);
    if (scope === null) return done();
    const giveBack = mayBeFree(request) ? limiter.attempt(request.ip) : null;
    if (giveBack !== null) {
      request.giveBackAttempt = giveBack;
      return done();
    }
    const standing = isPreflight(request)
      ? limiter.look(request.ip, scope)
      : limiter.take(request.ip, scope);
    whenKnown(standing, (known) => {
      showStanding(reply, known);
      done(refusalOf(known) ?? undefined);
    });
  });

  app.addHook('onSend', (request, reply, payload, done) => {
    const giveBack = request.giveBackAttempt;
    if (giveBack === null) return done(null, payload);
    request.giveBackAttempt = null;
    const isFree = isFromMemory(reply);
    if (isFree) giveBack();
    const standing = isFree ? limiter.look(request.ip, 'api') : limiter.take(request.ip, 'api');
    whenKnown(standing, (known) => {
      showStanding(reply, known);
      const refusal = refusalOf(known);
      // A 304 is served also where it was not free: it holds nothing that could be withheld.
      if (refusal === null || reply.statusCode === 304) return done(null, payload);
      if (payload instanceof Readable) payload.destroy();
      done(null, turnIntoError(reply, refusal));
    });
  });
}

/** For what the router itself refuses, where no hook runs: counts it, and answers what is due. */
export function countUnrouted(
  limiter: RateLimiter,
  unrouted: {
    readonly request: FastifyRequest;
    readonly reply: FastifyReply;
    readonly address: string;
    readonly error: unknown;
  },
  answer: (error: unknown) => void,
): void {
  const { request, reply, address, error } = unrouted;
  const scope = scopeOf(request.method, request.url);
  if (scope === null) return answer(error);
  whenKnown(limiter.take(address, scope), (standing) => {
    showStanding(reply, standing);
    answer(refusalOf(standing) ?? error);
  });
}

/** Which limits a request falls under; `null` outside the API. */
export function scopeOf(method: string, url: string): Scope | null {
  const path = plainPath(url);
  if (!path.startsWith('/api/')) return null;
  return method === 'POST' && path.startsWith('/api/chat/webhook/') ? 'webhook' : 'api';
}

/**
 * Whether the answer may be a 304. A `POST` only where it changes nothing; and nothing that is sent
 * on to another service, which would be done before anybody knows whether it was allowed.
 */
function mayBeFree({ method, url, headers }: FastifyRequest): boolean {
  if (headers['if-none-match'] === undefined) return false;
  const path = plainPath(url);
  if (path.startsWith('/api/chat/')) return false;
  return method === 'GET' || method === 'HEAD' || isRenderPost(method, path);
}

function isRenderPost(method: string, path: string): boolean {
  return method === 'POST' && path.startsWith('/api/blockgame/render/');
}

/** A 304 for which nothing was asked of another service. */
function isFromMemory(reply: FastifyReply): boolean {
  return reply.statusCode === 304 && reply.getHeader('x-cache') !== 'MISS';
}

function showStanding(reply: FastifyReply, standing: Standing): void {
  void reply.headers(standingHeaders(standing));
}

/** What a client is told, as headers. */
export function standingHeaders({ limit, remaining, resetsAtMs }: Standing) {
  return {
    'x-ratelimit-limit': limit,
    'x-ratelimit-remaining': remaining,
    'x-ratelimit-reset': Math.ceil(resetsAtMs / 1000),
  } as const;
}

/** The same at the end of a list of names and values in turn. */
export function pushStanding(list: string[], standing: Standing): void {
  const headers = standingHeaders(standing);
  list.push('x-ratelimit-limit', String(headers['x-ratelimit-limit']));
  list.push('x-ratelimit-remaining', String(headers['x-ratelimit-remaining']));
  list.push('x-ratelimit-reset', String(headers['x-ratelimit-reset']));
}

/** What a client is told whose window is spent; `null` while there are places. */
export function refusalOf({ retryAfterSeconds }: Standing): LineupError | null {
  if (retryAfterSeconds === null) return null;
  const wait = retryAfterSeconds === 1 ? '1 second' : `${retryAfterSeconds} seconds`;
  return new LineupError('too-many-requests', `Too many requests; try again in ${wait}.`, {
    retryAfterSeconds,
  });
}

/** At once where it can be: a turn of the event loop for each request is not free. */
export function whenKnown<T>(soon: Soon<T>, use: (value: T) => void): void {
  if (soon instanceof Promise) void soon.then(use);
  else use(soon);
}
