import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply } from 'fastify';
import { cachePolicies, type CachePolicy } from './cache-headers.ts';
import { type ServedValue } from './responses.ts';
import { digestOf, ifNoneMatchHits } from './conditional.ts';
import { sendNoContent } from './response-cache.ts';

/** Text or a file that is sent unchanged many times: pages, scripts, styles. */
export type StoredDocument = {
  readonly bytes: Uint8Array;
  readonly contentType: string;
  readonly policy: CachePolicy;
  /** Its language (BCP 47), if it is one of several chosen by `Accept-Language`. */
  readonly language?: string;
  /** Hash of its bytes, or of the state that they show. */
  readonly digest: string;
  /** Whether other bytes may show the same state. */
  readonly isWeak?: boolean;
  /** The compressed bytes by content coding, each computed once. */
  readonly compressed: Map<Encoding, Promise<Uint8Array>>;
};

/** Browsers keep assets for a year, so they are made as small as can be. */
const bestQuality = 11;
/** Nearly as good in a twentieth of the time: the first reader of a page waits for it. */
const quickQuality = 5;
/** The best would take two seconds for more. */
const maxBestBytes = 1_000_000;

const compressors = {
  br: ({ bytes, policy }: StoredDocument) => {
    const isBest = policy === 'asset' && bytes.byteLength <= maxBestBytes;
    const quality = isBest ? bestQuality : quickQuality;
    return promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: quality },
    });
  },
  gzip: ({ bytes }: StoredDocument) => promisify(gzip)(bytes),
  identity: async ({ bytes }: StoredDocument) => bytes,
};

type Encoding = keyof typeof compressors;

/** Other types are compressed already. */
const compressible = /^(text\/|application\/(json|javascript)|image\/svg)/;

export function createDocument(
  bytes: Uint8Array,
  contentType: string,
  policy: CachePolicy,
): StoredDocument {
  return { bytes, contentType, policy, digest: digestOf(bytes), compressed: new Map() };
}

/** Below this size, compression saves less than its header costs. */
const minCompressedBytes = 1000;

/** A value that is sent as JSON or text. */
export type SentValue<T> = ServedValue<T> & {
  /** The part of the value that matters, without times: makes a weak validator (RFC 9110, section 8.8.1). */
  readonly state?: object;
  /** Blanks for each level, with lines; by default everything is in one line. */
  readonly indent?: number | undefined;
};

/**
 * Sends a 200 with a value as JSON, compressed if the client accepts that, and a validator made from
 * its bytes; or a 304.
 */
export function sendJson(
  reply: FastifyReply,
  { value, policy, cache, state, indent }: SentValue<unknown>,
): Promise<FastifyReply> {
  const bytes = Buffer.from(JSON.stringify(value, null, indent));
  const document = createDocument(bytes, 'application/json', policy);
  const weak = state && { isWeak: true, digest: digestOf(JSON.stringify(state)) };
  return sendDocument(reply.header('x-cache', cache), { ...document, ...weak });
}

/** Sends a 200 with a line of text, and a validator made from it; or a 304. */
export function sendText(
  reply: FastifyReply,
  { value, policy, cache }: ServedValue<string>,
): Promise<FastifyReply> {
  const document = createDocument(Buffer.from(value), 'text/plain; charset=utf-8', policy);
  return sendDocument(reply.header('x-cache', cache), document);
}

/** Sends a 200 with the document, compressed if the client accepts that; or a 304. */
export async function sendDocument(
  reply: FastifyReply,
  document: StoredDocument,
): Promise<FastifyReply> {
  const { headers } = reply.request;
  const { contentType, policy, language, digest, isWeak } = document;
  const canCompress = isCompressible(document);
  const accepted = acceptedNames(headers['accept-encoding']);
  const best = (['br', 'gzip'] as const).find((coding) => accepted.has(coding));
  const encoding = canCompress && best !== undefined ? best : 'identity';
  // Each coding has a validator of its own.
  const tag = encoding === 'identity' ? `"${digest}"` : `"${digest}-${encoding}"`;
  const etag = isWeak ? `W/${tag}` : tag;
  void reply.headers({ etag, 'cache-control': cachePolicies[policy] });
  const varies = [
    canCompress && 'accept-encoding',
    language !== undefined && 'accept-language',
    reply.getHeader('vary') ?? false,
  ];
  const vary = varies.filter((name) => name !== false).join(', ');
  if (vary !== '') void reply.header('vary', vary);
  if (language !== undefined) void reply.header('content-language', language);
  if (policy === 'page') reply.cacheUntil(Number.POSITIVE_INFINITY, null);
  if (ifNoneMatchHits(headers['if-none-match'], etag)) return sendNoContent(reply.code(304));
  if (encoding !== 'identity') void reply.header('content-encoding', encoding);
  return reply.header('content-type', contentType).send(await compressedTo(encoding, document));
}

function isCompressible({ contentType, bytes }: StoredDocument): boolean {
  return compressible.test(contentType) && bytes.byteLength >= minCompressedBytes;
}

function compressedTo(encoding: Encoding, document: StoredDocument): Promise<Uint8Array> {
  const body = document.compressed.get(encoding) ?? compressors[encoding](document);
  document.compressed.set(encoding, body);
  return body;
}

/** Compresses documents before anybody asks for them, one at a time: other threads have work as well. */
export async function compressAll(documents: Iterable<StoredDocument>): Promise<void> {
  for (const document of documents) {
    if (!isCompressible(document)) continue;
    await compressedTo('br', document);
    await compressedTo('gzip', document);
  }
}

/** The names in an `Accept` header that are not refused (`;q=0`). Wildcards are ignored. */
export function acceptedNames(header = ''): ReadonlySet<string | undefined> {
  const parts = header.toLowerCase().split(',');
  const allowed = parts.filter((part) => !/;\s*q=0(?:\.0*)?\s*(?:;|$)/.test(part));
  return new Set(allowed.map((part) => part.split(';', 1)[0]?.trim()));
}
