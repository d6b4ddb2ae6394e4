import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { cachePolicies, type CachePolicy } from './cache-headers.ts';
import type { QuickAnswer } from './quick-answers.ts';

/** `HIT`: nothing was asked of an upstream and nothing was drawn for this answer. */
type CacheState = 'HIT' | 'MISS';

/** What a picture that the client holds already is known by. */
export type Validated = {
  /** Validator, quotes included. */
  readonly etag: string;
  readonly cache: CacheState;
  readonly policy: CachePolicy;
};

export type Picture = Validated & {
  readonly bytes: Uint8Array;
  /** For example `image/png`. */
  readonly contentType: string;
};

/** 200 with the picture; on `HEAD` the same headers and no bytes. */
export function sendPicture(reply: FastifyReply, picture: Picture): FastifyReply {
  return validated(reply, picture)
    .code(200)
    .header('content-type', picture.contentType)
    .send(picture.bytes);
}

/** 304: the headers that a 200 would carry (RFC 9110, section 15.4.5), and neither body nor type. */
export function sendNotModified(reply: FastifyReply, known: Validated): FastifyReply {
  validated(reply, known).code(304);
  // On HEAD, Fastify would add `Content-Length: 0`, which a cache may read as the length of the
  // picture itself. It adds none to a stream.
  return reply.request.method === 'HEAD' ? reply.send(Readable.from([])) : reply.send();
}

/** The same once more: 200, or 304 where the client holds it. */
export function sendQuick(
  reply: FastifyReply,
  { etag, contentType, bytes }: QuickAnswer,
): FastifyReply {
  const known = { etag, cache: 'HIT', policy: 'render' } as const;
  return bytes === null
    ? sendNotModified(reply, known)
    : sendPicture(reply, { ...known, contentType, bytes });
}

function validated(reply: FastifyReply, { etag, cache, policy }: Validated): FastifyReply {
  return reply
    .header('etag', etag)
    .header('cache-control', cachePolicies[policy])
    .header('x-cache', cache);
}
