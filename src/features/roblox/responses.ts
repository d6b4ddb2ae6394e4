import type { FastifyReply, FastifyRequest } from 'fastify';
import { cacheState, type CacheContext } from '../../cache/context.ts';
import { LineupError } from '../../errors/lineup-error.ts';
import { sendPictured, type Pictured } from '../../http/answers.ts';
import type { CachePolicy } from '../../http/cache-headers.ts';
import { createDocument, minPackedBytes, sendDocument } from '../../http/documents.ts';
import { contextOf, strongEtag, type EtagPart } from '../../http/conditional.ts';

/** What a route responds with: bytes, or `null` where the client has them already. */
export type Response = {
  readonly etag: string;
  readonly policy: CachePolicy;
  readonly context: CacheContext;
  readonly contentType: string;
  readonly bytes: Uint8Array | null;
};

/** What a route hands to its service. */
export type Asked = {
  /** Whether the client holds the response with this validator. */
  readonly isKnown: (etag: string) => boolean;
  readonly context: CacheContext;
};

export function askedBy(request: Pick<FastifyRequest, 'clientKey' | 'headers'>): Asked {
  const { isKnown, client } = contextOf(request);
  return { isKnown, context: { sourceHit: false, client } };
}

/** Data as a response, known by what it says. */
export function dataResponse(
  value: EtagPart,
  { isKnown, context }: Asked,
  policy: CachePolicy,
): Response {
  const etag = strongEtag(['roblox', value]);
  return {
    etag,
    policy,
    context,
    contentType: 'application/json',
    bytes: isKnown(etag) ? null : Buffer.from(JSON.stringify(value)),
  };
}

/** @param fileName what a picture is called when it is saved, see `inlineName` */
export async function respond(
  reply: FastifyReply,
  response: Response,
  fileName?: string,
): Promise<FastifyReply> {
  const { bytes, contentType, policy, context } = response;
  const isLarge = bytes !== null && bytes.length >= minPackedBytes;
  if (isLarge && contentType === 'application/json') {
    const document = createDocument(bytes, contentType, policy);
    return sendDocument(reply.request, reply.header('x-cache', cacheState(context)), document);
  }
  if (fileName !== undefined) void reply.header('content-disposition', fileName);
  return sendPictured(reply, picturedOf(response), contentType);
}

/** A response as it is sent, whatever it is of. */
export function picturedOf({ etag, policy, context, bytes }: Response): Pictured {
  const freshUntilMs = context.expiresAt ?? 0;
  return { etag, policy, bytes, cache: cacheState(context), freshUntilMs };
}

/** What the path names, or the refusal of it. */
export function parsed<T>(reference: T | null, place: string, allowed: string): T {
  if (reference !== null) return reference;
  throw new LineupError('bad-request', `${place}: must be ${allowed}`);
}

/** The value, or the 404 that says what there is none of. */
export function found<T>(
  value: T | null,
  code: 'unknown-player' | 'unknown-game' | 'unknown-group' | 'unknown-picture',
  place: string,
): T {
  if (value !== null) return value;
  const detail = code === 'unknown-player' ? 'There is no such user.' : undefined;
  throw new LineupError(code, detail).at(place);
}
