import manifest from '../../package.json' with { type: 'json' };
import { systemClock, type Clock } from '../common/async/clock.ts';
import type { LoopBudget } from '../common/async/loop-budget.ts';
import { bucketOpener, type OpenBucket } from '../common/async/token-bucket.ts';
import { cacheOpener, restOf } from '../common/cache/swr-cache.ts';
import { isCompositionOfOne } from '../engine/options/composition-query.ts';
import { pictureFormats } from '../engine/options/picture-formats.ts';
import { openUpstreams, type UpstreamParts } from '../upstreams/define-upstream.ts';
import { createNameResolver, type NameResolver } from '../upstreams/net/name-lookup.ts';
import { openSampleFolder } from '../upstreams/players/sample-folder.ts';
import { upstreams as declared } from '../upstreams/upstreams.ts';
import { openChatRelay } from './routes/chat-webhook/service.ts';
import { createHttpServer } from './http/create-server.ts';
import { addRoutes } from './http/define-route.ts';
import type { RootPictures } from './http/request-target.ts';
import type { HttpServer, LogStream, ServerLimits } from './http/server.ts';
import { clientKey, createLimits } from './limits/limits.ts';
import type { Metrics } from './metrics/metrics.ts';
import { pictureCacheRules } from './pictures/respond.ts';
import { createDrawing, type DrawingOptions } from './queue/drawing.ts';
import type { SharedRedis, SharedRedisOptions } from './redis/redis.ts';
import { createSharedWindows } from './limits/windows.ts';
import { webhookMethodReason } from './routes/chat-webhook/route.ts';
import { allRoutes } from './routes/all-routes.ts';
import { readTarget } from './routes/server-status/service.ts';
import { settingRows, type Settings } from './settings.ts';
import { openAssets, type Assets } from './site/assets.ts';
import { collectRoutes } from './site/collect.ts';
import { addDocsRoutes } from './site/route.ts';

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
  readonly skinHosts?: UpstreamParts['skinHosts'];
  /** How all other names are resolved. */
  readonly names?: NameResolver;
};

/** Composition root: creates every part and registers every route; closing it closes all parts. */
export async function createApp(settings: Settings, parts: Parts = {}): Promise<HttpServer> {
  const { clock = systemClock, metrics, openDrawing = createDrawing } = parts;
  const loopTime = parts.loopBudget?.wait;
  const redis = await openSharedRedis(settings.redisUrl, {
    responseTimeoutMs: parts.redisTimeoutMs,
    onChange: (state, sentence) => app.log[state === 'up' ? 'info' : 'warn'](sentence),
  });
  const isPlayer = (text: string) => upstreams.players.players.parseReference(text) !== null;
  const app = openServer(settings, { ...parts, clock, isPlayer }, redis);
  const routes = collectRoutes(app);
  const samples = await openSampleFolder({
    folder: settings.skinsDir,
    clock,
    onProblem: (file, reason) => app.log.warn({ file, reason }, 'skin file ignored'),
    onChange: () => app.forgetResponses(),
  });
  const openCache = cacheOpener({
    maxBytes: settings.cacheMaxBytes,
    clock,
    store: redis,
    countCache: metrics?.countCache,
    afterJoining: loopTime,
  });
  const { upstreams, health, close } = await openUpstreams(declared, settings, {
    openBucket: bucketOpener({ clock }),
    names: createNameResolver(),
    ...parts,
    clock,
    openCache,
    samples,
    agent: { version: manifest.version, url: settings.publicUrl ?? 'https://lineup.invalid' },
    allowPrivateAddresses: settings.allowPrivateAddresses,
  });
  const pictures = openCache({ ...pictureCacheRules, weight: restOf(Object.values(declared)) });
  const drawing = await openDrawing({ clock, ...parts.drawing });
  const relay = { ...parts, clock, sender: upstreams.chatRelay, log: app.log };
  const chat = await openChatRelay(settings, relay);
  metrics?.watchParts({ drawing, redis, queue: chat.queue });
  app.addHook('onClose', async () => {
    await chat.close();
    await Promise.all([close(), drawing.close()]);
    redis?.close();
    samples.close();
  });
  const isHealthy = () => redis === undefined || (redis.isUp() && chat.isQueueConnected());
  health.push({ name: 'Redis', isHealthy });
  const deps = { app, upstreams, health, chat, samples, drawing, pictures, clock, loopTime };
  addRoutes(app, allRoutes(deps), settings.publicUrl ?? '');
  addDocsRoutes(app, {
    routes,
    assets: parts.assets ?? (await openAssets()),
    version: manifest.version,
    publicUrl: settings.publicUrl,
    samples: samples.stems(),
    checkHost: (edition: string, host: string) => void readTarget({ edition, host }),
    limits: { api: settings.rateLimitMax, webhook: settings.webhookProxyRateLimitMax },
    settings: settingRows(),
  });
  return app;
}

/** The server with its limits, without routes. */
function openServer(
  settings: Settings,
  parts: Parts & Pick<RootPictures, 'isPlayer'> & { readonly clock: Clock },
  redis: SharedRedis | undefined,
): HttpServer {
  return createHttpServer({
    trustProxy: settings.trustProxy,
    compatHosts: settings.compatHosts,
    rootPictures: {
      formats: new Set(pictureFormats),
      isComposition: isCompositionOfOne,
      isPlayer: parts.isPlayer,
    },
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
      shared: redis && createSharedWindows(redis),
    }),
  });
}

/** Loads the Redis client only if it is configured, because it takes 15 MB. */
async function openSharedRedis(
  url: string | undefined,
  options: Omit<SharedRedisOptions, 'url' | 'clock'>,
) {
  if (url === undefined) return undefined;
  const { openRedis } = await import('./redis/redis.ts');
  // Always the system clock, also in tests with a fake one: Redis has its own time anyway.
  return openRedis({ ...options, url, clock: systemClock });
}
