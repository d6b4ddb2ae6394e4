import { systemClock, type Clock } from '../../src/common/async/clock.ts';
import { createCache } from '../../src/common/cache/swr-cache.ts';
import { openSharedDrawing } from './shared-drawing.ts';
import { serverStatusRoutes } from '../../src/service/routes/server-status/route.ts';
import { createServerStatuses } from '../../src/service/routes/server-status/service.ts';
import type { StatusLimits } from '../../src/upstreams/game-servers/fetch-status.ts';
import type { BlockedServers } from '../../src/upstreams/game-servers/blocked-servers.ts';
import { createGameServers } from '../../src/upstreams/game-servers/game-servers.ts';
import { statusRule, type ServerStatus } from '../../src/upstreams/game-servers/server-status.ts';
import { createHttpServer } from '../../src/service/http/create-server.ts';
import { addRoutes } from '../../src/service/http/define-route.ts';
import type { HttpServer } from '../../src/service/http/server.ts';
import { NetError } from '../../src/upstreams/net/net-error.ts';
import { createSafeDatagrams } from '../../src/upstreams/net/safe-datagrams.ts';
import { createSafeDial } from '../../src/upstreams/net/safe-dial.ts';
import type { SrvTarget } from '../../src/upstreams/net/name-lookup.ts';
import type { Drawing } from '../../src/service/queue/drawing.ts';

type WorldOptions = {
  readonly clock?: Clock;
  readonly allowPrivateAddresses?: boolean;
  readonly limits?: Partial<StatusLimits>;
  /** Names and their addresses; others don't resolve. */
  readonly names?: Readonly<Record<string, readonly string[] | 'dns-failure'>>;
  readonly srv?: Readonly<Record<string, SrvTarget>>;
  readonly blockedServers?: BlockedServers | null;
  /** The PNG of the skin of every head. */
  readonly headSkin?: Uint8Array | null;
};

/** No server counts as offline for being slow, as the test machine may be busy. */
const patient = { timeoutMs: 30_000, connectTimeoutMs: 10_000, legacyDelayMs: 30_000 };

export type ServerStatusWorld = {
  readonly app: HttpServer;
  /** Pictures drawn so far, by kind. */
  readonly drawn: { serverCard: number };
  readonly close: () => Promise<void>;
};

/** The game-server routes with everything below them, without internet. */
export async function openServerStatusWorld(
  options: WorldOptions = {},
): Promise<ServerStatusWorld> {
  const { clock = systemClock, allowPrivateAddresses = true, names = {}, srv = {} } = options;
  const dial = createSafeDial({
    allowPrivateAddresses,
    lookup: async (name) => {
      const addresses = names[name];
      if (addresses === undefined) throw new Error('ENOTFOUND');
      if (addresses === 'dns-failure') throw new NetError('dns-failure');
      return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    },
  });
  const drawing = await openSharedDrawing();
  const drawn = { serverCard: 0 };
  const app = createHttpServer({ trustProxy: false, logLevel: 'silent' });
  const maxBytes = 8 * 1024 * 1024;
  const servers = createServerStatuses({
    gameServers: createGameServers({
      dial,
      datagrams: createSafeDatagrams(dial),
      lookupSrv: async (name) => {
        const target = srv[name];
        return target === undefined ? [] : [target];
      },
      nowMs: clock.nowMs,
      limits: { ...patient, ...options.limits },
    }),
    blockedServers: async () => options.blockedServers ?? null,
    headSkins: async (heads) => heads.map(() => options.headSkin ?? null),
    clock,
    statuses: createCache<ServerStatus>({ ...statusRule, clock, maxBytes }),
    drawing: countDrawing(drawing, drawn),
    pictures: createCache<Uint8Array>({
      name: 'pictures',
      clock,
      maxBytes,
      freshMs: Number.POSITIVE_INFINITY,
      staleMs: Number.POSITIVE_INFINITY,
      sizeBytes: (png) => png.byteLength,
    }),
  });
  addRoutes(app, serverStatusRoutes(servers), '');
  return {
    app,
    drawn,
    close: () => app.close(),
  };
}

function countDrawing(drawing: Drawing, drawn: ServerStatusWorld['drawn']): Pick<Drawing, 'draw'> {
  return {
    draw: (name, job, client) => {
      if (name === 'serverCard') drawn.serverCard += 1;
      return drawing.draw(name, job, client);
    },
  };
}
