import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { LRUCache } from 'lru-cache';
import type { FastifyReply, FastifyRequest, preValidationHookHandler } from 'fastify';
import { ifNoneMatchHits } from './conditional.ts';
import { addHeaders, type HeaderList } from './public-headers.ts';
import type { HttpServer } from './server.ts';

declare module 'fastify' {
  interface FastifyReply {
    /** Caches this response until its inputs are no longer fresh. */
    keepUntil: (freshUntilMs: number, bytes: Uint8Array | null) => void;
  }
}

/** 304 if the client already has it. */
export type CachedResponse = { readonly status: 200 | 304; readonly entry: Entry };

type Entry = {
  readonly etag: string;
  /** The pattern of its route. */
  readonly route: string;
  /** All headers but those that describe the body. */
  readonly headers: HeaderList;
  readonly bytesHeaders: HeaderList;
  /** `null` if only the validator is kept, which is enough for a 304. */
  readonly bytes: Uint8Array | null;
  readonly freshUntilMs: number;
};

/** Pictures are shared with the picture cache and rarely take extra memory. */
const maxCacheBytes = 8 * 1024 * 1024;
const entryBytes = 1024;
/** In bytes; fits ten names with labels and options. Longer bodies are not cached. */
export const maxCachedBody = 16 * 1024;

/** Headers that are the same for all responses to a request. */
const keptHeaders = ['etag', 'cache-control', 'content-disposition', 'vary'] as const;

/**
 * Caches responses by the exact text of their request, which saves validation, look-ups and hashing:
 * most of the work for popular pictures. `lookUp` runs as soon as a request arrives; `sendCached` sends
 * the response once limits and load shedding have let the request through. Requests that are only a URL
 * may be answered even before that (`early-answers.ts`).
 */
export function addResponseCache(app: HttpServer, nowMs: () => number) {
  const entries = new LRUCache<string, Entry>({
    maxSize: maxCacheBytes,
    sizeCalculation: ({ bytes }, key) => (bytes?.byteLength ?? 0) + key.length + entryBytes,
  });
  app.decorateReply('keepUntil', function keep(freshUntilMs, bytes) {
    const { cacheKey } = this.request;
    if (cacheKey === null || freshUntilMs <= nowMs()) return;
    const entry = entryOf(this, bytes);
    const before = entries.peek(cacheKey);
    // A new entry without bytes must not drop the bytes of an equal one.
    const isSame = bytes === null && before?.etag === entry.etag;
    entries.set(cacheKey, { ...(isSame ? before : entry), freshUntilMs });
  });

  function find(key: string, ifNoneMatch: string | undefined): CachedResponse | null {
    const entry = entries.get(key);
    if (entry === undefined || nowMs() >= entry.freshUntilMs) return null;
    const isHeld = ifNoneMatchHits(ifNoneMatch, entry.etag);
    if (isHeld) return { status: 304, entry };
    return entry.bytes === null ? null : { status: 200, entry };
  }

  function lookUp(request: FastifyRequest, key: string): void {
    request.cacheKey = key;
    request.cached = find(key, request.headers['if-none-match']);
  }

  return { find, lookUp };
}

/** A hook that sends the cached response. It is added last, after all that may refuse a request. */
export const sendCached: preValidationHookHandler = ({ cached }, reply, done) => {
  if (cached === null) return done();
  addHeaders(reply.code(cached.status), cached.entry.headers);
  if (cached.status === 304) sendNoContent(reply);
  else void addHeaders(reply, cached.entry.bytesHeaders).send(cached.entry.bytes);
};

/** The cache key of a request without a body; pages differ by requested language. */
export function readKeyOf(url: string, headers: IncomingHttpHeaders): string {
  const isPage = /^\/(?!api\/(?!templates|docs))/.test(url);
  return isPage ? `${url} ${headers['accept-language'] ?? ''}` : url;
}

export type ResponseCache = ReturnType<typeof addResponseCache>;

/**
 * Whether the response may be a 304 from cache that only the request body can tell: the `POST` of a
 * picture.
 */
export function mayBeHeld({ method, url, headers }: FastifyRequest): boolean {
  return (
    method === 'POST' &&
    headers['if-none-match'] !== undefined &&
    Number(headers['content-length']) > 0 &&
    Number(headers['content-length']) <= maxCachedBody &&
    /^application\/json *(?:;|$)/.test(headers['content-type'] ?? '') &&
    url.startsWith('/api/') &&
    url.includes('/render/')
  );
}

/**
 * Sends a response without a body. For HEAD, Fastify would add `Content-Length: 0`, which a cache may
 * take for the length of the picture; it adds none to a stream.
 */
export function sendNoContent(reply: FastifyReply): FastifyReply {
  return reply.request.method === 'HEAD' ? reply.send(Readable.from([])) : reply.send();
}

function entryOf(reply: FastifyReply, bytes: Uint8Array | null): Omit<Entry, 'freshUntilMs'> {
  const etag = String(reply.getHeader('etag'));
  const list = (name: string): HeaderList =>
    reply.hasHeader(name) ? [name, String(reply.getHeader(name))] : [];
  const headers = keptHeaders.flatMap(list);
  if (reply.hasHeader('x-cache')) headers.push('x-cache', 'HIT');
  const length = bytes === null ? [] : ['content-length', bytes.byteLength];
  const bytesHeaders = [...list('content-type'), ...length];
  return { etag, route: reply.request.routeOptions.url ?? '', headers, bytesHeaders, bytes };
}
