import type { Clock } from '../common/async/clock.ts';
import type { OpenBucket } from '../common/async/token-bucket.ts';
import {
  createWebhookSender,
  maxConnections,
  type WebhookSender,
} from '../upstreams/discord/sender.ts';
import { platformUserAgent } from '../upstreams/discord/webhook.ts';
import { createProcessRecords } from '../upstreams/discord/idempotency.ts';
import type { OpenQueue } from '../upstreams/discord/queue/open-queue.ts';
import type { ChatWebhookParts } from './routes/chat-webhook/route.ts';
import type { HttpServer } from './http/server.ts';
import type { Metrics } from './metrics/metrics.ts';
import { createUpstreamClient } from '../upstreams/net/upstream-client.ts';
import type { Settings } from './settings.ts';

type RelayParts = {
  readonly clock: Clock;
  readonly openBucket: OpenBucket;
  readonly version: string;
  readonly metrics?: Metrics | undefined;
  readonly log: Pick<HttpServer['log'], 'debug' | 'warn'>;
  readonly redisTimeoutMs?: number | undefined;
};

export type ChatRelay = ChatWebhookParts & {
  /** False while the queue, if there is one, cannot accept messages. */
  readonly isQueueConnected: () => boolean;
  readonly close: () => Promise<void>;
};

/** Opens the webhook proxy with all its parts; `close` ends its connections. */
export async function openChatRelay(
  settings: Settings,
  { clock, openBucket, version, metrics, log, redisTimeoutMs }: RelayParts,
): Promise<ChatRelay> {
  const name = 'chat platform';
  const client = createUpstreamClient({
    baseUrl: settings.discordApiUrl,
    name,
    userAgent: platformUserAgent(settings.publicUrl ?? 'https://lineup.invalid', version),
    onCall: metrics?.countUpstreamCall,
    onWaiting: metrics?.waitingAt(name),
    maxConcurrent: maxConnections,
  });
  const sender = createWebhookSender({
    request: client.request,
    clock,
    openBucket,
    requestsPerSecond: settings.discordRequestsPerSecond,
  });
  const opened = await openQueueOf(settings, { sender, clock, log, redisTimeoutMs });
  return {
    sender,
    allowMassMentions: settings.webhookAllowMassMentions,
    queue: opened?.queue,
    records: opened?.records ?? createProcessRecords(clock.nowMs),
    isQueueConnected: () => opened?.isConnected() ?? true,
    close: async () => {
      await opened?.close();
      await client.close();
    },
  };
}

/** Without Redis there is no queue, and its code is not loaded. */
async function openQueueOf(
  { redisUrl, webhookQueueKey: key }: Settings,
  parts: Omit<RelayParts, 'version' | 'metrics' | 'openBucket'> & {
    readonly sender: WebhookSender;
  },
): Promise<OpenQueue | undefined> {
  if (redisUrl === undefined) return undefined;
  const { sender, clock, log, redisTimeoutMs: timeoutMs } = parts;
  if (key === undefined) {
    log.warn('WEBHOOK_QUEUE_KEY is not set: the key is derived from REDIS_URL');
  }
  const [{ openWebhookQueue }, { openCheckedRedis }] = await Promise.all([
    import('../upstreams/discord/queue/open-queue.ts'),
    import('./redis/checked-connection.ts'),
  ]);
  const onError = (err: unknown) => log.debug({ err }, 'the queue waits for Redis');
  const openRedis = openCheckedRedis;
  const connection = { redisUrl, openRedis, timeoutMs };
  return openWebhookQueue({ ...connection, key, sender, clock, onError });
}
