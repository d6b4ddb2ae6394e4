import { NODATA, NOTFOUND, BADNAME, type SrvRecord } from 'node:dns';
import { lookup as lookUp, Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { systemClock, type Clock, abortable, withDeadline } from '../../common/async/clock.ts';
import { netErrorOf, NetError } from './net-error.ts';

export type ResolvedAddress = { readonly address: string; readonly family: 4 | 6 };

/**
 * Resolves all addresses of a name. May reject with anything; `signal` aborts when the result is no
 * longer needed. Callers check the result, so an implementation need not be trusted.
 */
export type NameLookup = (
  hostname: string,
  signal: AbortSignal,
) => Promise<readonly ResolvedAddress[]>;

export type ResolverOptions = {
  /** Name servers to use instead of the machine's, `address` or `address:port`. */
  readonly servers?: readonly string[];
  /** Time until a query is repeated. */
  readonly attemptTimeoutMs?: number;
};

export type NameResolverOptions = ResolverOptions & {
  /** Limit for one look-up; below the connect timeouts, so that the right error is reported. */
  readonly lookupTimeoutMs?: number;
  /** The resolver of the system; by default `dns.lookup`. */
  readonly lookupSystem?: (hostname: string) => Promise<readonly { readonly address: string }[]>;
  readonly clock?: Clock;
};

export type NameResolver = ReturnType<typeof createNameResolver>;

/**
 * Resolves names that clients chose, without the system's resolver: a few names with slow servers would
 * block libuv's threads for all. Here each look-up has its own sockets.
 */
export function createNameResolver(options: NameResolverOptions = {}) {
  const { lookupTimeoutMs = 1800, clock = systemClock, lookupSystem = systemLookup } = options;
  const health = createDnsHealth({ clock, probe: () => probeRoot(options) });

  /**
   * Uses only name servers, for names that clients chose: hosts file and search domains contain only
   * private names.
   * Rejects with NetError 'unresolvable' (the name does not exist or has no address), 'dns-failure' (no
   * name server answered, or all failed), or the signal's reason.
   */
  const lookupPublic: NameLookup = (hostname, outer) =>
    withDeadline({ timeoutMs: lookupTimeoutMs, signal: outer, errorOf: dnsErrorOf }, (signal) =>
      health.watch(resolveName(hostname, options, signal)),
    );

  /** For upstreams and LAN use: as the machine resolves names (hosts file, search list). */
  const lookupLocal: NameLookup = (hostname, outer) =>
    withDeadline(
      { timeoutMs: lookupTimeoutMs, signal: outer, errorOf: dnsErrorOf },
      // It cannot be cancelled: whoever gives up stops waiting for it.
      (signal) => abortable(health.watch(findLocal(hostname, lookupSystem)), signal),
    );

  return { lookupPublic, lookupLocal, isHealthy: health.isHealthy };
}

/** A timeout of our own counts as a failure of the name servers; the caller's abort keeps its reason. */
const dnsErrorOf: typeof netErrorOf = (failure, cause) =>
  failure === 'timeout' ? new NetError('dns-failure', { cause }) : netErrorOf(failure, cause);

const systemLookup = (hostname: string) => lookUp(hostname, { all: true });

async function findLocal(
  hostname: string,
  lookupSystem: NonNullable<NameResolverOptions['lookupSystem']>,
): Promise<readonly ResolvedAddress[]> {
  try {
    const found = await lookupSystem(hostname);
    return withFamily(found.map(({ address }) => address));
  } catch (cause) {
    // "Does not exist" and "has no address" are one code of getaddrinfo; the others are failures.
    const kind = hasCode(cause, [NOTFOUND]) ? 'unresolvable' : 'dns-failure';
    throw new NetError(kind, { cause });
  }
}

/** Resolves both families; rejects only if both fail. */
async function resolveName(
  name: string,
  options: NameResolverOptions,
  signal: AbortSignal,
): Promise<readonly ResolvedAddress[]> {
  const results = await withResolver(options, signal, (resolver) =>
    Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]),
  );
  const found = results.flatMap((result) =>
    result.status === 'fulfilled' ? withFamily(result.value) : [],
  );
  if (found.length > 0) return found;
  if (signal.aborted) throw signal.reason;
  // Whether a name exists is the same for both families; whether it has an address is not.
  const failures = results.flatMap((result): unknown[] =>
    result.status === 'rejected' ? [result.reason] : [],
  );
  const cause =
    failures.find((failure) => hasCode(failure, noSuchName)) ??
    failures.find((failure) => !hasCode(failure, noAddress));
  const kind = cause === undefined || hasCode(cause, noSuchName) ? 'unresolvable' : 'dns-failure';
  throw new NetError(kind, { cause: cause ?? failures[0] });
}

