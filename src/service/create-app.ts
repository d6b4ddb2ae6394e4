import { respondWith, pictureCacheRules } from './pictures/respond.ts';
import manifest from '../../package.json' with { type: 'json' };
import { systemClock, type Clock } from '../common/async/clock.ts';
import { bucketOpener, type OpenBucket } from '../common/async/token-bucket.ts';
import type { LoopBudget } from '../common/async/loop-budget.ts';
import { cacheOpener, cacheShares } from '../common/cache/open-caches.ts';
import { openChatRelay, type ChatRelay, openChatLookups } from './chat-relay.ts';
import { openAssets, type Assets } from './site/assets.ts';
import { collectRoutes } from './site/collect.ts';
import { addDocsRoutes } from './site/route.ts';
import { addRoutes } from './http/define-route.ts';
import { chatLookupRoutes } from './routes/chat-lookup/route.ts';
import { chatWebhookRoutes, webhookMethodReason } from './routes/chat-webhook/route.ts';
import { compatRoutes } from './routes/compat/route.ts';
import { compositionRoutes } from './routes/composition/route.ts';
import { createCompose } from './routes/composition/service.ts';
import { headsRoutes } from './routes/heads/route.ts';
import { healthRoutes } from './routes/health/route.ts';
import { oembedRoutes } from './routes/oembed/route.ts';
import { playerInfoRoutes } from './routes/player-info/route.ts';
import { createPlayerInfo } from './routes/player-info/service.ts';
import { renderRoutes } from './routes/player-render/route.ts';
import { createRenderer } from './routes/player-render/service.ts';
import { renderTypesRoutes } from './routes/render-types/route.ts';
import { robloxRoutes } from './routes/roblox/route.ts';
import { serverLineupRoutes } from './routes/server-lineup/route.ts';
import { serverStatusRoutes } from './routes/server-status/route.ts';
import { readTarget } from './routes/server-status/find-status.ts';
import { createHttpServer } from './http/create-server.ts';
import type { LogStream } from './http/server.ts';
import type { HttpServer, ServerLimits } from './http/server.ts';
import { clientKey } from './limits/client-key.ts';
import { createLimits } from './limits/limits.ts';
import type { Metrics } from './metrics/metrics.ts';
import { createNameResolver, type NameResolver } from '../upstreams/net/name-lookup.ts';
import type { SafeFetchOptions } from '../upstreams/net/safe-fetch.ts';
import { createPictureService } from '../engine/entry/picture-service.ts';
import { playerCacheRules } from '../upstreams/players/cached.ts';
import { createUrlSkins } from '../upstreams/players/url-skins.ts';
import { openRoblox } from './open-roblox.ts';
import { clientLookup, openSkinHosts, openUpstreams } from './open-outgoing.ts';
import { openSamples } from './open-players.ts';
import type { SharedRedis, SharedRedisOptions } from './redis/redis.ts';
import { createSharedWindows } from './redis/shared-windows.ts';
import { openServerStatuses } from './server-statuses.ts';
import { settingRows, type Settings } from './settings.ts';
import { openPlayers } from '../upstreams/players/open-players.ts';
import { createDrawing, type Drawing, type DrawingOptions } from './queue/drawing.ts';
import { pictureFormats } from '../engine/options/picture-formats.ts';

/** Replacements for tests. */
export type Parts = {
  readonly logStream?: LogStream;
  readonly clock?: Clock;
  /** Lower limits. */
  readonly serverLimits?: Partial<ServerLimits>;
  /** By default that of the process. */
  readonly loopBudget?: LoopBudget;
  readonly redisTimeoutMs?: number;
  /** Without it nothing is counted. */
  readonly metrics?: Metrics | undefined;
  readonly drawing?: DrawingOptions;
  /** Opens the drawing pool: one that counts, or that several apps share. */
  readonly openDrawing?: typeof createDrawing;
  /** The files of the pages, which several apps share. */
  readonly assets?: Assets;
  /** Opens the limits of calls to each upstream. */
  readonly openBucket?: OpenBucket;
  /** How names in clients' URLs are resolved, and where connections to them go. */
  readonly skinHosts?: Pick<SafeFetchOptions, 'lookup' | 'openSocket' | 'clock'>;
  /** How all other names are resolved. */
  readonly names?: NameResolver;
};

