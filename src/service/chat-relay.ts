import type { Clock } from '../common/async/clock.ts';
import { createProcessRecords } from '../upstreams/discord/idempotency.ts';
import type { OpenQueue } from '../upstreams/discord/queue/open-queue.ts';
import type { WebhookSender } from '../upstreams/discord/sender.ts';
import type { HttpServer } from './http/server.ts';
import type { Settings } from './settings.ts';

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
    import('../upstreams/discord/queue/open-queue.ts'),
    import('./redis/checked-connection.ts'),
  ]);
  const onError = (err: unknown) => log.debug({ err }, 'the queue waits for Redis');
  return openWebhookQueue({ redisUrl, openRedis, timeoutMs, key, sender, clock, onError });
}
