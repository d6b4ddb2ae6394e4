import { NODATA, NOTFOUND, BADNAME, Resolver } from 'node:dns';
import { isIP } from 'node:net';
import { systemClock, type Clock } from '../async/clock.ts';
import { withDeadline } from '../async/deadline.ts';
import { createDnsHealth } from './dns-health.ts';
import { netErrorOf, NetError } from './net-error.ts';
import { type LocalNames, readLocalNames, searchedNames } from './local-names.ts';

export type ResolvedAddress = { readonly address: string; readonly family: 4 | 6 };

/**
 * Resolves all addresses of a name. May reject with anything; `signal` aborts when the result is no
 * longer needed. Callers check the result, so an implementation need not be trusted.
 */
export type NameLookup = (
  hostname: string,
  signal: AbortSignal,
) => Promise<readonly ResolvedAddress[]>;

export type NameResolverOptions = {
  /** Name servers to use instead of the machine's, `address` or `address:port`. */
  readonly servers?: readonly string[];
  /** Time until a query is repeated. */
  readonly attemptTimeoutMs?: number;
  /**
   * Limit for all queries of one look-up; below the connect timeouts, so that the right error is reported.
   */
  readonly lookupTimeoutMs?: number;
  /** Reads hosts file and search list; by default the machine's, anew for each look-up. */
  readonly readLocal?: () => Promise<LocalNames>;
  readonly clock?: Clock;
};

export type NameResolver = {
  /**
   * Uses only name servers, for names that clients chose: hosts file and search domains contain only
   * private names.
   *
   * Rejects with NetError 'unresolvable' (the name does not exist or has no address), 'dns-failure' (no
   * name server answered, or all failed), or the signal's reason.
   */
  readonly lookupPublic: NameLookup;
  /**
   * For the operator's upstreams and use inside a LAN: the hosts file first, then name servers with the
   * search list of `resolv.conf`. Same errors.
   */
  readonly lookupLocal: NameLookup;
  /** False while the name servers do not answer at all; a single name that fails changes nothing. */
  readonly isWell: () => boolean;
};

/**
 * Resolves names without the C library, whose resolver blocks one of libuv's few threads for each name
 * with a slow server: two such names would stall all other look-ups, file reads and image work. Here
 * each look-up has its own sockets.
 */
export function createNameResolver(options: NameResolverOptions = {}): NameResolver {
  const { lookupTimeoutMs = 1800, clock = systemClock, readLocal = readLocalNames } = options;
  const health = createDnsHealth({ clock, probe: () => probeRoot(options) });

  const lookupPublic: NameLookup = (hostname, outer) =>
    withDeadline({ timeoutMs: lookupTimeoutMs, signal: outer, errorOf: dnsErrorOf }, (signal) =>
      health.watch(resolveName(hostname, options, signal)),
    );

  const lookupLocal: NameLookup = (hostname, outer) =>
    withDeadline(
      { timeoutMs: lookupTimeoutMs, signal: outer, errorOf: dnsErrorOf },
      async (signal) => {
        const local = await readLocal();
        const listed = local.addressesOf(hostname);
        if (listed.length > 0) return withFamily(listed);
        return health.watch(resolveFirst(searchedNames(hostname, local), options, signal));
      },
    );

  return { lookupPublic, lookupLocal, isWell: health.isWell };
}

/** A timeout of our own counts as a failure of the name servers; the caller's abort keeps its reason. */
const dnsErrorOf: typeof netErrorOf = (failure, cause) =>
  failure === 'timeout' ? new NetError('dns-failure', { cause }) : netErrorOf(failure, cause);

/** Resolves the first of `names` that exists. A name server failure is not skipped. */
async function resolveFirst(
  names: readonly string[],
  options: NameResolverOptions,
  signal: AbortSignal,
): Promise<readonly ResolvedAddress[]> {
  let failure: unknown = new NetError('unresolvable');
  for (const name of names) {
    try {
      return await resolveName(name, options, signal);
    } catch (error) {
      if (!(error instanceof NetError) || error.kind !== 'unresolvable') throw error;
      failure = error;
    }
  }
  throw failure;
}

/** Resolves both families; rejects only if both fail. */
async function resolveName(
  name: string,
  options: NameResolverOptions,
  signal: AbortSignal,
): Promise<readonly ResolvedAddress[]> {
  const resolver = openResolver(options);
  const cancel = (): void => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  const [four, six] = await Promise.all([
    question((done) => resolver.resolve4(name, done)),
    question((done) => resolver.resolve6(name, done)),
  ]);
  signal.removeEventListener('abort', cancel);
  const found = withFamily([...four.addresses, ...six.addresses]);
  if (found.length > 0) return found;
  if (signal.aborted) throw signal.reason;
  // Whether a name exists is the same for both families; whether it has an address is not.
  const failures = [four.failure, six.failure].filter((failure) => failure !== undefined);
  const cause =
    failures.find(isDecided(noSuchName)) ?? failures.find((f) => !isDecided(noAddress)(f));
  const kind = cause === undefined || isDecided(noSuchName)(cause) ? 'unresolvable' : 'dns-failure';
  throw new NetError(kind, { cause: cause ?? failures[0] });
}

const noSuchName: ReadonlySet<string> = new Set([NOTFOUND, BADNAME]);
const noAddress: ReadonlySet<string> = new Set([NODATA]);

function isDecided(codes: ReadonlySet<string>) {
  return ({ code }: NodeJS.ErrnoException): boolean => code !== undefined && codes.has(code);
}

type Answer = { readonly addresses: readonly string[]; readonly failure?: NodeJS.ErrnoException };
type Done = (error: NodeJS.ErrnoException | null, addresses: string[]) => void;

function question(ask: (done: Done) => void): Promise<Answer> {
  return new Promise((resolve) => {
    ask((failure, addresses) =>
      resolve(failure === null ? { addresses } : { addresses: [], failure }),
    );
  });
}

/** A resolver for one look-up, so that cancelling it affects no other. */
function openResolver({ servers, attemptTimeoutMs = 700 }: NameResolverOptions): Resolver {
  const resolver = new Resolver({
    timeout: attemptTimeoutMs,
    maxTimeout: attemptTimeoutMs,
    tries: 2,
  });
  if (servers !== undefined) resolver.setServers(servers);
  return resolver;
}

/** Whether the name servers know the root zone, which no client can influence. */
async function probeRoot(options: NameResolverOptions): Promise<boolean> {
  const resolver = openResolver(options);
  return new Promise((resolve) => {
    resolver.resolveNs('.', (error) => resolve(error === null || isDecided(answered)(error)));
  });
}

/** Error codes that are a definite answer. */
const answered: ReadonlySet<string> = new Set([NOTFOUND, NODATA]);

/** Adds the family of each address, which tells the socket how to use it. */
export function withFamily(addresses: readonly string[]): readonly ResolvedAddress[] {
  return addresses.flatMap((address) => {
    const family = isIP(address);
    return family === 4 || family === 6 ? [{ address, family }] : [];
  });
}
