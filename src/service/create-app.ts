import { respondWith, pictureCacheRules } from './pictures/respond.ts';
import manifest from '../../package.json' with { type: 'json' };
import { systemClock, type Clock } from '../common/async/clock.ts';
import { bucketOpener, type OpenBucket } from '../common/async/token-bucket.ts';
import type { LoopBudget } from '../common/async/loop-budget.ts';
import { cacheOpener, cacheShares } from '../common/cache/open-caches.ts';
import { openChatRelay, type ChatRelay, openChatLookups } from './chat-relay.ts';
import { addChatLookupRoutes } from './routes/chat-lookup/route.ts';
import { addChatWebhookRoutes } from './routes/chat-webhook/route.ts';
import { addCompatRoute } from './routes/compat/route.ts';
import {
  addCompositionRoutes,
  createComposer,
  type CompositionParts,
} from './routes/composition/route.ts';
import { loadAssets, type Assets } from './site/assets.ts';
import { collectRoutes } from './site/collect.ts';
import { pageTitlesFor } from './site/page-titles.ts';
import { addDocsRoutes } from './site/route.ts';
import { addHeadsRoutes, createHeads } from './routes/heads/route.ts';
import { addOembedRoute } from './routes/oembed/route.ts';
import { addPlayerInfoRoutes } from './routes/player-info/route.ts';
import { createPlayerInfo, type InfoParts } from './routes/player-info/service.ts';
import { addRenderRoutes } from './routes/player-render/route.ts';
import { createRenderer } from './routes/player-render/service.ts';
import { addRenderTypesRoute } from './routes/render-types/route.ts';
import { addServerLineupRoute } from './routes/server-lineup/route.ts';
import { readTarget } from './routes/server-status/find-status.ts';
import { addServerStatusRoutes } from './routes/server-status/route.ts';
import { webhookMethodReason } from './routes/chat-webhook/docs.ts';
import { createHttpServer } from './http/create-server.ts';
import { addHealthRoutes } from './routes/health/route.ts';
import type { LogStream } from './http/request-log.ts';
import type { HttpServer, ServerLimits } from './http/server.ts';
import { clientKey } from './limits/client-key.ts';
import { createLimits } from './limits/limits.ts';
import type { Metrics } from './metrics/metrics.ts';
import { createNameResolver, type NameResolver } from '../upstreams/net/name-lookup.ts';
import type { SafeFetchOptions } from '../upstreams/net/safe-fetch.ts';
import { createPictureService } from '../engine/entry/picture-service.ts';
import { playerCacheRules } from '../upstreams/players/cached.ts';
import { createUrlSkins } from '../upstreams/players/url-skins.ts';
import { addRobloxRoutes, openRoblox } from './open-roblox.ts';
import { clientLookup, openSkinHosts, openUpstreams } from './open-outgoing.ts';
import { openSamples } from './open-players.ts';
import { compatParts } from './compat-parts.ts';
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
  addHealthRoutes(app, [...upstreams, { name: 'Redis', isHealthy: isRedisHealthy }]);
  const publicUrl = settings.publicUrl ?? '';
  const shared = { players, drawing, pictures, publicUrl };
  const { compose, renderer, info } = addPlayerRoutes(app, { ...shared, urlSkins, roblox });
  const serverParts = { ...deps, metrics, drawing, pictures, players };
  const statuses = openServerStatuses(settings, {
    ...serverParts,
    share: cacheShares.statuses,
    lookup: clientLookup(settings, names),
    session: openClient('blocked servers', settings.mojangSessionUrl),
  });
  addServerStatusRoutes(app, statuses);
  addCompatRoute(app, compatParts({ renderer, info, statuses, players, publicUrl, clock }));
  addRobloxRoutes(app, roblox, { drawing, pictures, publicUrl });
  addServerLineupRoute(app, { statusOf: statuses.status, compose, samples: folder.stems });
  addChatWebhookRoutes(app, { ...chat, loopTime: parts.loopBudget?.wait });
  addChatLookupRoutes(app, openChatLookups(settings, { ...serverParts, version, openClient }));
  addOembedRoute(app, publicUrl, pageTitlesFor);
  addDocsRoutes(app, {
    routes,
    assets: parts.assets ?? (await loadAssets()),
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

type PlayerRouteParts = InfoParts & {
  /** Base of links; empty for that of the request. */
  readonly publicUrl: string;
  readonly drawing: Drawing;
  readonly urlSkins: CompositionParts['urlSkins'];
  readonly roblox: CompositionParts['roblox'];
};

/** All routes of player pictures and profiles. */
function addPlayerRoutes(app: HttpServer, parts: PlayerRouteParts) {
  const { players, drawing, pictures, urlSkins, roblox, publicUrl } = parts;
  const pictureParts = {
    players,
    drawing,
    pictures: createPictureService({
      players,
      drawing,
      respond: (picture, request) => respondWith({ ...picture, pictures }, request),
    }),
  };
  const composer = createComposer({ ...pictureParts, urlSkins, roblox });
  addCompositionRoutes(app, composer);
  addRenderTypesRoute(app);
  addHeadsRoutes(app, createHeads(pictureParts));
  const renderer = createRenderer({ ...pictureParts, urlSkins });
  addRenderRoutes(app, renderer);
  const info = createPlayerInfo({ players, drawing, pictures });
  addPlayerInfoRoutes(app, info, publicUrl);
  return { compose: composer.compose, renderer, info };
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