const { version } = manifest;

/** Composition root: creates every part and registers every route; closing it closes all parts. */
export async function createApp(settings: Settings, parts: Parts = {}): Promise<HttpServer> {
  const { clock = systemClock, metrics } = parts;
  const redis = await openSharedRedis(settings.redisUrl, {
    responseTimeoutMs: parts.redisTimeoutMs,
    onChange: (state, sentence) => app.log[state === 'up' ? 'info' : 'warn'](sentence),
  });
  const app = openServer(settings, { ...parts, clock, redis });
  const routes = collectRoutes(app);
  const deps = openDeps(settings, { ...parts, clock, redis });
  const folder = await openSamples(app, settings, clock);
  const { names = createNameResolver() } = parts;
  const outgoing = { settings, names, metrics, skinHosts: parts.skinHosts };
  const { openClient, upstreams } = openUpstreams(app, outgoing);
  const { safeFetch, fetchBytes } = openSkinHosts(outgoing);
  const openers = { ...deps, openClient, upstreams };
  const players = await openPlayers(settings, { ...openers, folder, fetchBytes });
  const urlCache = deps.openCache(playerCacheRules.urlSkins, cacheShares.urlSkins);
  const urlSkins = createUrlSkins({ fetchBytes, cache: urlCache });
  const roblox = openRoblox(settings, { ...openers, safeFetch });
  const drawing = await openDrawing(parts, clock);
  const pictures = deps.openCache(pictureCacheRules, cacheShares.pictures);
  app.addHook('onClose', async () => {
    await Promise.all([safeFetch.close(), drawing.close()]);
    redis?.close();
  });
  const chat = await openChatRelay(settings, { ...parts, ...deps, version, log: app.log });
  watchParts(metrics, { drawing, redis, chat });
  app.addHook('onClose', chat.close);

  const isRedisHealthy = () => redis === undefined || (redis.isUp() && chat.isQueueConnected());
  const serverDeps = { ...deps, metrics, drawing, pictures, players };
  const statuses = openServerStatuses(settings, {
    ...serverDeps,
    share: cacheShares.statuses,
    lookup: clientLookup(settings, names),
    session: openClient('blocked servers', settings.mojangSessionUrl),
  });
  const pictureDeps = {
    players,
    drawing,
    urlSkins,
    pictures: createPictureService({
      players,
      drawing,
      respond: (picture, request) => respondWith({ ...picture, pictures }, request),
    }),
  };
  const compose = createCompose({ ...pictureDeps, roblox });
  const renderer = createRenderer(pictureDeps);
  const info = createPlayerInfo({ players, drawing, pictures });
  const chatLookups = openChatLookups(settings, { ...serverDeps, version, openClient });
  const pictureRoutes = [
    ...compositionRoutes(compose),
    ...renderTypesRoutes(),
    ...headsRoutes(pictureDeps),
    ...renderRoutes(renderer),
    ...playerInfoRoutes(info),
    ...serverStatusRoutes(statuses),
    ...compatRoutes({ renderer, info, statuses, players, clock }),
    ...robloxRoutes({ roblox, drawing, pictures }),
    ...serverLineupRoutes({ statusOf: statuses.status, compose, samples: folder.stems }),
    ...chatWebhookRoutes({ ...chat, loopTime: parts.loopBudget?.wait }),
    ...chatLookupRoutes(chatLookups),
  ];
  const health = healthRoutes(app, [...upstreams, { name: 'Redis', isHealthy: isRedisHealthy }]);
  const all = [...health, ...pictureRoutes, ...oembedRoutes(pictureRoutes)];
  addRoutes(app, all, settings.publicUrl ?? '');
  addDocsRoutes(app, {
    routes,
    assets: parts.assets ?? (await openAssets()),
    version,
    publicUrl: settings.publicUrl,
    samples: folder.stems(),
    ...pageFacts(settings),
  });
  return app;
}

