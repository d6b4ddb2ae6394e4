import { webcrypto } from 'node:crypto';
import {
  withBrokenMassMentions,
  withoutMassMentions,
} from '../../../upstreams/discord/mentions.ts';
import { checkMessage, type Draft } from '../../../upstreams/discord/message.ts';
import { writeUpload } from '../../../upstreams/discord/upload.ts';
import type {
  ActionKind,
  WebhookBody,
  WebhookRequest,
  PlatformResponse,
} from '../../../upstreams/discord/webhook.ts';
import type { FastifyReply } from 'fastify';
import { cachePolicies } from '../../http/cache-headers.ts';
import { errorBodyFor } from '../../http/error-responses.ts';

type Identified = Pick<WebhookRequest, 'kind' | 'query' | 'message' | 'githubEvent'>;

/**
 * What makes two requests with the same `Idempotency-Key` the same, posted or queued. `wait` does
 * not: it only decides about the response, and the first one is repeated.
 */
export async function identityOf(
  { kind, query = {}, message: messageId, githubEvent }: Identified,
  { message, files }: Draft,
): Promise<Uint8Array[]> {
  const { thread_id, with_components } = query;
  const fields = [kind, thread_id, with_components, messageId, githubEvent, message];
  // In another thread: 25 MiB take up to 0.1 s.
  const digests = await Promise.all(
    files.map(({ bytes }) => webcrypto.subtle.digest('SHA-256', bytes)),
  );
  return [Buffer.from(JSON.stringify(fields)), ...digests.map((digest) => Buffer.from(digest))];
}

/**
 * The message to send, serialised again, so that exactly the checked value is sent, whatever the
 * client's spelling.
 * @param allowMassMentions allows `@everyone`, `@here` and role mentions
 * @throws {LineupError} `bad-request` that names the field
 */
export async function bodyOf(
  kind: ActionKind,
  draft: Draft,
  allowMassMentions: boolean,
): Promise<WebhookBody> {
  checkMessage(kind, draft);
  const { message, files } = draft;
  const isForeign = kind === 'slack' || kind === 'github';
  const defused = isForeign ? withBrokenMassMentions(message) : withoutMassMentions(message);
  const sent = allowMassMentions ? message : defused;
  if (files.length > 0) return writeUpload(sent, files);
  return { bytes: Buffer.from(JSON.stringify(sent)), contentType: 'application/json' };
}

/** Passes on only status, body and type of the platform's response. */
export function respondWith(
  reply: FastifyReply,
  { status, contentType, bytes }: PlatformResponse,
): FastifyReply {
  void reply.code(status).header('cache-control', cachePolicies.never);
  if (contentType !== null) return reply.header('content-type', contentType).send(bytes);
  if (status < 400) return reply.send();
  const detail = 'The chat platform refused the request.';
  const body = errorBodyFor(reply.request, { status, detail });
  return reply.header('content-type', 'application/json').send(Buffer.from(body));
}
