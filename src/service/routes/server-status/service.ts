import { hash } from 'node:crypto';
import { settledWithin } from '../../../common/async/clock.ts';
import type { CacheContext, EtagPart, RequestContext } from '../../../common/cache/context.ts';
import { LineupError } from '../../../common/errors/lineup-error.ts';
import { widgetVersion, type ServerCardJob } from '../../../engine/cards/card-jobs.ts';
import { isBlocked, type BlockedServers } from '../../../upstreams/game-servers/blocked-servers.ts';
import type { PlayerHead } from '../../../upstreams/game-servers/motd/text-run.ts';
import { stateOf, type ServerStatus } from '../../../upstreams/game-servers/server-status.ts';
import { cacheState, served } from '../../http/responses.ts';
import type { CachePolicy } from '../../http/cache-headers.ts';
import { respondWith, type DrawingDeps } from '../../pictures/respond.ts';
import { respondWithBadge } from '../../pictures/send-badge.ts';
import { headKey, headsIn, defaultIconPng } from '../../../engine/cards/heads.ts';
import { createFinder, type FinderDeps, type Found, type ServerRequest } from './find-status.ts';
import type { BadgeQuery, WidgetQuery } from './schema.ts';
import { badgeOf, listedLines, serverCardOf, statusResponseOf, statusText } from './transform.ts';

type Deps = FinderDeps &
  DrawingDeps & {
    /** The list of blocked servers; null while it is not available. */
    readonly blockedServers: (context: CacheContext) => Promise<BlockedServers | null>;
    /** The skins of heads in a MOTD, as PNG, in order; null for unavailable ones. */
    readonly headSkins: (
      heads: readonly PlayerHead[],
      context: CacheContext,
    ) => Promise<readonly (Uint8Array | null)[]>;
  };

/**
 * Contacts the server unless its status is fresh; then responds with data or draws. Every method throws
 * LineupError: `unknown-route` for an unknown edition, `bad-request` and `forbidden-address` for the host,
 * `overloaded`. A server that is offline, or whose name could not be looked up, is not an error.
 */
export function createServerStatuses(deps: Deps) {
  const { blockedServers, drawing, pictures } = deps;
  const find = createFinder(deps);

  return {
    /** The status as plain data, and whether it came from the cache. */
    status: async (server: ServerRequest, { context }: RequestContext) => ({
      ...(await find(server, context)),
      cache: cacheState(context),
    }),
    state: async (server: ServerRequest, request: RequestContext) => {
      const found = await find(server, request.context);
      return served(stateOf(found.status), policyOf(found, 'status'), request);
    },
    text: async (server: ServerRequest, request: RequestContext) => {
      const found = await find(server, request.context);
      return served(statusText(server.host, found.status), policyOf(found, 'status'), request);
    },
    /** The status for clients, the part of it that matters, without times, and all lines of its sample. */
    describe: async (server: ServerRequest, request: RequestContext) => {
      const { context } = request;
      const [found, list] = await Promise.all([find(server, context), blockedServers(context)]);
      const { status, isCached } = found;
      const host = withoutPort(server.host);
      const eulaBlocked = list && isBlocked(list, hostsOf(host, status));
      const value = statusResponseOf(status, { host, eulaBlocked, isCached });
      const { retrieved_at: _at, expires_at: _until, latency_ms: _latency, ...state } = value;
      const response = served(value, policyOf(found, 'status'), request);
      return { ...response, state, listed: listedLines(status) };
    },
    icon: async (server: ServerRequest, request: RequestContext) => {
      const found = await find(server, request.context);
      const icon = found.status.details?.icon ?? defaultIconPng;
      const inputs = ['server-icon', hashOf(icon)];
      return respondWith({ inputs, policy: policyOf(found, 'status'), load: () => icon }, request);
    },
    widget: async (server: ServerRequest, options: WidgetQuery, request: RequestContext) => {
      const { context } = request;
      const found = await find(server, context);
      const card = serverCardOf(server.host, found.status, options);
      const job = { ...card, heads: await loadHeads(deps, card, context) };
      const load = () => drawing.draw('serverCard', job, context.client);
      const policy = policyOf(found, 'render');
      return respondWith({ inputs: inputsOf(job), policy, pictures, load }, request);
    },
    /** The badge as SVG. */
    badge: async (server: ServerRequest, query: BadgeQuery, request: RequestContext) => {
      const found = await find(server, request.context);
      // Its name could not be looked up, so nothing is known.
      if (stateOf(found.status) === 'unknown') throw new LineupError('unknown-route', 'unknown');
      return respondWithBadge(badgeOf(found.status, query), policyOf(found, 'status'), request);
    },
  };
}

export type ServerStatuses = ReturnType<typeof createServerStatuses>;

/** Heads that are not available in time stay blank. */
const headsTimeoutMs = 2000;

async function loadHeads(
  { headSkins, clock }: Deps,
  { server }: ServerCardJob,
  context: CacheContext,
): Promise<ServerCardJob['heads']> {
  const heads = headsIn(server?.motd ?? []);
  if (heads.length === 0) return [];
  const skins = await settledWithin(headSkins(heads, context), headsTimeoutMs, clock);
  return heads.map((head, index) => ({ key: headKey(head), skin: skins?.[index] ?? null }));
}

/** A status that we do not cache must not be cached by others. */
function policyOf({ isCached }: Found, policy: CachePolicy): CachePolicy {
  return isCached ? policy : 'never';
}

/** The path was validated: what follows the last colon outside of brackets is a port. */
function withoutPort(host: string): string {
  return host.replace(/:\d+$/, '');
}

/** The hosts that the game checks: the name, the target of its record, the address. */
function hostsOf(host: string, { srv, ip }: ServerStatus): readonly string[] {
  return [host.replace(/\.$/, ''), srv?.host, ip].filter((one) => typeof one === 'string');
}

/** Made from everything that the pixels depend on, and nothing else. */
function inputsOf({ server, heads, ...card }: ServerCardJob): EtagPart[] {
  const shown: EtagPart = server && {
    ...server,
    motd: [...server.motd],
    icon: server.icon && hashOf(server.icon),
  };
  const skins = heads.map(({ key, skin }) => [key, skin && hashOf(skin)]);
  return ['server-card', widgetVersion, card, shown, skins];
}

function hashOf(bytes: Uint8Array): string {
  return hash('sha256', bytes, 'base64url');
}