/** What the pages need to know of the settings and of servers. */
function pageFacts({ rateLimitMax, webhookProxyRateLimitMax }: Settings) {
  return {
    checkHost: (edition: string, host: string) => void readTarget({ edition, host }),
    limits: { api: rateLimitMax, webhook: webhookProxyRateLimitMax },
    settings: settingRows(),
  };
}

function openDrawing(parts: Parts, clock: Clock): Promise<Drawing> {
  const { openDrawing: open = createDrawing, drawing } = parts;
  return open({ clock, ...drawing });
}

/** What look-ups need wherever they are: the time, caches, and limits of upstreams that clients share. */
function openDeps(settings: Settings, parts: ServerParts & Pick<Parts, 'openBucket'>) {
  const { clock, redis, metrics, loopBudget, openBucket = bucketOpener({ clock }) } = parts;
  const openCache = cacheOpener({
    maxBytes: settings.cacheMaxBytes,
    clock,
    store: redis,
    countCache: metrics?.countCache,
    afterJoining: loopBudget?.wait,
  });
  return { clock, openCache, openBucket };
}

type ServerParts = Pick<Parts, 'logStream' | 'serverLimits' | 'metrics' | 'loopBudget'> & {
  readonly clock: Clock;
  readonly redis: SharedRedis | undefined;
};

/** The server with its limits, without routes. */
function openServer(settings: Settings, parts: ServerParts): HttpServer {
  return createHttpServer({
    trustProxy: settings.trustProxy,
    compatHosts: settings.compatHosts,
    pictureFormats: new Set(pictureFormats),
    logLevel: settings.logLevel,
    logStream: parts.logStream,
    serverLimits: parts.serverLimits,
    loopBudget: parts.loopBudget,
    methodReason: webhookMethodReason,
    clock: parts.clock,
    onResponse: parts.metrics?.countResponse,
    clientKeyOf: clientKey,
    limiter: createLimits({
      nowMs: parts.clock.nowMs,
      apiMax: settings.rateLimitMax,
      webhookMax: settings.webhookProxyRateLimitMax,
      shared: parts.redis && createSharedWindows(parts.redis),
    }),
  });
}

/** Loads the Redis client only if it is configured, because it takes 15 MB. */
async function openSharedRedis(
  url: string | undefined,
  options: Omit<SharedRedisOptions, 'url' | 'clock'>,
): Promise<SharedRedis | undefined> {
  if (url === undefined) return undefined;
  const { openRedis } = await import('./redis/redis.ts');
  // Always the system clock, also in tests with a fake one: Redis has its own time anyway.
  return openRedis({ ...options, url, clock: systemClock });
}

type WatchedParts = {
  readonly drawing: Drawing;
  readonly redis: SharedRedis | undefined;
  readonly chat: Pick<ChatRelay, 'queue'>;
};

function watchParts(metrics: Metrics | undefined, { drawing, redis, chat }: WatchedParts): void {
  metrics?.watch('lineup_drawing_running', 'Orders being drawn', () => drawing.load().running);
  metrics?.watch('lineup_plan_bytes', 'Memory of the cached plans', () => drawing.load().planBytes);
  metrics?.watch('lineup_drawing_waiting', 'Orders in the queue', () => drawing.load().waiting);
  if (redis) metrics?.watch('lineup_redis_up', 'Whether Redis answers', () => Number(redis.isUp()));
  const { queue } = chat;
  if (queue === undefined) return;
  const age = 'How long the oldest queued webhook message waits';
  const name = 'lineup_webhook_queue_oldest_seconds';
  metrics?.watch(name, age, () => queue.oldestAgeMs() / 1000);
}
