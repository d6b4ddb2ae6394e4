import { randomBytes } from 'node:crypto';
import { LineupError } from '../errors/lineup-error.ts';
import { isPrivateName } from '../net/address-rules.ts';
import { abortable, withDeadline } from '../net/deadline.ts';
import { NetError } from '../net/net-error.ts';
import type { SrvLookup } from '../net/srv-lookup.ts';
import { createHostAsker, type AskLimits, type HostAskerOptions } from './ask-host.ts';
import { isAskedPort } from './ports.ts';
import type { Reply, ServerDetails, ServerStatus } from './server-status.ts';
import { defaultPorts, forbiddenPort, type ServerTarget } from './target.ts';

export type GameServers = {
  /**
   * How a server is. Whatever it does or fails to do, a server that gives no proper answer within
   * the deadline is offline.
   * @throws {LineupError} `forbidden-address` for a private address or a port of another service,
   *   also when a name or an SRV record leads there; `overloaded` when too many questions to the
   *   same network wait already.
   */
  readonly ask: (target: ServerTarget) => Promise<ServerStatus>;
};

export type GameServersOptions = Pick<HostAskerOptions, 'dial' | 'datagrams' | 'onWaiting'> & {
  readonly lookupSrv: SrvLookup;
  /** Milliseconds since 1970. */
  readonly nowMs: () => number;
  readonly randomInt64?: () => bigint;
  readonly limits?: Partial<AskLimits>;
};

const usualLimits: AskLimits = {
  timeoutMs: 5000,
  connectTimeoutMs: 1500,
  patienceMs: 2000,
  mostPerNetwork: 4,
  placeMs: 500,
  // At 50 ms each, as servers in order take, the last one waits for less than half a second.
  mostWaitingPerNetwork: 32,
  mostWaitMs: 1000,
  // More than the silent ones that one client can name in the five seconds that each is waited for.
  mostOpenPerNetwork: 32,
};

type Srv = ServerStatus['srv'];

export function createGameServers(options: GameServersOptions): GameServers {
  const { dial, datagrams, nowMs, lookupSrv, onWaiting } = options;
  const randomInt64 = options.randomInt64 ?? (() => randomBytes(8).readBigInt64BE());
  const limits: AskLimits = { ...usualLimits, ...options.limits };
  const askHost = createHostAsker({
    dial,
    datagrams,
    nowMs,
    randomInt64,
    limits,
    onWaiting,
  });

  async function find(target: ServerTarget, tellSrv: (srv: Srv) => void): Promise<Reply> {
    return withDeadline({ timeoutMs: limits.timeoutMs }, async (signal) => {
      const srv = await findSrv(target, lookupSrv, signal);
      tellSrv(srv);
      const { host, port } = srv ?? { host: target.host, port: portOf(target) };
      if (!isAskedPort(port)) throw forbiddenPort(port);
      return askHost({ edition: target.edition, host, port, calledHost: target.host, signal });
    });
  }

  return {
    ask: async (target) => {
      let srv: Srv = null;
      const common = { edition: target.edition, port: portOf(target) };
      try {
        const { details, latencyMs } = await find(target, (found) => (srv = found));
        const latency = { latencyMs: Math.max(0, Math.round(latencyMs)) };
        return { ...common, ...latency, srv, retrievedAtMs: nowMs(), details: detached(details) };
      } catch (error) {
        throwRefusal(error);
        return { ...common, srv, latencyMs: null, retrievedAtMs: nowMs(), details: null };
      }
    },
  };
}

/**
 * A copy without ties to the reply: a piece cut out of a text keeps all of the text in memory, and
 * what is remembered of a server is a few names out of a quarter of a megabyte.
 */
function detached(details: ServerDetails): ServerDetails {
  return structuredClone(details);
}

function portOf({ edition, port }: ServerTarget): number {
  return port ?? defaultPorts[edition];
}

/** Java only, and only where a client gave neither a port nor an address. */
async function findSrv(target: ServerTarget, lookupSrv: SrvLookup, signal: AbortSignal) {
  const { edition, host, port, isLiteral } = target;
  // A reserved name must not be asked for in public.
  if (edition !== 'java' || port !== null || isLiteral || isPrivateName(host)) return null;
  const [found] = await abortable(lookupSrv(`_minecraft._tcp.${host}`, signal), signal);
  return found ?? null;
}

/** Throws where nobody was asked, and what is a defect of ours; all the rest means offline. */
function throwRefusal(error: unknown): void {
  if (!(error instanceof NetError)) throw error;
  const cause = { cause: error };
  if (error.kind === 'blocked-address') {
    throw new LineupError('forbidden-address', 'This address is private and is not asked.', cause);
  }
  if (error.kind === 'bad-url') {
    throw new LineupError('bad-request', 'This is not a host name.', cause);
  }
  if (error.kind === 'busy') {
    const detail = 'Too many servers of this network are being asked already; try again shortly.';
    throw new LineupError('overloaded', detail, { ...cause, retryAfterSeconds: 2 });
  }
}
