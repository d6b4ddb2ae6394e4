import { hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { CacheContext } from '../cache/context.ts';

/** What a validator may be made of: plain data; a field that is `undefined` counts as absent. */
export type EtagPart =
  | string
  | number
  | boolean
  | null
  | readonly EtagPart[]
  | { readonly [field: string]: EtagPart | undefined };

// 22 characters of base64url are 132 bits: two different inputs do not meet by chance.
const digestLength = 22;

/**
 * A strong validator (RFC 9110, section 8.8.3), quotes included, made from the *inputs* of an
 * answer. The order of fields makes no difference; every other difference of value, type or
 * nesting does, because the parts are joined as JSON and not as text.
 *
 * @throws RangeError for a number that JSON can't tell from others (`NaN`, `Infinity`)
 */
export function strongEtag(parts: EtagPart): string {
  const digest = hash('sha256', JSON.stringify(parts, canonical), 'base64url');
  return `"${digest.slice(0, digestLength)}"`;
}

function canonical(_name: string, part: unknown): unknown {
  if (typeof part === 'number' && !Number.isFinite(part)) {
    throw new RangeError(`${part} can't be part of a validator`);
  }
  if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
  // A list of pairs: in a plain object JSON would put number-like names first, whatever the order.
  const fields = Object.entries(part).filter(([, value]) => value !== undefined);
  return { fields: fields.sort(([a], [b]) => (a < b ? -1 : 1)) };
}

// One entity tag (RFC 9110, section 8.8.3) with a comma or an end on both sides. What does not look
// like this is passed over, so that garbage spoils nothing but itself. A tag may hold commas.
const listedTag = /(?:^|,)[\t ]*(?:W\/)?"([\x21\x23-\x7e\x80-\xff]*)"(?=[\t ]*(?:,|$))/g;

/** What a service has to know of who makes a request; one for each look-up or picture. */
export type RequestContext = {
  readonly context: CacheContext;
  /** Whether the client holds the answer with this validator already. */
  readonly isKnown: (etag: string) => boolean;
};

export function contextOf(request: Pick<FastifyRequest, 'clientKey' | 'headers'>): RequestContext {
  const held = request.headers['if-none-match'];
  const context = { sourceHit: false, client: request.clientKey };
  return { context, isKnown: (etag) => ifNoneMatchHits(held, etag) };
}

/**
 * Whether `If-None-Match` names this validator, by the weak comparison that the header asks for
 * (RFC 9110, section 13.1.2): lists, `W/` and a lone `*` are understood, garbage is skipped.
 *
 * @param headerValue the header as received, or `undefined` when the client sent none
 * @param etag the validator of the answer, quotes included
 */
export function ifNoneMatchHits(headerValue: string | undefined, etag: string): boolean {
  if (headerValue === undefined) return false;
  if (headerValue === etag || headerValue.trim() === '*') return true;
  const opaqueTag = etag.replace(/^W\//, '').slice(1, -1);
  return [...headerValue.matchAll(listedTag)].some(([, tag]) => tag === opaqueTag);
}
