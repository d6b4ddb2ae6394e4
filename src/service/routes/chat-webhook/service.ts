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
} from '../../../upstreams/discord/webhook.ts';

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
