import { hash } from 'node:crypto';
import { settledWithin, type Clock } from '../../../common/async/clock.ts';
import type { CacheContext, EtagPart, RequestContext } from '../../../common/cache/context.ts';
import { LineupError } from '../../../common/errors/lineup-error.ts';
import { widgetVersion, type ServerCardJob } from '../../../engine/cards/card-jobs.ts';
import { isBlocked } from '../../../upstreams/game-servers/blocked-servers.ts';
import type { PlayerHead } from '../../../upstreams/game-servers/motd/text-run.ts';
import { stateOf, type ServerStatus } from '../../../upstreams/game-servers/server-status.ts';
import type { CachePolicy } from '../../http/cache-headers.ts';
import { cacheState, served } from '../../http/responses.ts';
import { respondWith, type DrawingDeps, respondWithBadge } from '../../pictures/respond.ts';
import { headKey, headsIn, defaultIconPng } from '../../../engine/cards/heads.ts';
import { type BadgeQuery, type WidgetQuery, maxTimeoutSeconds } from './schema.ts';
import { badgeOf, listedLines, serverCardOf, statusResponseOf, statusText } from './transform.ts';
import type { Upstreams } from '../../../upstreams/upstreams.ts';
import {
  defaultPorts,
  editions,
  parseTarget,
  type Edition,
  type ServerTarget,
} from '../../../upstreams/game-servers/target.ts';

/** A server in a request, with its options. */
export type ServerRequest = {
  readonly edition: string;
  readonly host: string;
  /** Seconds. */
  readonly timeout?: number | undefined;
  /** Whether to use the query protocol, too. */
  readonly query?: boolean | undefined;
  /** Where the host is, for errors; `path.host` by default. */
  readonly fieldPath?: string;
};

const defaultFieldPath = 'path.host';

type Deps = DrawingDeps &
  Upstreams['gameServers'] & {
    readonly clock: Clock;
    /** The skins of heads in a MOTD, as PNG, in order; null for unavailable ones. */
    readonly headSkins: (
      heads: readonly PlayerHead[],
      context: CacheContext,
    ) => Promise<readonly (Uint8Array | null)[]>;
  };

/** A status, and whether it is cached. */
type Found = { readonly status: ServerStatus; readonly isCached: boolean };

/** Passes a status through the cache as an error, so that it is not stored. */
class UncachedStatus extends Error {
  readonly status: ServerStatus;
  constructor(status: ServerStatus) {
    super('the status is unknown');
    this.status = status;
  }
}

/** Finds statuses, through the cache. Rejects with LineupError; see `createServerStatuses`. */
function createFinder({ gameServers, statuses, clock }: Deps) {
  async function load(
    { query = false, fieldPath = defaultFieldPath }: ServerRequest,
    target: ServerTarget,
    context: CacheContext,
  ): Promise<Found> {
    const { client = '' } = context;
    const key = `${target.edition} ${target.host} ${target.port ?? 'default'}${query ? ' query' : ''}`;
    const fetchStatus = async () => {
      const status = await gameServers.fetchStatus(target, { query, client });
      if (stateOf(status) === 'unknown') throw new UncachedStatus(status);
      return status;
    };
    try {
      return { status: await statuses.get(key, fetchStatus, context), isCached: true };
    } catch (error) {
      if (error instanceof UncachedStatus) return { status: error.status, isCached: false };
      throw error instanceof LineupError && error.status < 500 ? error.at(fieldPath) : error;
    }
  }

  return async (server: ServerRequest, context: CacheContext): Promise<Found> => {
    const { timeout = maxTimeoutSeconds } = server;
    const target = readTarget(server);
    const pending = load(server, target, context);
    if (timeout >= maxTimeoutSeconds) return pending;
    // The call continues for requests with longer timeouts, and its result is cached for all; the
    // server is offline only for this request.
    const found = await settledWithin(pending, timeout * 1000, clock);
    return found ?? { status: tooLate(target, clock.nowMs()), isCached: false };
  };
}

/**
 * The server that a request names.
 * @throws {LineupError} at the field of the host if it can't be one
 */
export function readTarget(server: ServerRequest): ServerTarget {
  const { edition, host, fieldPath = defaultFieldPath } = server;
  const known: Edition | undefined = editions.find((one) => one === edition);
  if (known === undefined) throw new LineupError('unknown-route');
  try {
    return parseTarget(host, known);
  } catch (error) {
    throw error instanceof LineupError ? error.at(fieldPath) : error;
  }
}

function tooLate({ edition, port }: ServerTarget, nowMs: number): ServerStatus {
  return {
    edition,
    port: port ?? defaultPorts[edition],
    ip: null,
    srv: null,
    latencyMs: null,
    retrievedAtMs: nowMs,
    details: null,
    offlineReason: 'timeout',
    query: null,
  };
}

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
      // The path was validated: what follows the last colon outside of brackets is a port.
      const host = server.host.replace(/:\d+$/, '');
      // As the game checks: the name in ASCII, the target of its record, the address.
      const names = [readTarget(server).host, status.srv?.host, status.ip];
      const hosts = names.filter((one) => typeof one === 'string');
      const eulaBlocked = list && isBlocked(list, hosts);
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
      // A head that is missing may be there soon.
      const isWhole = job.heads.every(({ skin }) => skin !== null);
      const policy = policyOf(found, isWhole ? 'render' : 'status');
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
