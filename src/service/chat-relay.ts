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
import type { UpstreamDeps } from '../upstreams/net/upstream-deps.ts';
import type { Drawing } from './queue/drawing.ts';
import type { SwrCache } from '../common/cache/swr-cache.ts';
import { type ChatLookups, createChatLookups } from './routes/chat-lookup/service.ts';
import { createInviteClient } from '../upstreams/discord/invite-client.ts';
import { chatCacheRules } from '../upstreams/discord/cached.ts';
import { cacheShares } from '../common/cache/open-caches.ts';
import { createGuildPictures } from '../upstreams/discord/guild-pictures.ts';

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

type Parts = Omit<UpstreamDeps, 'upstreams'> & {
  readonly version: string;
  readonly drawing: Drawing;
  readonly pictures: SwrCache<Uint8Array>;
};

/** Opens the Discord look-ups with all their parts, which close with the app. */
export function openChatLookups(settings: Settings, parts: Parts): ChatLookups {
  const { clock, openBucket, version, openCache, drawing, pictures, openClient } = parts;
  const upstream = openClient('chat look-ups', settings.discordApiUrl, {
    userAgent: platformUserAgent(settings.publicUrl ?? 'https://lineup.invalid', version),
  });
  const picturesUrl = settings.discordCdnUrl;
  return createChatLookups({
    client: createInviteClient({ client: upstream, clock, openBucket }),
    invites: openCache(chatCacheRules.invites, cacheShares.chatLookups / 2),
    guilds: openCache(chatCacheRules.guilds, cacheShares.chatLookups / 2),
    loadPicture: createGuildPictures({
      client: openClient('chat pictures', picturesUrl),
      clock,
      cache: openCache(chatCacheRules.pictures, cacheShares.chatPictures),
    }),
    picturesUrl,
    drawing,
    pictures,
  });
}
