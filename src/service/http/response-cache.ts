import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { LRUCache } from 'lru-cache';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ifNoneMatchHits } from './conditional.ts';
import { addHeaders, type HeaderList } from './public-headers.ts';
import type { HttpServer, Shared } from './server.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Looks for the response to exactly this request: as it arrives, and again once its body is read. */
    findResponse: (request: FastifyRequest, body?: Buffer) => void;
    /** Forgets all responses: names may mean others than before. */
    forgetResponses: () => void;
  }
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
 * most of the work for popular pictures. It is looked for as soon as a request arrives, and sent by
 * `addCachedResponses` once the limits have let the request through.
 */
export function addResponseCache(app: HttpServer, { clock: { nowMs } }: Shared): void {
  const entries = new LRUCache<string, Entry>({
    maxSize: maxCacheBytes,
    sizeCalculation: ({ full }, key) => (full?.bytes?.byteLength ?? 0) + key.length + entryBytes,
  });

  function find(key: string | null, ifNoneMatch: string | undefined): CachedResponse | null {
    const entry = key === null ? undefined : entries.get(key);
    if (entry === undefined || nowMs() >= entry.freshUntilMs) return null;
    return ifNoneMatchHits(ifNoneMatch, entry.etag) ? entry.notModified : entry.full;
  }

  app.decorateRequest('cacheKey', null).decorateRequest('cached', null);
  app.decorate('findResponse', (request, body) => {
    const { raw, url, headers } = request;
    request.cacheKey = body === undefined ? availableKey(raw, url) : postedKey(url, body);
    request.cached = find(request.cacheKey, headers['if-none-match']);
  });
  app.decorate('forgetResponses', () => entries.clear());
  app.decorateReply('cacheUntil', function cache(freshUntilMs, bytes) {
    const { cacheKey } = this.request;
    if (cacheKey === null || freshUntilMs <= nowMs()) return;
    const entry = entryOf(this, bytes);
    const before = entries.peek(cacheKey);
    // A new entry without bytes must not drop the bytes of an equal one.
    const isSame = bytes === null && before?.etag === entry.etag;
    entries.set(cacheKey, { ...(isSame ? before : entry), freshUntilMs });
  });
  app.addHook('onRequest', (request, _reply, done) => {
    const look = (): void => {
      app.findResponse(request);
      done();
    };
    // By the next tick, a body that arrived with the head has been parsed.
    if (isShortJson(request.raw)) process.nextTick(look);
    else look();
  });
}

/**
 * Sends cached responses, after all that may refuse a request: at once, or when the body is read. They take
 * no place among the requests in progress, as they are complete at once.
 */
export function addCachedResponses(app: HttpServer): void {
  app.addHook('onRequest', sendCached);
  app.addHook('preValidation', sendCached);
}

function sendCached({ cached }: FastifyRequest, reply: FastifyReply, done: () => void): void {
  if (cached === null) return done();
  addHeaders(reply.code(cached.status), cached.headers);
  if (cached.status === 304) sendNoContent(reply);
  else void reply.send(cached.bytes);
}

/** Pages differ by requested language, and by the host that their links begin with. */
const pageHeaders = ['accept-language', 'host', 'x-forwarded-host', 'x-forwarded-proto'] as const;

/** The cache key of a request; `null` if its body has not arrived, or it is not cached. */
function availableKey(request: IncomingMessage, url: string): string | null {
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
function isShortJson({ method, headers }: IncomingMessage): boolean {
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
  const list = (name: string): HeaderList =>
    reply.hasHeader(name) ? [name, String(reply.getHeader(name))] : [];
  const headers = cachedHeaders.flatMap(list);
  if (reply.hasHeader('x-cache')) headers.push('x-cache', 'HIT');
  const ofBytes = [...list('content-type'), 'content-length', bytes?.byteLength ?? 0];
  /** No body, and no headers that describe one. */
  const notModified: CachedResponse = { status: 304, headers, bytes: null };
  const all = [...headers, ...ofBytes];
  /** `null` if only the validator is cached. */
  const full: CachedResponse | null = bytes && { status: 200, headers: all, bytes };
  return { etag: String(reply.getHeader('etag')), notModified, full };
}
