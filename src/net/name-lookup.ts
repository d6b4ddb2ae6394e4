import { NODATA, NOTFOUND, BADNAME, Resolver } from 'node:dns';
import { isIP } from 'node:net';
import { systemClock, type Clock } from '../async/clock.ts';
import { withDeadline } from '../async/deadline.ts';
import { createDnsHealth } from './dns-health.ts';
import { netErrorOf, NetError } from './net-error.ts';
import { type LocalNames, readLocalNames, searchedNames } from './local-names.ts';

export type ResolvedAddress = { readonly address: string; readonly family: 4 | 6 };

/**
 * All addresses of a name. May reject with anything; `signal` fires when nobody waits any more.
 * The caller checks what comes back, so an implementation need not be trusted.
 */
export type NameLookup = (
  hostname: string,
  signal: AbortSignal,
) => Promise<readonly ResolvedAddress[]>;

export type NameResolverOptions = {
  /** Name servers instead of the machine's own, `address` or `address:port`. */
  readonly servers?: readonly string[];
  /** How long one question waits before it is sent again. */
  readonly attemptTimeoutMs?: number;
  /** Over all questions of one look-up; below the connect timeouts, so that the reason is told. */
  readonly lookupTimeoutMs?: number;
  /** Hosts file and search list; default: those of the machine, read anew for each look-up. */
  readonly readLocal?: () => Promise<LocalNames>;
  readonly clock?: Clock;
};

export type NameResolver = {
  /**
   * Asks the name servers and nobody else, for names that strangers chose: hosts file and search
   * domains hold nothing but private names.
   *
   * Rejects with NetError 'unresolvable' (there is no such name, or it has no address),
   * 'dns-failure' (no name server answered, or with a failure), or the signal's reason.
   */
  readonly lookupPublic: NameLookup;
  /**
   * For the operator's upstreams and for use inside a LAN: the hosts file first, then the name
   * servers with the search list of `resolv.conf`. Errors as above.
   */
  readonly lookupLocal: NameLookup;
  /** False while the name servers answer nothing; a name that nobody can resolve changes nothing. */
  readonly isWell: () => boolean;
};

/**
 * Resolves names without the C library: its resolver blocks one of libuv's few threads for each
 * name whose server is slow, so two such names would stall all other look-ups, file reads and image
 * work. Every look-up here has sockets of its own and waits for nobody.
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

/** Our own deadline is a failure of the name servers; the caller's keeps its reason. */
const dnsErrorOf: typeof netErrorOf = (failure, cause) =>
  failure === 'timeout' ? new NetError('dns-failure', { cause }) : netErrorOf(failure, cause);

/** The first of `names` that exists; a name server that fails for one is not passed over. */
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

/** Either family may be missing; only when both fail has the name no address. */
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
  // Whether a name exists is the same for both families; that it has no such address is not.
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

/** A resolver for one look-up: what it waits for can be cancelled without others noticing. */
function openResolver({ servers, attemptTimeoutMs = 700 }: NameResolverOptions): Resolver {
  const resolver = new Resolver({
    timeout: attemptTimeoutMs,
    maxTimeout: attemptTimeoutMs,
    tries: 2,
  });
  if (servers !== undefined) resolver.setServers(servers);
  return resolver;
}

/** Whether the name servers know the root of all names, which no stranger can break. */
async function probeRoot(options: NameResolverOptions): Promise<boolean> {
  const resolver = openResolver(options);
  return new Promise((resolve) => {
    resolver.resolveNs('.', (error) => resolve(error === null || isDecided(answered)(error)));
  });
}

/** Codes of an answer that says "no", which is an answer all the same. */
const answered: ReadonlySet<string> = new Set([NOTFOUND, NODATA]);

/** The family is read from the text itself: it decides how the socket takes the address. */
export function withFamily(addresses: readonly string[]): readonly ResolvedAddress[] {
  return addresses.flatMap((address) => {
    const family = isIP(address);
    return family === 4 || family === 6 ? [{ address, family }] : [];
  });
}
