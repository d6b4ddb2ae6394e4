import type { FastifyReply } from 'fastify';
import { badRequest, LineupError } from '../../errors/lineup-error.ts';
import { sendPictured, type Pictured } from '../../http/answers.ts';
import type { CachePolicy } from '../../http/cache-headers.ts';
import { createDocument, minPackedBytes, sendDocument } from '../../http/documents.ts';
import type { EtagPart, RequestContext } from '../../http/conditional.ts';
import { respondWith, type Validated } from '../../pictures/respond.ts';

/** The response of a route. */
export type Response = Pictured & { readonly contentType: string };

/** A response that is fresh until one of its inputs is not. */
export async function responseOf(
  picture: Validated,
  contentType: string,
  request: RequestContext,
): Promise<Response> {
  const pictured = await respondWith(picture, request);
  return { ...pictured, contentType, freshUntilMs: request.context.expiresAt ?? 0 };
}

/** Data as a response, with a validator made from it. */
export function dataResponse(
  value: EtagPart,
  request: RequestContext,
  policy: CachePolicy,
): Promise<Response> {
  const load = () => Buffer.from(JSON.stringify(value));
  return responseOf({ inputs: ['roblox', value], policy, load }, 'application/json', request);
}

/** @param fileName name of a saved picture, see `inlineName` */
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

/** Returns the parsed reference, or throws if it is invalid. */
export function parsed<T>(reference: T | null, fieldPath: string, allowed: string): T {
  if (reference !== null) return reference;
  throw badRequest(`${fieldPath}: must be ${allowed}`);
}

/** Returns the value, or throws a 404 with this code. */
export function found<T>(
  value: T | null,
  code: 'unknown-player' | 'unknown-game' | 'unknown-group' | 'unknown-picture',
  fieldPath: string,
): T {
  if (value !== null) return value;
  const detail = code === 'unknown-player' ? 'There is no such user.' : undefined;
  throw new LineupError(code, detail).at(fieldPath);
}
