import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { LRUCache } from 'lru-cache';
import type { FastifyReply, FastifyRequest, preValidationHookHandler } from 'fastify';
import { ifNoneMatchHits } from './conditional.ts';
import { addHeaders, type HeaderList } from './public-headers.ts';
import type { HttpServer } from './server.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** What its response is kept under; `null` for one that is not kept. */
    cacheKey: string | null;
    /** The response to exactly the same request, while all that it was made of is fresh. */
    cached: CachedResponse | null;
  }
  interface FastifyReply {
    /** Keeps this response: until then nothing that it was made of changes. */
    keepUntil: (freshUntilMs: number, bytes: Uint8Array | null) => void;
  }
}

/** 304 when the client holds it. */
export type CachedResponse = { readonly status: 200 | 304; readonly entry: Entry };

type Entry = {
  readonly etag: string;
  /** The pattern of the route that made it. */
  readonly route: string;
  /** All but its type, which a 304 has not. */
  readonly headers: HeaderList;
  readonly type: HeaderList;
  /** `null` where only the validator is kept: enough for a 304. */
  readonly bytes: Uint8Array | null;
  readonly freshUntilMs: number;
};

/** The pictures are those of the picture cache, seldom others. */
const maxCacheBytes = 8 * 1024 * 1024;
const entryBytes = 1024;
/** Larger than ten names with labels and options; what is longer is not kept. */
export const maxCachedBody = 16 * 1024;
const maxKeyLength = 2 * maxCachedBody;

/** Headers that are the same for each response to the same request. */
const keptHeaders = ['etag', 'cache-control', 'content-disposition', 'vary'] as const;

/**
 * Responses to exactly the same request, without validating, looking up and hashing it again: for what
 * is asked for thousands of times that is most of the work. It is looked at as soon as a request is
 * there (`lookUp`), and sent once limits and load shedding let it through (`sendCached`); what a URL
 * alone asks for may be answered before all this (`early-answers.ts`).
 */
export function addResponseCache(app: HttpServer, nowMs: () => number) {
  const entries = new LRUCache<string, Entry>({
    maxSize: maxCacheBytes,
    sizeCalculation: ({ bytes }, key) => (bytes?.byteLength ?? 0) + key.length + entryBytes,
  });
  app.decorateRequest('cacheKey', null);
  app.decorateRequest('cached', null);
  app.decorateReply('keepUntil', function keep(freshUntilMs, bytes) {
    const { cacheKey, hasIgnoredQuery } = this.request;
    if (cacheKey === null || hasIgnoredQuery || freshUntilMs <= nowMs()) return;
    const etag = String(this.getHeader('etag'));
    const before = entries.peek(cacheKey);
    const keptBytes = bytes ?? (before?.etag === etag ? before.bytes : null);
    const { headers, type } = before?.bytes && bytes === null ? before : headersOf(this);
    const route = this.request.routeOptions.url ?? '';
    entries.set(cacheKey, { etag, route, headers, type, bytes: keptBytes, freshUntilMs });
  });

  function find(key: string, ifNoneMatch: string | undefined): CachedResponse | null {
    const entry = entries.get(key);
    if (entry === undefined || nowMs() >= entry.freshUntilMs) return null;
    const isHeld = ifNoneMatchHits(ifNoneMatch, entry.etag);
    if (isHeld) return { status: 304, entry };
    return entry.bytes === null ? null : { status: 200, entry };
  }

  function lookUp(request: FastifyRequest, key: string): void {
    if (key.length > maxKeyLength) return;
    request.cacheKey = key;
    request.cached = find(key, request.headers['if-none-match']);
  }

  return { find, lookUp };
}

/** A hook that runs after whatever refuses a request: it is added last of the server's own. */
export const sendCached: preValidationHookHandler = ({ cached }, reply, done) => {
  if (cached === null) return done();
  addHeaders(reply.code(cached.status), cached.entry.headers);
  if (cached.status === 304) sendNoContent(reply);
  else void addHeaders(reply, cached.entry.type).send(cached.entry.bytes);
};

/** What a request without a body is kept under: pages come in the language that is asked for. */
export function readKeyOf(url: string, headers: IncomingHttpHeaders): string {
  const isPage = /^\/(?!api\/(?!templates|docs))/.test(url);
  return isPage ? `${url} ${headers['accept-language'] ?? ''}` : url;
}

export type ResponseCache = ReturnType<typeof addResponseCache>;

/** Whether the response may be a 304 from cache, which only its body can tell: the `POST` of a picture. */
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
 * A 304 has neither body nor type. On HEAD, Fastify would add `Content-Length: 0`, which a cache may
 * read as the length of the picture itself; it adds none to a stream.
 */
export function sendNoContent(reply: FastifyReply): FastifyReply {
  return reply.request.method === 'HEAD' ? reply.send(Readable.from([])) : reply.send();
}

function headersOf(reply: FastifyReply): Pick<Entry, 'headers' | 'type'> {
  const list = (name: string): HeaderList =>
    reply.hasHeader(name) ? [name, String(reply.getHeader(name))] : [];
  const hit = reply.hasHeader('x-cache') ? ['x-cache', 'HIT'] : [];
  return { headers: [...keptHeaders.flatMap(list), ...hit], type: list('content-type') };
}
