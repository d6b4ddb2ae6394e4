import { settledWithin, type Clock } from '../../../common/async/clock.ts';
import type { CacheContext } from '../../../common/cache/context.ts';
import type { SwrCache } from '../../../common/cache/swr-cache.ts';
import { LineupError } from '../../../common/errors/lineup-error.ts';
import type { GameServers } from '../../../upstreams/game-servers/game-servers.ts';
import { stateOf, type ServerStatus } from '../../../upstreams/game-servers/server-status.ts';
import {
  defaultPorts,
  editions,
  parseTarget,
  type Edition,
  type ServerTarget,
} from '../../../upstreams/game-servers/target.ts';
import { maxTimeoutSeconds } from './schema.ts';

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

export type FinderDeps = {
  readonly gameServers: GameServers;
  /** Statuses by edition, host and port. */
  readonly statuses: SwrCache<ServerStatus>;
  readonly clock: Clock;
};

/** A status, and whether it is cached. */
export type Found = { readonly status: ServerStatus; readonly isCached: boolean };

/** Passes a status through the cache as an error, so that it is not stored. */
class UncachedStatus extends Error {
  readonly status: ServerStatus;
  constructor(status: ServerStatus) {
    super('the status is unknown');
    this.status = status;
  }
}

/** Finds statuses, through the cache. Rejects with LineupError; see `createServerStatuses`. */
export function createFinder({ gameServers, statuses, clock }: FinderDeps) {
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
