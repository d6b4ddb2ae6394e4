import { randomInt } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import manifest from '../package.json' with { type: 'json' };
import { createCircuitBreaker } from './cache/circuit-breaker.ts';
import { systemClock, type Clock } from './cache/clock.ts';
import { createRemembered } from './cache/remembered.ts';
import { openChatRelay } from './chat-relay.ts';
import { createDrawing, type Drawing, type DrawingOptions } from './drawing/pool.ts';
import { LineupError } from './errors/lineup-error.ts';
import { addChatWebhookRoutes } from './features/chat-webhook/route.ts';
import { addCompositionRoutes } from './features/composition/route.ts';
import { createComposer } from './features/composition/service.ts';
import { loadAssets } from './features/docs/assets.ts';
import { collectRoutes } from './features/docs/collect.ts';
import { addDocsRoutes } from './features/docs/route.ts';
import { addPlayerInfoRoutes } from './features/player-info/route.ts';
import { createPlayerInfo } from './features/player-info/service.ts';
import { addRenderRoute } from './features/player-render/route.ts';
import { createRenderer } from './features/player-render/service.ts';
import { addServerStatusRoutes } from './features/server-status/route.ts';
import { createServerStatuses } from './features/server-status/service.ts';
import { createGameServers, type GameServers } from './game-servers/game-servers.ts';
import { statusRule, type ServerStatus } from './game-servers/server-status.ts';
import type { Bounds } from './http/bounds.ts';
import { addHealthRoutes, type HealthPart } from './http/health.ts';
import { createQuickAnswers, type QuickAnswers } from './http/quick-answers.ts';
import type { LogStream } from './http/request-log.ts';
import { createHttpServer, type HttpServer } from './http/server.ts';
import { clientKey } from './limits/client.ts';
import { createLimits } from './limits/limits.ts';
import { createMemories, shareOfStatuses, type Remember } from './memories.ts';
import { countedCall } from './metrics/counted-call.ts';
import type { Metrics } from './metrics/metrics.ts';
import { NetError } from './net/net-error.ts';
import { createSafeDatagrams } from './net/safe-datagrams.ts';
import { createSafeDial } from './net/safe-dial.ts';
import { createSafeFetch, type SafeFetch, type SafeFetchOptions } from './net/safe-fetch.ts';
import { createSrvLookup } from './net/srv-lookup.ts';
import { createUpstreamClient } from './net/upstream-client.ts';
import { createAccountService } from './players/account-service.ts';
import { memoryRules } from './players/memory.ts';
import { createPlayers, type Players } from './players/players.ts';
import { readSampleFolder, type SampleFolder } from './players/sample-folder.ts';
import type { Upstream } from './players/upstream.ts';
import { createUrlSkins, urlSkinRule } from './players/url-skins.ts';
import { openRedis, type SharedRedis, type SharedRedisOptions } from './redis/redis.ts';
import { createSharedWindows } from './redis/shared-windows.ts';
import type { Settings } from './settings.ts';

/** What a test may put in the place of the real thing. */
export type Parts = {
  readonly logStream?: LogStream;
  readonly clock?: Clock;
  /** Smaller bounds of what clients can hold on to. */
  readonly bounds?: Partial<Bounds>;
  /** How long Redis is waited for. */
  readonly redisTimeoutMs?: number;
  /** Without it nothing is counted. */
  readonly metrics?: Metrics | undefined;
  readonly drawing?: DrawingOptions;
  /** Opens the pool that draws: one that counts, or that several apps share. */
  readonly openDrawing?: typeof createDrawing;
  /** How the names in clients' URLs resolve, and where connections to them really go. */
  readonly skinHosts?: Pick<SafeFetchOptions, 'lookup' | 'openSocket'>;
};

const userAgent = 'Lineup';
/** What metrics call the hosts that clients name: all of them together. */
const upstreamNames = { skinUrls: 'skin URLs', gameServers: 'game servers' } as const;

/** A picture is known by what it shows, so it never grows old. */
const pictureRule = {
  freshMs: Number.POSITIVE_INFINITY,
  staleMs: Number.POSITIVE_INFINITY,
  sizeBytes: (png: Uint8Array) => png.byteLength,
} as const;

/**
 * Composition root: builds every part in order and lists every route. The answer does not listen
 * yet; closing it closes every part.
 */
