import { hash } from 'node:crypto';
import { settledWithin } from '../../../common/async/clock.ts';
import type { CacheContext, EtagPart } from '../../../common/cache/context.ts';
import type { SwrCache } from '../../../common/cache/swr-cache.ts';
import { widgetVersion, type ServerCardJob } from '../../../engine/cards/card-jobs.ts';
import { isBlocked, type BlockedServers } from '../../../upstreams/game-servers/blocked-servers.ts';
import type { PlayerHead } from '../../../upstreams/game-servers/motd/text-run.ts';
import { stateOf, type ServerStatus } from '../../../upstreams/game-servers/server-status.ts';
import { cacheState, served, type CacheState, type ServedValue } from '../../http/responses.ts';
import type { CachePolicy } from '../../http/cache-headers.ts';
import type { RequestContext } from '../../../common/cache/context.ts';
import { respondWith, type Validated } from '../../pictures/respond.ts';
import { respondWithBadge } from '../../pictures/send-badge.ts';
import { headKey, headsIn, defaultIconPng } from '../../../engine/cards/heads.ts';
import {
  createFinder,
  type Find,
  type FinderParts,
  type Found,
  type ServerRequest,
} from './find-status.ts';
import type { BadgeQuery, ListedLines, StatusResponse, WidgetQuery } from './schema.ts';
import { badgeOf, listedLines, serverCardOf, statusResponseOf, statusText } from './transform.ts';
import type { Drawing } from '../../queue/drawing.ts';

export type ServerStatusParts = FinderParts & {
  /** The list of blocked servers; null while it is not available. */
  readonly blockedServers: (context: CacheContext) => Promise<BlockedServers | null>;
  /** The skins of heads in a MOTD, as PNG, in order; null for unavailable ones. */
  readonly headSkins: (
    heads: readonly PlayerHead[],
    context: CacheContext,
  ) => Promise<readonly (Uint8Array | null)[]>;
  readonly drawing: Pick<Drawing, 'draw'>;
  /** Finished pictures by validator. */
  readonly pictures: SwrCache<Uint8Array>;
};

/** A status as data, the part of it that matters, without times, and all lines of its sample. */
type Described = ServedValue<StatusResponse> & {
  readonly state: object;
  readonly listed: ListedLines;
};

/** A status, and whether it came from the cache. */
type FoundStatus = Found & { readonly cache: CacheState };

/**
 * Contacts the server unless its status is fresh; then responds with data or draws. Every method throws
 * LineupError: `unknown-route` for an unknown edition, `bad-request` and `forbidden-address` for the host,
 * `overloaded`. A server that is offline, or whose name could not be looked up, is not an error.
 */
export function createServerStatuses(parts: ServerStatusParts) {
  const find = createFinder(parts);
  return { ...servingOf(parts, find), ...drawingOf(parts, find) };
}

export type ServerStatuses = ReturnType<typeof createServerStatuses>;

function servingOf({ blockedServers }: ServerStatusParts, find: Find) {
  return {
    /** The status as plain data. */
    status: async (server: ServerRequest, { context }: RequestContext): Promise<FoundStatus> => {
      return { ...(await find(server, context)), cache: cacheState(context) };
    },
    state: async (server: ServerRequest, request: RequestContext) => {
      const found = await find(server, request.context);
      return served(stateOf(found.status), policyOf(found, 'status'), request);
    },
    text: async (server: ServerRequest, request: RequestContext) => {
      const found = await find(server, request.context);
      return served(statusText(server.host, found.status), policyOf(found, 'status'), request);
    },
    describe: async (server: ServerRequest, request: RequestContext): Promise<Described> => {
      const { context } = request;
      const [found, list] = await Promise.all([find(server, context), blockedServers(context)]);
      const host = withoutPort(server.host);
      const eulaBlocked = list && isBlocked(list, hostsOf(host, found.status));
      const { isCached } = found;
      const value = statusResponseOf(found.status, { host, eulaBlocked, isCached });
      const { retrieved_at: _at, expires_at: _until, latency_ms: _latency, ...state } = value;
      const listed = listedLines(found.status);
      return { ...served(value, policyOf(found, 'status'), request), state, listed };
    },
  };
}

function drawingOf(parts: ServerStatusParts, find: Find) {
  const { drawing, pictures } = parts;
  const loadHeads = createHeadLoader(parts);

  return {
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
      const job = { ...card, heads: await loadHeads(card, context) };
      const picture: Validated = {
        inputs: inputsOf(job),
        policy: policyOf(found, 'render'),
        pictures,
        load: () => drawing.draw('serverCard', job, context.client),
      };
      return respondWith(picture, request);
    },
    /** The badge as SVG. */
    badge: async (server: ServerRequest, query: BadgeQuery, request: RequestContext) => {
      const found = await find(server, request.context);
      const badge = badgeOf(found.status, query);
      const picture = await respondWithBadge(badge, policyOf(found, 'status'), request);
      return { ...picture, state: stateOf(found.status) };
    },
  };
}

/** Heads that are not available in time stay blank. */
const headsTimeoutMs = 2000;

function createHeadLoader({ headSkins, clock }: ServerStatusParts) {
  return async (
    { server }: ServerCardJob,
    context: CacheContext,
  ): Promise<ServerCardJob['heads']> => {
    const heads = headsIn(server?.motd ?? []);
    if (heads.length === 0) return [];
    const skins = await settledWithin(headSkins(heads, context), headsTimeoutMs, clock);
    return heads.map((head, index) => ({ key: headKey(head), skin: skins?.[index] ?? null }));
  };
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
