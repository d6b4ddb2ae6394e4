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
import type { Clock } from '../../../common/async/clock.ts';
import { createProcessRecords } from '../../../upstreams/discord/idempotency.ts';
import type { OpenQueue } from '../../../upstreams/discord/queue/open-queue.ts';
import type { WebhookSender } from '../../../upstreams/discord/sender.ts';
import type { HttpServer } from '../../http/server.ts';
import type { Settings } from '../../settings.ts';

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

type RelayDeps = {
  readonly sender: WebhookSender;
  readonly clock: Clock;
  readonly log: Pick<HttpServer['log'], 'debug' | 'warn'>;
  readonly redisTimeoutMs?: number | undefined;
};

/** Opens the queue of the webhook proxy and its records; `close` ends their connections. */
export async function openChatRelay(settings: Settings, deps: RelayDeps) {
  const opened = await openQueueOf(settings, deps);
  return {
    sender: deps.sender,
    /** Allows `@everyone`, `@here` and role mentions. */
    allowMassMentions: settings.webhookAllowMassMentions,
    /** Missing without Redis. */
    queue: opened?.queue,
    /** Records of `Idempotency-Key`. */
    records: opened?.records ?? createProcessRecords(deps.clock.nowMs),
    /** False while the queue, if there is one, cannot accept messages. */
    isQueueConnected: () => opened?.isConnected() ?? true,
    close: async () => opened?.close(),
  };
}

export type ChatRelay = Awaited<ReturnType<typeof openChatRelay>>;

/** Without Redis there is no queue, and its code is not loaded. */
async function openQueueOf(
  { redisUrl, webhookQueueKey: key }: Settings,
  { sender, clock, log, redisTimeoutMs: timeoutMs }: RelayDeps,
): Promise<OpenQueue | undefined> {
  if (redisUrl === undefined) return undefined;
  if (key === undefined) {
    log.warn('WEBHOOK_QUEUE_KEY is not set: the key is derived from REDIS_URL');
  }
  const [{ openWebhookQueue }, { openCheckedRedis: openRedis }] = await Promise.all([
    import('../../../upstreams/discord/queue/open-queue.ts'),
    import('../../redis/checked-connection.ts'),
  ]);
  const onError = (err: unknown) => log.debug({ err }, 'the queue waits for Redis');
  return openWebhookQueue({ redisUrl, openRedis, timeoutMs, key, sender, clock, onError });
}
