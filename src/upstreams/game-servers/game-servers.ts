import { randomBytes } from 'node:crypto';
import { abortable } from '../../common/async/clock.ts';
import { LineupError } from '../../common/errors/lineup-error.ts';
import { isPrivateName, isGamePort } from '../net/address-rules.ts';
import { NetError, type NetErrorKind, withinTime } from '../net/net-error.ts';
import type { SrvLookup } from '../net/name-lookup.ts';
import {
  createStatusFetcher,
  type StatusFetcherOptions,
  type StatusLimits,
  defaultLimits,
} from './fetch-status.ts';
import type { OfflineReason, Reply, ServerStatus } from './server-status.ts';
import { defaultPorts, forbiddenPort, type ServerTarget } from './target.ts';

export type FetchOptions = {
  /** Whether to use the query protocol, too. */
  readonly query?: boolean;
  /** The client, for fair sharing of connections to one network. */
  readonly client?: string;
};

type GameServersOptions = Pick<StatusFetcherOptions, 'dial' | 'datagrams' | 'onWaiting'> & {
  readonly lookupSrv: SrvLookup;
  /** Milliseconds since 1970. */
  readonly nowMs: () => number;
  readonly randomInt64?: () => bigint;
  readonly limits?: Partial<StatusLimits>;
};

type Srv = ServerStatus['srv'];

export function createGameServers(options: GameServersOptions) {
  const { nowMs, lookupSrv } = options;
  const randomInt64 = options.randomInt64 ?? (() => randomBytes(8).readBigInt64BE());
  const limits: StatusLimits = { ...defaultLimits, ...options.limits };
  const fetchReply = createStatusFetcher({ ...options, randomInt64, limits });

  /** `found` is filled in while contacting, so that it is known even if the server fails later. */
  function call(
    target: ServerTarget,
    { query = false, client = '' }: FetchOptions,
    found: { srv: Srv; ip: string | null },
  ): Promise<Reply> {
    return withinTime({ timeoutMs: limits.timeoutMs }, async (signal) => {
      found.srv = await findSrv(target, lookupSrv, signal);
      const { host, port } = found.srv ?? { host: target.host, port: portOf(target) };
      if (!isGamePort(port)) throw forbiddenPort(port);
      const { edition, host: calledHost } = target;
      const onAddress = (address: string): void => void (found.ip = address);
      return fetchReply({ edition, host, port, calledHost, query, client, signal, onAddress });
    });
  }

  return {
    /**
     * Resolves to the status of a server. A server without a valid response before the deadline is
     * offline; one whose name could not be looked up is unknown.
     * @throws {LineupError} `forbidden-address` for a private address or a port of another service, also
     *   behind a name or SRV record; `overloaded` if its network was busy for a second
     */
    fetchStatus: async (
      target: ServerTarget,
      fetchOptions: FetchOptions = {},
    ): Promise<ServerStatus> => {
      const found = { srv: null, ip: null };
      const common = { edition: target.edition, port: portOf(target) };
      try {
        // A deep copy: a substring keeps its whole text in memory, and we only store a few names of
        // a quarter of a megabyte.
        const reply = structuredClone(await call(target, fetchOptions, found));
        const latencyMs = Math.max(0, Math.round(reply.latencyMs));
        const { details, query } = reply;
        const answered = { latencyMs, details, query, offlineReason: null };
        return { ...common, ...found, ...answered, retrievedAtMs: nowMs() };
      } catch (error) {
        const offlineReason = reasonOf(error);
        const none = { latencyMs: null, details: null, query: null };
        return { ...common, ...found, ...none, retrievedAtMs: nowMs(), offlineReason };
      }
    },
  };
}

function portOf({ edition, port }: ServerTarget): number {
  return port ?? defaultPorts[edition];
}

/** Java only, and only if the client gave a name without a port. */
async function findSrv(target: ServerTarget, lookupSrv: SrvLookup, signal: AbortSignal) {
  const { edition, host, port, isLiteral } = target;
  // A reserved name must not be looked up in public DNS.
  if (edition !== 'java' || port !== null || isLiteral || isPrivateName(host)) return null;
  const [found] = await abortable(lookupSrv(`_minecraft._tcp.${host}`, signal), signal);
  return found ?? null;
}

const reasons: Readonly<Partial<Record<NetErrorKind, OfflineReason>>> = {
  timeout: 'timeout',
  aborted: 'timeout',
  unreachable: 'refused',
  unresolvable: 'unknown_host',
  'dns-failure': 'dns_failure',
  'invalid-response': 'not_a_game_server',
  'too-large': 'not_a_game_server',
};

/** Throws if no server was contacted, and for defects of our own; everything else means offline. */
function reasonOf(error: unknown): OfflineReason {
  if (!(error instanceof NetError)) throw error;
  const reason = reasons[error.kind];
  if (reason !== undefined) return reason;
  const cause = { cause: error };
  if (error.kind === 'blocked-address') {
    const detail =
      'This address is private and is not called, unless ALLOW_PRIVATE_ADDRESSES is set.';
    throw new LineupError('forbidden-address', detail, cause);
  }
  if (error.kind === 'bad-url') {
    throw new LineupError('bad-request', 'This is not a host name.', cause);
  }
  if (error.kind === 'busy') {
    const detail = 'Too many servers of this network are being contacted; try again shortly.';
    throw new LineupError('overloaded', detail, { ...cause, retryAfterSeconds: 2 });
  }
  throw error;
}
