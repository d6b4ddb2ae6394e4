import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { LRUCache } from 'lru-cache';
import type { FastifyReply, FastifyRequest, preValidationHookHandler } from 'fastify';
import { ifNoneMatchHits } from './conditional.ts';
import { addHeaders, type HeaderList } from './public-headers.ts';
import type { HttpServer } from './server.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Key in the response cache; `null` if the response is not cached. */
    cacheKey: string | null;
    /** The cached response to exactly the same request, while it is fresh. */
    cached: CachedResponse | null;
  }
  interface FastifyReply {
    /** Caches this response until its inputs are no longer fresh. */
    cacheUntil: (freshUntilMs: number, bytes: Uint8Array | null) => void;
  }
}

type CachedResponse = {
  readonly status: 200 | 304;
  /** The pattern of its route. */
  readonly route: string;
  readonly headers: HeaderList;
  readonly bytes: Uint8Array | null;
};

type Entry = ReturnType<typeof entryOf> & { readonly freshUntilMs: number };

/** Pictures are shared with the picture cache and rarely take extra memory. */
const maxCacheBytes = 8 * 1024 * 1024;
const entryBytes = 1024;
/** In bytes; fits ten names with labels and options. Longer bodies are not cached. */
const maxCachedBody = 16 * 1024;

/** Headers that are the same for all responses to a request. */
const cachedHeaders = ['etag', 'cache-control', 'content-disposition', 'vary'] as const;

/**
 * Caches responses by the exact text of their request, which saves validation, look-ups and hashing:
 * most of the work for popular pictures. `lookUp` runs as soon as a request arrives; `sendCached` sends
 * the response once limits and load shedding have let the request through. Requests that arrive whole
 * may be answered even before that (`fast-path.ts`).
 */
export function addResponseCache(app: HttpServer, nowMs: () => number) {
  const entries = new LRUCache<string, Entry>({
    maxSize: maxCacheBytes,
    sizeCalculation: ({ whole }, key) => (whole?.bytes?.byteLength ?? 0) + key.length + entryBytes,
  });
  app.decorateReply('cacheUntil', function cache(freshUntilMs, bytes) {
    const { cacheKey } = this.request;
    if (cacheKey === null || freshUntilMs <= nowMs()) return;
    const entry = entryOf(this, bytes);
    const before = entries.peek(cacheKey);
    // A new entry without bytes must not drop the bytes of an equal one.
    const isSame = bytes === null && before?.etag === entry.etag;
    entries.set(cacheKey, { ...(isSame ? before : entry), freshUntilMs });
  });

  function find(key: string | null, ifNoneMatch: string | undefined): CachedResponse | null {
    const entry = key === null ? undefined : entries.get(key);
    if (entry === undefined || nowMs() >= entry.freshUntilMs) return null;
    return ifNoneMatchHits(ifNoneMatch, entry.etag) ? entry.held : entry.whole;
  }

  /** Called when a request arrives, and again with its body once that is read. */
  function lookUp(request: FastifyRequest, body?: Buffer): void {
    const { raw, url, headers } = request;
    request.cacheKey = body === undefined ? availableKey(raw, url) : postedKey(url, body);
    request.cached = find(request.cacheKey, headers['if-none-match']);
  }

  return { find, lookUp };
}

/** A hook that sends the cached response. It is added last, after all that may refuse a request. */
export const sendCached: preValidationHookHandler = ({ cached }, reply, done) => {
  if (cached === null) return done();
  addHeaders(reply.code(cached.status), cached.headers);
  if (cached.status === 304) sendNoContent(reply);
  else void reply.send(cached.bytes);
};

export type ResponseCache = ReturnType<typeof addResponseCache>;

/** Pages differ by requested language, and by the host that their links begin with. */
const pageHeaders = ['accept-language', 'host', 'x-forwarded-host', 'x-forwarded-proto'] as const;

/** The cache key of a request; `null` if its body has not arrived, or it is not cached. */
export function availableKey(request: IncomingMessage, url: string): string | null {
  const { method, headers } = request;
  const length = headers['content-length'];
  if (length === undefined && headers['transfer-encoding'] === undefined) {
    if (method !== 'GET' && method !== 'HEAD') return null;
    const isPage = /^\/(?!api\/)|^[^?]*\/templates\/?(?:\?|$)|^\/api\/docs\b/.test(url);
    return isPage ? [url, ...pageHeaders.map((name) => headers[name] ?? '')].join(' ') : url;
  }
  if (!isShortJson(request) || request.readableLength !== Number(length)) return null;
  const body: Buffer | null = request.read();
  if (body !== null) request.unshift(body);
  return body && postedKey(url, body);
}

/** Never equal to the key of a `GET`, which starts with a slash. */
function postedKey(url: string, body: Buffer): string | null {
  return body.length > maxCachedBody ? null : `POST ${url} ${body.toString('latin1')}`;
}

/** Whether a request has a JSON body that is short enough for its response to be cached. */
export function isShortJson({ method, headers }: IncomingMessage): boolean {
  const { 'content-type': type = '', 'content-length': length } = headers;
  return (
    method === 'POST' &&
    Number(length) <= maxCachedBody &&
    /^application\/json(?:; ?charset=utf-8)?$/i.test(type) &&
    headers['content-encoding'] === undefined
  );
}

/** Whether only the request body can tell that the response is a 304 from cache: the `POST` of a picture. */
export function mayBeCached({ raw, url, headers }: FastifyRequest): boolean {
  const isOfPicture = url.startsWith('/api/') && url.includes('/render/');
  return headers['if-none-match'] !== undefined && isOfPicture && isShortJson(raw);
}

/**
 * Sends a response without a body. For HEAD, Fastify would add `Content-Length: 0`, which a cache may
 * take for the length of the picture; it adds none to a stream.
 */
export function sendNoContent(reply: FastifyReply): FastifyReply {
  return reply.request.method === 'HEAD' ? reply.send(Readable.from([])) : reply.send();
}

function entryOf(reply: FastifyReply, bytes: Uint8Array | null) {
  const route = reply.request.routeOptions.url ?? '';
  const list = (name: string): HeaderList =>
    reply.hasHeader(name) ? [name, String(reply.getHeader(name))] : [];
  const headers = cachedHeaders.flatMap(list);
  if (reply.hasHeader('x-cache')) headers.push('x-cache', 'HIT');
  const ofBytes = [...list('content-type'), 'content-length', bytes?.byteLength ?? 0];
  /** No body, and no headers that describe one. */
  const held: CachedResponse = { status: 304, route, headers, bytes: null };
  const all = [...headers, ...ofBytes];
  /** `null` if only the validator is cached. */
  const whole: CachedResponse | null = bytes && { status: 200, route, headers: all, bytes };
  return { etag: String(reply.getHeader('etag')), held, whole };
}