const noSuchName = [NOTFOUND, BADNAME];
const noAddress = [NODATA];

function hasCode(error: unknown, codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.some((code) => code === error.code);
}

/** Runs one look-up with a resolver of its own, so that cancelling it affects no other. */
async function withResolver<T>(
  { servers, attemptTimeoutMs = 700 }: ResolverOptions,
  signal: AbortSignal,
  lookup: (resolver: Resolver) => Promise<T>,
): Promise<T> {
  const times = { timeout: attemptTimeoutMs, maxTimeout: attemptTimeoutMs, tries: 2 };
  const resolver = new Resolver(times);
  if (servers !== undefined) resolver.setServers(servers);
  const cancel = (): void => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    return await lookup(resolver);
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

/** Whether the name servers know the root zone, which no client can influence. */
async function probeRoot(options: NameResolverOptions): Promise<boolean> {
  const { signal } = new AbortController();
  return withResolver(options, signal, (resolver) =>
    resolver.resolveNs('.').then(
      () => true,
      (error: unknown) => hasCode(error, [NOTFOUND, NODATA]),
    ),
  );
}

/** Adds the family of each address, which tells the socket how to use it. */
export function withFamily(addresses: readonly string[]): readonly ResolvedAddress[] {
  return addresses.flatMap((address) => {
    const family = isIP(address);
    return family === 4 || family === 6 ? [{ address, family }] : [];
  });
}

const probeEveryMs = 5000;

/**
 * Tracks whether names can be resolved at all. A failed look-up proves nothing, since a client may
 * control the name servers of that name; it only starts a probe.
 */
export function createDnsHealth({
  clock,
  probe,
}: {
  readonly clock: Pick<Clock, 'nowMs'>;
  /** True when the name servers answer. */
  readonly probe: () => Promise<boolean>;
}) {
  let isHealthy = true;
  let nextProbeMs = 0;

  function startProbe(): void {
    if (clock.nowMs() < nextProbeMs) return;
    nextProbeMs = clock.nowMs() + probeEveryMs;
    void probe().then((answered) => (isHealthy = answered));
  }

  return {
    /** Settles like `lookup`, and starts a probe if it fails. */
    async watch<T>(lookup: Promise<T>): Promise<T> {
      try {
        const found = await lookup;
        isHealthy = true;
        return found;
      } catch (error) {
        const kind = error instanceof NetError ? error.kind : undefined;
        if (kind === 'unresolvable') isHealthy = true;
        if (kind === 'dns-failure') startProbe();
        throw error;
      }
    },
    isHealthy: (): boolean => {
      // Polling also notices a recovery.
      if (!isHealthy) startProbe();
      return isHealthy;
    },
  };
}

/** The location of a service: a host name, still to be resolved and checked, and a port. */
export type SrvTarget = { readonly host: string; readonly port: number };

/**
 * Returns the targets of a service name such as `_minecraft._tcp.example.org`, best first; empty if
 * there is no such record or the look-up fails. `signal` aborts when the result is no longer needed.
 */
export type SrvLookup = (name: string, signal: AbortSignal) => Promise<readonly SrvTarget[]>;

/** Looks up SRV records (RFC 2782); without any, the caller tries the host, as the game does. */
export function createSrvLookup(options: ResolverOptions = {}): SrvLookup {
  const resolverOptions = { attemptTimeoutMs: 600, ...options };
  return async (name, signal) => {
    const resolving = withResolver(resolverOptions, signal, (resolver) =>
      resolver.resolveSrv(name),
    );
    return resolving.then(orderTargets).catch(() => []);
  };
}

/** Sorts by priority, then weight; not randomly, so that all requests reach the same server. */
export function orderTargets(records: readonly SrvRecord[]): readonly SrvTarget[] {
  return (
    records
      // A single dot means that the service is not available here.
      .filter(({ name, port }) => name !== '' && name !== '.' && port > 0)
      .toSorted((a, b) => a.priority - b.priority || b.weight - a.weight)
      .map(({ name, port }) => ({ host: name, port }))
  );
}
