import { cacheControl, type CachePolicy } from './cache-headers.ts';
import type { FastifyReply } from 'fastify';
import type { RequestContext } from '../../common/cache/context.ts';
import { sendNoContent } from './response-cache.ts';

/** `HIT`: no upstream was called for this response, and nothing was decoded or drawn. */
export type CacheState = 'HIT' | 'MISS';

export type Pictured = {
  /** Validator with quotes. */
  readonly etag: string;
  readonly cache: CacheState;
  readonly policy: CachePolicy;
  /** A shorter lifetime that the client chose. */
  readonly maxAgeSeconds?: number | undefined;
  /**
   * Milliseconds since 1970 until which all its inputs are fresh: until then the same request is
   * answered from the response cache, and a 304 is free. Without it nothing is cached.
   */
  readonly freshUntilMs?: number;
  /** `null` if the client already has it. */
  readonly bytes: Uint8Array | null;
};

export type ServedValue<T> = {
  readonly cache: CacheState;
  readonly policy: CachePolicy;
  readonly value: T;
};

export function served<T>(
  value: T,
  policy: CachePolicy,
  { context }: RequestContext,
): ServedValue<T> {
  return { value, policy, cache: cacheState(context) };
}

/** Whether an upstream was called or something was drawn for this request. */
export function cacheState({ sourceHit }: RequestContext['context']): CacheState {
  return sourceHit ? 'MISS' : 'HIT';
}

/**
 * Sends a 200 with the picture (without bytes for `HEAD`), or a 304 with the headers of the 200 (RFC
 * 9110, section 15.4.5) but no body or content type.
 */
export function sendPictured(
  reply: FastifyReply,
  pictured: Pictured,
  contentType = 'image/png',
): FastifyReply {
  const { etag, policy, maxAgeSeconds, cache, freshUntilMs, bytes } = pictured;
  const lifetime = cacheControl(policy, maxAgeSeconds);
  void reply.headers({ etag, 'cache-control': lifetime, 'x-cache': cache });
  if (bytes !== null) void reply.header('content-type', contentType);
  void reply.code(bytes === null ? 304 : 200);
  // A response with fallbacks is outdated as soon as the missing player is available again.
  if (policy !== 'never' && freshUntilMs !== undefined && !reply.hasHeader('x-fallback')) {
    // A picture drawn just now may never be requested again: only its validator is cached.
    reply.cacheUntil(freshUntilMs, cache === 'HIT' ? bytes : null);
  }
  return bytes === null ? sendNoContent(reply) : reply.send(bytes);
}

/**
 * `Content-Disposition` of a picture that is displayed inline, and saved as
 * `<name>-<type>.<extension>`. Non-ASCII characters are added in the form of RFC 8187.
 */
export function inlineName(name: string, type: string, extension = 'png'): string {
  // Cut by code points, because half a surrogate pair cannot be encoded.
  const letters = Array.from(name.replaceAll(/[^\p{L}\p{N}._-]+/gu, '_'))
    .slice(0, 64)
    .join('');
  const whole = `${letters}-${type}.${extension}`;
  const plain = whole.replaceAll(/[^\w.-]/g, '_');
  const extended = whole === plain ? '' : `; filename*=UTF-8''${encodeURIComponent(whole)}`;
  return `inline; filename="${plain}"${extended}`;
}
