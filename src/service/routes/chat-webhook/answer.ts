import type { FastifyReply } from 'fastify';
import type { PlatformAnswer } from '../../../upstreams/discord/webhook.ts';
import { cachePolicies } from '../../http/cache-headers.ts';
import { errorBodyFor } from '../../http/error-responses.ts';

/** Passes on only status, body and type of the platform's response. */
export function answer(
  reply: FastifyReply,
  { status, contentType, bytes }: PlatformAnswer,
): FastifyReply {
  void reply.code(status).header('cache-control', cachePolicies.never);
  if (contentType !== null) return reply.header('content-type', contentType).send(bytes);
  if (status < 400) return reply.send();
  const detail = 'The chat platform refused the request.';
  const body = errorBodyFor(reply.request, { status, detail });
  return reply.header('content-type', 'application/json').send(Buffer.from(body));
}