export async function createApp(settings: Settings, parts: Parts = {}): Promise<HttpServer> {
  const clock = parts.clock ?? systemClock;
  const { metrics } = parts;
  const redis = openSharedRedis(settings.redisUrl, {
    answerTimeoutMs: parts.redisTimeoutMs,
    onChange: (state) => {
      if (state === 'up') app.log.info('Redis answers');
      else app.log.warn('Redis does not answer: this process goes on by itself');
    },
  });
  const quick = createQuickAnswers(clock.nowMs, () => metrics?.countCache('answers', 'process', 1));
  const app = openServer(settings, { ...parts, clock, redis, quick });
  const routes = collectRoutes(app);
  const remember = createMemories({ maxBytes: settings.cacheMaxBytes, clock, redis, metrics });
  const folder = await openSamples(app, settings);
  const { open, upstreams } = upstreamOpener(app, metrics);
  const players = await openPlayers(settings, { remember, folder, open });
  const safeFetch = openSafeFetch(settings, parts);
  const urlSkins = createUrlSkins({
    fetchBytes: countedFetch(safeFetch.fetchBytes, metrics),
    memory: remember('urlSkins', urlSkinRule),
  });
  const drawing = await (parts.openDrawing ?? createDrawing)(parts.drawing);
  const pictures = remember('pictures', pictureRule);
  app.addHook('onClose', async () => {
    await Promise.all([safeFetch.close(), drawing.close()]);
    redis?.close();
  });
  watchParts(metrics, { drawing, redis });

  const chat = openChatRelay(settings, {
    clock,
    redis,
    version: manifest.version,
    metrics,
  });
  app.addHook('onClose', chat.close);

  addHealthRoutes(app, [...upstreams, ...(redis ? [{ name: 'Redis', isWell: redis.isUp }] : [])]);
  const publicUrl = settings.publicUrl ?? '';
  addCompositionRoutes(app, createComposer({ players, urlSkins, drawing, pictures }), quick);
  addRenderRoute(app, createRenderer({ players, drawing, pictures }), quick);
  addPlayerInfoRoutes(app, createPlayerInfo({ players, drawing, pictures, publicUrl }));
  addServerStatusRoutes(
    app,
    createServerStatuses({ ...openGameServers(settings, clock, metrics), drawing, pictures }),
  );
  addChatWebhookRoutes(app, chat.relay);
  addDocsRoutes(app, {
    routes,
    assets: await loadAssets(),
    version: manifest.version,
    publicUrl: settings.publicUrl,
    samples: folder.stems,
    limits: { api: settings.rateLimitMax, webhook: settings.webhookProxyRateLimitMax },
  });
  return app;
}

/** The door to hosts of skins that clients name. */
function openSafeFetch(settings: Settings, { metrics, skinHosts }: Parts): SafeFetch {
  return createSafeFetch({
    allowPrivateAddresses: settings.allowPrivateAddresses,
    userAgent,
    onWaiting: metrics?.waitingAt(upstreamNames.skinUrls),
    ...skinHosts,
  });
}

/** Asking game servers, and what they said of late. */
function openGameServers(settings: Settings, clock: Clock, metrics: Metrics | undefined) {
  const dial = createSafeDial({ allowPrivateAddresses: settings.allowPrivateAddresses });
  const { ask } = createGameServers({
    dial,
    datagrams: createSafeDatagrams(dial),
    lookupSrv: createSrvLookup(),
    nowMs: clock.nowMs,
    onWaiting: metrics?.waitingAt(upstreamNames.gameServers),
  });
  return {
    gameServers: { ask: countedAsk(ask, metrics) },
    statuses: createRemembered<ServerStatus>({
      ...statusRule,
      clock,
      maxBytes: settings.cacheMaxBytes * shareOfStatuses,
    }),
  };
}

type ServerParts = Pick<Parts, 'logStream' | 'bounds' | 'metrics'> & {
  readonly clock: Clock;
  readonly redis: SharedRedis | undefined;
  readonly quick: QuickAnswers;
};

/** The server with its limits, and no route yet. */
function openServer(settings: Settings, parts: ServerParts): HttpServer {
  return createHttpServer({
    trustProxy: settings.trustProxy,
    logLevel: settings.logLevel,
    logStream: parts.logStream,
    bounds: parts.bounds,
    onAnswer: parts.metrics?.countAnswer,
    clientKeyOf: clientKey,
    quickAnswers: parts.quick,
    limiter: createLimits({
      nowMs: parts.clock.nowMs,
      seed: randomInt(2 ** 32),
      apiMax: settings.rateLimitMax,
      webhookMax: settings.webhookProxyRateLimitMax,
      shared: parts.redis && createSharedWindows(parts.redis),
    }),
  });
}

