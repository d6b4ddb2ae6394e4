import type { FastifyReply } from 'fastify';
import { LineupError } from '../errors/lineup-error.ts';
import { cachePolicies, type CachePolicy } from './cache-headers.ts';
import { sendNoContent } from './response-cache.ts';

/** `HIT`: for this response nothing was asked of an upstream and nothing was decoded or drawn. */
export type CacheState = 'HIT' | 'MISS';

/** A picture that was asked for. */
export type Pictured = {
  /** Validator, quotes included. */
  readonly etag: string;
  readonly cache: CacheState;
  readonly policy: CachePolicy;
  /**
   * Milliseconds since 1970 until which nothing that it is made of changes: until then the same request
   * is answered from the response cache, and a 304 is free. Without it each request is made anew.
   */
  readonly freshUntilMs?: number;
  /** `null` when the client holds it already. */
  readonly bytes: Uint8Array | null;
};

/** A value, and how it was come by. */
export type Said<T> = {
  readonly cache: CacheState;
  readonly policy: CachePolicy;
  readonly value: T;
};

/**
 * 200 with the picture, without its bytes on `HEAD`; or 304, with the headers that a 200 would carry (RFC
 * 9110, section 15.4.5) and neither body nor type.
 */
export function sendPictured(
  reply: FastifyReply,
  pictured: Pictured,
  contentType = 'image/png',
): FastifyReply {
  const { etag, policy, cache, freshUntilMs, bytes } = pictured;
  void reply.headers({ etag, 'cache-control': cachePolicies[policy], 'x-cache': cache });
  if (bytes !== null) void reply.header('content-type', contentType);
  void reply.code(bytes === null ? 304 : 200);
  // What names a fallback changes when the one that it stands for comes back.
  if (policy !== 'never' && freshUntilMs !== undefined && !reply.hasHeader('x-fallback')) {
    // What was drawn just now may never be asked for again: of that only the validator is kept.
    reply.keepUntil(freshUntilMs, cache === 'HIT' ? bytes : null);
  }
  return bytes === null ? sendNoContent(reply) : reply.send(bytes);
}

const badgeType = 'image/svg+xml';

/**
 * A badge. It stays a picture where there is nothing to tell (404, 502), as it stands on somebody's
 * page.
 * @param instead the grey badge for an error
 */
export async function sendBadge(
  reply: FastifyReply,
  draw: () => Promise<Pictured>,
  instead: (error: LineupError) => string,
): Promise<FastifyReply> {
  try {
    return sendPictured(reply, await draw(), badgeType);
  } catch (error) {
    if (!(error instanceof LineupError) || ![404, 502].includes(error.status)) throw error;
    void reply.code(error.status).header('cache-control', cachePolicies.never);
    return reply.header('content-type', badgeType).send(Buffer.from(instead(error)));
  }
}

/**
 * `Content-Disposition` of a picture that is shown, and called `<name>-<type>.<extension>` when saved.
 * Other letters than ASCII follow in the form of RFC 8187.
 */
export function inlineName(name: string, type: string, extension = 'png'): string {
  // By code points: half a surrogate pair can't be encoded.
  const letters = Array.from(name.replaceAll(/[^\p{L}\p{N}._-]+/gu, '_'))
    .slice(0, 64)
    .join('');
  const whole = `${letters}-${type}.${extension}`;
  const plain = whole.replaceAll(/[^\w.-]/g, '_');
  const extended = whole === plain ? '' : `; filename*=UTF-8''${encodeURIComponent(whole)}`;
  return `inline; filename="${plain}"${extended}`;
}
