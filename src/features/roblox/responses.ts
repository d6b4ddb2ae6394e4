import type { FastifyReply } from 'fastify';
import { cacheState, type CacheContext } from '../../cache/context.ts';
import { LineupError } from '../../errors/lineup-error.ts';
import { sendPictured, type Pictured } from '../../http/answers.ts';
import type { CachePolicy } from '../../http/cache-headers.ts';
import { createDocument, minPackedBytes, sendDocument } from '../../http/documents.ts';
import { strongEtag, type EtagPart, type RequestContext } from '../../http/conditional.ts';

/** What a route responds with. */
export type Response = Pictured & { readonly contentType: string };

/** A response until anything of what it is made of is older than it should be. */
export function pictured(
  response: Omit<Response, 'cache' | 'freshUntilMs'>,
  context: CacheContext,
): Response {
  return { ...response, cache: cacheState(context), freshUntilMs: context.expiresAt ?? 0 };
}

/** Data as a response, known by what it says. */
export function dataResponse(
  value: EtagPart,
  { isKnown, context }: RequestContext,
  policy: CachePolicy,
): Response {
  const etag = strongEtag(['roblox', value]);
  const bytes = isKnown(etag) ? null : Buffer.from(JSON.stringify(value));
  return pictured({ etag, policy, contentType: 'application/json', bytes }, context);
}

/** @param fileName what a picture is called when it is saved, see `inlineName` */
export async function respond(
  reply: FastifyReply,
  response: Response,
  fileName?: string,
): Promise<FastifyReply> {
  const { bytes, contentType, policy, cache } = response;
  const isLarge = bytes !== null && bytes.length >= minPackedBytes;
  if (isLarge && contentType === 'application/json') {
    const document = createDocument(bytes, contentType, policy);
    return sendDocument(reply.request, reply.header('x-cache', cache), document);
  }
  if (fileName !== undefined) void reply.header('content-disposition', fileName);
  return sendPictured(reply, response, contentType);
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
