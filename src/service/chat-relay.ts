import {
  createWebhookSender,
  maxConnections,
  type WebhookSender,
} from '../upstreams/discord/sender.ts';
import { platformUserAgent } from '../upstreams/discord/webhook.ts';
import { createProcessRecords } from '../upstreams/discord/idempotency.ts';
import type { OpenQueue } from '../upstreams/discord/queue/open-queue.ts';
import type { HttpServer } from './http/server.ts';
import type { Metrics } from './metrics/metrics.ts';
import { createUpstreamClient } from '../upstreams/net/upstream-client.ts';
import type { Settings } from './settings.ts';
import type { UpstreamDeps } from '../upstreams/net/upstream-deps.ts';
import type { Drawing } from './queue/drawing.ts';
import type { SwrCache } from '../common/cache/swr-cache.ts';
import { createDrawer } from './routes/chat-lookup/draw.ts';
import { createFinder } from './routes/chat-lookup/find.ts';
import { createInviteClient } from '../upstreams/discord/invite-client.ts';
import { chatCacheRules } from '../upstreams/discord/cached.ts';
import { cacheShares } from '../common/cache/open-caches.ts';
import { createGuildPictures } from '../upstreams/discord/guild-pictures.ts';

type RelayDeps = Pick<UpstreamDeps, 'clock' | 'openBucket'> & {
  readonly version: string;
  readonly metrics?: Metrics | undefined;
  readonly log: Pick<HttpServer['log'], 'debug' | 'warn'>;
  readonly redisTimeoutMs?: number | undefined;
};

const userAgentOf = ({ publicUrl = 'https://lineup.invalid' }: Settings, version: string) =>
  platformUserAgent(publicUrl, version);

/** Opens the webhook proxy with all its parts; `close` ends its connections. */
export async function openChatRelay(settings: Settings, deps: RelayDeps) {
  const { clock, openBucket, metrics } = deps;
  const name = 'chat platform';
  const client = createUpstreamClient({
    baseUrl: settings.discordApiUrl,
    name,
    userAgent: userAgentOf(settings, deps.version),
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
  const opened = await openQueueOf(settings, { ...deps, sender });
  return {
    sender,
    /** Allows `@everyone`, `@here` and role mentions. */
    allowMassMentions: settings.webhookAllowMassMentions,
    /** Missing without Redis. */
    queue: opened?.queue,
    /** Records of `Idempotency-Key`. */
    records: opened?.records ?? createProcessRecords(clock.nowMs),
    /** False while the queue, if there is one, cannot accept messages. */
    isQueueConnected: () => opened?.isConnected() ?? true,
    close: async () => {
      await opened?.close();
      await client.close();
    },
  };
}

export type ChatRelay = Awaited<ReturnType<typeof openChatRelay>>;

/** Without Redis there is no queue, and its code is not loaded. */
async function openQueueOf(
  { redisUrl, webhookQueueKey: key }: Settings,
  deps: RelayDeps & { readonly sender: WebhookSender },
): Promise<OpenQueue | undefined> {
  if (redisUrl === undefined) return undefined;
  const { sender, clock, log, redisTimeoutMs: timeoutMs } = deps;
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

type LookupDeps = Omit<UpstreamDeps, 'upstreams'> & {
  readonly version: string;
  readonly drawing: Drawing;
  readonly pictures: SwrCache<Uint8Array>;
};

/** Opens the Discord look-ups with all their parts, which close with the app. */
export function openChatLookups(settings: Settings, deps: LookupDeps) {
  const { clock, openBucket, version, openCache, drawing, pictures, openClient } = deps;
  const upstream = openClient('chat look-ups', settings.discordApiUrl, {
    userAgent: userAgentOf(settings, version),
  });
  const picturesUrl = settings.discordCdnUrl;
  return {
    find: createFinder({
      client: createInviteClient({ client: upstream, clock, openBucket }),
      invites: openCache(chatCacheRules.invites, cacheShares.chatLookups / 2),
      guilds: openCache(chatCacheRules.guilds, cacheShares.chatLookups / 2),
    }),
    draw: createDrawer({
      loadPicture: createGuildPictures({
        client: openClient('chat pictures', picturesUrl),
        clock,
        cache: openCache(chatCacheRules.pictures, cacheShares.chatPictures),
      }),
      drawing,
      pictures,
    }),
    /** Base URL of the pictures of guilds. */
    picturesUrl,
  };
}

export type ChatLookups = ReturnType<typeof openChatLookups>;
