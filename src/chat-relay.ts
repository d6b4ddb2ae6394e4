import { randomBytes } from 'node:crypto';
import type { Clock } from './cache/clock.ts';
import { createFallbackStore } from './chat/fallback-store.ts';
import { createMemoryStore } from './chat/memory-store.ts';
import { platformUserAgent } from './chat/order.ts';
import { createRedisStore } from './chat/redis-store.ts';
import { createWebhookSender } from './chat/sender.ts';
import type { SharedStore } from './chat/shared-store.ts';
import { createRelay, type Relay } from './features/chat-webhook/service.ts';
import { createRelayClient } from './net/relay-client.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { SharedRedis } from './redis/redis.ts';
import type { Settings } from './settings.ts';

type RelayParts = {
  readonly clock: Clock;
  readonly redis: SharedRedis | undefined;
  readonly version: string;
  readonly metrics?: Metrics | undefined;
};

/** The webhook relay with all its parts; `close` ends its connections. */
export function openChatRelay(
  settings: Settings,
  { clock, redis, version, metrics }: RelayParts,
): { readonly relay: Relay; readonly close: () => Promise<void> } {
  const name = 'chat platform';
  const client = createRelayClient({
    baseUrl: settings.discordApiUrl,
    name,
    userAgent: platformUserAgent(settings.publicUrl ?? 'https://lineup.invalid', version),
    onCall: metrics?.countUpstreamCall,
    onWaiting: metrics?.waitingAt(name),
  });
  const sender = createWebhookSender({ client, store: storeOf(clock, redis), clock });
  const relay = createRelay({
    sender,
    allowMassMentions: settings.webhookAllowMassMentions,
    createBoundary: () => `lineup-${randomBytes(18).toString('hex')}`,
  });
  return { relay, close: () => client.close() };
}

/** What instances share while Redis is there, and this process's own while it is not. */
function storeOf(clock: Clock, redis: SharedRedis | undefined): SharedStore {
  const local = createMemoryStore(clock);
  if (redis === undefined) return local;
  return createFallbackStore({ shared: createRedisStore(redis), local, clock });
}
