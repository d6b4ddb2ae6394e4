import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { LRUCache } from 'lru-cache';
import type { FastifyReply, FastifyRequest, preValidationHookHandler } from 'fastify';
import { ifNoneMatchHits } from './conditional.ts';
import { addHeaders, type HeaderList } from './public-headers.ts';
import type { HttpServer } from './server.ts';

declare module 'fastify' {
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
  /** All but those of its bytes, which a 304 has not. */
  readonly headers: HeaderList;
  readonly bytesHeaders: HeaderList;
  /** `null` where only the validator is kept: enough for a 304. */
  readonly bytes: Uint8Array | null;
  readonly freshUntilMs: number;
};

/** The pictures are those of the picture cache, seldom others. */
const maxCacheBytes = 8 * 1024 * 1024;
const entryBytes = 1024;
/** Larger than ten names with labels and options; what is longer is not kept. */
export const maxCachedBody = 16 * 1024;

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
  app.decorateReply('keepUntil', function keep(freshUntilMs, bytes) {
    const { cacheKey } = this.request;
    if (cacheKey === null || freshUntilMs <= nowMs()) return;
    const entry = entryOf(this, bytes);
    const before = entries.peek(cacheKey);
    // Without bytes it takes none away from what is there.
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

/** A hook that runs after whatever refuses a request: it is added last of the server's own. */
export const sendCached: preValidationHookHandler = ({ cached }, reply, done) => {
  if (cached === null) return done();
  addHeaders(reply.code(cached.status), cached.entry.headers);
  if (cached.status === 304) sendNoContent(reply);
  else void addHeaders(reply, cached.entry.bytesHeaders).send(cached.entry.bytes);
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
 * A 304 has neither body nor type, a 204 no length. On HEAD, Fastify would add `Content-Length: 0`,
 * which a cache may read as the length of the picture itself; it adds none to a stream.
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