async function openSamples(app: HttpServer, { skinsDir }: Settings): Promise<SampleFolder> {
  const folder = await readSampleFolder(skinsDir);
  for (const { file, reason } of folder.skipped) {
    app.log.warn({ file, reason }, 'a file of SKINS_DIR is not used');
  }
  return folder;
}

function openSharedRedis(
  url: string | undefined,
  options: Omit<SharedRedisOptions, 'url' | 'clock'>,
): SharedRedis | undefined {
  // The machine's clock, also in tests that wind another one: Redis has its own time anyway.
  return url === undefined ? undefined : openRedis({ ...options, url, clock: systemClock });
}

type OpenUpstream = ReturnType<typeof upstreamOpener>['open'];

/** Opens clients of the services that the operator named, each with its guard. */
function upstreamOpener(app: HttpServer, metrics: Metrics | undefined) {
  const upstreams: HealthPart[] = [];
  const open = (name: string, baseUrl: string) => {
    const client = createUpstreamClient({
      baseUrl,
      name,
      userAgent,
      onCall: metrics?.countUpstreamCall,
      onWaiting: metrics?.waitingAt(name),
    });
    app.addHook('onClose', () => client.close());
    const breaker = createCircuitBreaker({ nowMs: systemClock.nowMs });
    upstreams.push({ name, isWell: () => !breaker.isRefusing() });
    return { client, breaker } satisfies Upstream;
  };
  return { open, upstreams };
}

/** Fetches from hosts that clients name, counted together: their names are nobody's business. */
function countedFetch(fetchBytes: SafeFetch['fetchBytes'], metrics: Metrics | undefined) {
  if (metrics === undefined) return fetchBytes;
  return countedCall(fetchBytes, {
    upstream: upstreamNames.skinUrls,
    tell: metrics.countUpstreamCall,
    outcomeOf: () => '200',
    failureOf: (error) => (error instanceof NetError ? error.kind : 'internal'),
  });
}

/** The same for game servers. */
function countedAsk(ask: GameServers['ask'], metrics: Metrics | undefined) {
  if (metrics === undefined) return ask;
  return countedCall(ask, {
    upstream: upstreamNames.gameServers,
    tell: metrics.countUpstreamCall,
    outcomeOf: ({ details }) => (details === null ? 'offline' : 'online'),
    failureOf: (error) => (error instanceof LineupError ? error.code : 'internal'),
  });
}

type WatchedParts = { readonly drawing: Drawing; readonly redis: SharedRedis | undefined };

function watchParts(metrics: Metrics | undefined, { drawing, redis }: WatchedParts): void {
  metrics?.watch('lineup_drawing_running', 'Orders being drawn', () => drawing.load().running);
  metrics?.watch('lineup_plan_bytes', 'Memory of the plans kept', () => drawing.load().planBytes);
  metrics?.watch('lineup_drawing_waiting', 'Orders in the queue', () => drawing.load().waiting);
  if (redis) metrics?.watch('lineup_redis_up', 'Whether Redis answers', () => Number(redis.isUp()));
}

/** Everything about players: the three hosts of the account service, samples, what is remembered. */
async function openPlayers(
  settings: Settings,
  parts: {
    readonly remember: Remember;
    readonly folder: SampleFolder;
    readonly open: OpenUpstream;
  },
): Promise<Players> {
  const { remember, folder, open } = parts;
  const api = open('account names', settings.mojangApiUrl);
  const session = open('account profiles', settings.mojangSessionUrl);
  const textures = open('textures', settings.mojangTexturesUrl);
  return createPlayers({
    service: createAccountService({
      api,
      session,
      textures,
      texturesUrl: settings.mojangTexturesUrl,
    }),
    memories: {
      accounts: remember('accounts', memoryRules.accounts, api.breaker.isRefusing),
      profiles: remember('profiles', memoryRules.profiles, session.breaker.isRefusing),
      textures: remember('textures', memoryRules.textures, textures.breaker.isRefusing),
    },
    folder,
    fallbackSheets: {
      classic: await readFallbackSheet('classic'),
      slim: await readFallbackSheet('slim'),
    },
  });
}

function readFallbackSheet(model: 'classic' | 'slim'): Promise<Uint8Array> {
  return readFile(join(import.meta.dirname, '..', 'samples', 'fallback', `${model}.png`));
}
