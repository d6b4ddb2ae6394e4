import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CacheContext, EtagPart, RequestContext } from '../../common/cache/context.ts';

// 22 characters of base64url are 132 bits, enough to rule out accidental collisions.
const digestLength = 22;

/**
 * Creates a strong validator (RFC 9110, section 8.8.3) with quotes from the *inputs* of a response. The
 * order of fields makes no difference; every other difference in value, type or nesting does, because
 * the parts are serialized as JSON.
 * @throws RangeError for numbers that JSON cannot represent (`NaN`, `Infinity`)
 */
export function strongEtag(parts: EtagPart): string {
  return `"${digestOf(JSON.stringify(parts, canonical))}"`;
}

/** The opaque part of a validator. */
export function digestOf(content: string | Uint8Array): string {
  return hash('sha256', content, 'base64url').slice(0, digestLength);
}

function canonical(_name: string, part: unknown): unknown {
  if (typeof part === 'number' && !Number.isFinite(part)) {
    throw new RangeError(`${part} can't be part of a validator`);
  }
  if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
  // A list of pairs, because JSON would move number-like names of an object to the front.
  const fields = Object.entries(part).filter(([, value]) => value !== undefined);
  return { fields: fields.sort(([a], [b]) => (a < b ? -1 : 1)) };
}

// One entity tag (RFC 9110, section 8.8.3) between commas or ends. Malformed tags are skipped
// without affecting others. A tag may contain commas.
const listedTag = /(?:^|,)[\t ]*(?:W\/)?"([\x21\x23-\x7e\x80-\xff]*)"(?=[\t ]*(?:,|$))/g;

/** By which a client asks how far its picture is; 132 random bits, so that nobody else knows it. */
const isProgressId = /^[\w-]{22}$/;

/**
 * @param endsBothSides whether a client that ends its side of the connection has left. Others may still wait for
 * the response, but not browsers, which are who asks how far it is
 */
function onClose(
  response: FastifyReply['raw'],
  endsBothSides: boolean,
  listener: () => void,
): void {
  const { socket } = response;
  if (response.closed || (endsBothSides && socket?.readableEnded === true)) {
    listener();
    return;
  }
  if (endsBothSides) socket?.once('end', listener);
  response.once('close', () => {
    socket?.off('end', listener);
    listener();
  });
}

/** What services need to know about this request. */
export function contextOf(
  { clientKey, headers }: Pick<FastifyRequest, 'clientKey' | 'headers'>,
  { raw }: FastifyReply,
): RequestContext {
  const held = headers['if-none-match'];
  const id = headers['x-progress-id'];
  const named = typeof id === 'string' && isProgressId.test(id) ? id : undefined;
  const context: CacheContext = { sourceHit: false, client: clientKey };
  return {
    context,
    isKnown: (etag) => ifNoneMatchHits(held, etag),
    asker: {
      progressId: named,
      onClose: (listener) => onClose(raw, named !== undefined, listener),
    },
  };
}

/**
 * Whether `If-None-Match` contains this validator, by weak comparison as the header requires (RFC 9110,
 * section 13.1.2). Lists, `W/` and a lone `*` are understood; malformed tags are skipped.
 */
export function ifNoneMatchHits(headerValue: string | undefined, etag: string): boolean {
  if (headerValue === undefined) return false;
  if (headerValue === etag || headerValue.trim() === '*') return true;
  const opaqueTag = etag.replace(/^W\//, '').slice(1, -1);
  return [...headerValue.matchAll(listedTag)].some(([, tag]) => tag === opaqueTag);
}
