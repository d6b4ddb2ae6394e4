import { translateError, NetError, withinTime } from './net-error.ts';
import { connect, type Socket } from 'node:net';
import { abortable } from '../../common/async/clock.ts';
import {
  createNameResolver,
  type NameLookup,
  type ResolvedAddress,
  withFamily,
} from './name-lookup.ts';
import { canonicalHost, isPrivateName, isPublicAddress, literalAddress } from './address-rules.ts';

/** Opens a TCP socket to the first of `addresses` that accepts. */
export type OpenSocket = (to: {
  readonly addresses: readonly ResolvedAddress[];
  readonly port: number;
}) => Socket;

export type SafeDialOptions = {
  /** Disables the address rules: for LAN use, trusted upstreams and tests. */
  readonly allowPrivateAddresses: boolean;
  /** By default our own resolver; the system's if private addresses are allowed. */
  readonly lookup?: NameLookup | undefined;
  readonly openSocket?: OpenSocket | undefined;
};

type ConnectTcpOptions = {
  readonly host: string;
  /** The result of `resolvePublic` for `host`, to avoid another look-up; checked again. */
  readonly addresses?: readonly ResolvedAddress[] | undefined;
  readonly port: number;
  /** Limit for look-up and connection together. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
};

export type SafeDial = ReturnType<typeof createSafeDial>;

/** The only place where this service opens TCP connections to hosts. */
export function createSafeDial(options: SafeDialOptions) {
  const { allowPrivateAddresses, openSocket = openTcpSocket } = options;
  const lookup = options.lookup ?? defaultLookup(allowPrivateAddresses);
  const resolvePublic = createSafeLookup({ allowPrivateAddresses, lookup });
  return {
    /** The checked addresses of `host`; datagrams must be sent to these, without resolving again. */
    resolvePublic,
    /**
     * Connects to a checked address of `host`; tries the next address if one fails or is silent for a
     * moment. Rejects with NetError 'bad-url', 'blocked-address', 'unresolvable', 'unreachable',
     * 'timeout', or the signal's reason. The socket already has an error listener: wait for 'close' to
     * know when it ends.
     */
    connectTcp: ({
      host,
      addresses: resolved,
      port,
      timeoutMs,
      signal: outer,
    }: ConnectTcpOptions): Promise<Socket> =>
      withinTime({ timeoutMs, signal: outer }, async (signal) => {
        if (resolved && !allowPrivateAddresses) assertPublic(resolved);
        const addresses = resolved ?? (await resolvePublic(host, signal));
        return untilReady(openSocket({ addresses, port }), { event: 'connect', signal });
      }),
  };
}

function defaultLookup(allowPrivateAddresses: boolean): NameLookup {
  const { lookupLocal, lookupPublic } = createNameResolver();
  return allowPrivateAddresses ? lookupLocal : lookupPublic;
}

/** Waits for `event` on a socket that is being set up; destroys the socket if it does not come. */
export async function untilReady<T extends Socket>(
  socket: T,
  { event, signal }: { readonly event: 'connect' | 'secureConnect'; readonly signal: AbortSignal },
): Promise<T> {
  const ready = new Promise<T>((resolve, reject) => {
    socket.once(event, () => resolve(socket));
    // Never removed: an error before the next owner adds its listeners must not end the process.
    socket.on('error', reject);
  });
  try {
    return await abortable(ready, signal);
  } catch (error) {
    socket.destroy();
    throw translateError(error, signal);
  }
}

/** Time to wait for a silent address while there are others to try. */
const attemptTimeoutMs = 300;

const openTcpSocket: OpenSocket = ({ addresses, port }) => {
  const [first] = addresses;
  const socket = connect({
    // Connects to a literal directly; for a name, `lookup` returns only addresses that were
    // checked. Nothing is resolved here.
    host: addresses.length === 1 && first !== undefined ? first.address : 'checked.invalid',
    port,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: attemptTimeoutMs,
    lookup: (_hostname, _options, callback) => callback(null, [...addresses]),
  });
  return socket.setNoDelay(true);
};

/**
 * Resolves a host in any spelling to one to four addresses that may be connected to, IPv4 first, and checks
 * them in one step. The result is what gets connected to, with no second look-up in
 * between, so DNS rebinding has no effect.
 *
 * A name is refused if *any* of its addresses is not public. Using only the public ones would be safe
 * for this connection, but an honest host does not publish private addresses next to public ones, and a
 * refusal cannot be retried into the other record.
 * Errors: NetError 'bad-url' (not a host), 'blocked-address', 'unresolvable', or the signal's reason.
 */
export function createSafeLookup({
  allowPrivateAddresses,
  lookup,
}: Pick<SafeDialOptions, 'allowPrivateAddresses'> & { readonly lookup: NameLookup }) {
  return async (host: string, signal: AbortSignal): Promise<readonly ResolvedAddress[]> => {
    const name = canonicalHost(host);
    if (name === null) throw new NetError('bad-url');
    if (!allowPrivateAddresses) assertAllowedHost(name);
    const literal = literalAddress(name);
    if (literal !== null) return withFamily([literal]);
    const addresses = await addressesOf(lookup, name, signal);
    if (!allowPrivateAddresses) assertPublic(addresses);
    return [...firstOf(addresses, 4), ...firstOf(addresses, 6)];
  };
}

/** A name may have thousands of addresses; this many are checked, and this many of each family used. */
const maxAddresses = 64;
const mostOfAFamily = 2;

function firstOf(addresses: readonly ResolvedAddress[], family: 4 | 6) {
  return addresses.filter((address) => address.family === family).slice(0, mostOfAFamily);
}

/** Throws NetError('blocked-address') if the host can be refused without resolving it. */
export function assertAllowedHost(hostname: string): void {
  const literal = literalAddress(hostname);
  const isRefused = literal === null ? isPrivateName(hostname) : !isPublicAddress(literal);
  if (isRefused) throw new NetError('blocked-address');
}

/** Throws NetError('blocked-address') unless all are public. */
function assertPublic(addresses: readonly ResolvedAddress[]): void {
  if (!addresses.every(({ address }) => isPublicAddress(address))) {
    throw new NetError('blocked-address');
  }
}

async function addressesOf(
  lookup: NameLookup,
  name: string,
  signal: AbortSignal,
): Promise<readonly ResolvedAddress[]> {
  const response = await abortable(lookup(name, signal), signal).catch((error: unknown) => {
    throw error instanceof NetError ? error : new NetError('unresolvable', { cause: error });
  });
  // The others are neither checked nor connected to, because checking thousands takes time.
  const addresses = withFamily(response.slice(0, maxAddresses).map(({ address }) => address));
  if (addresses.length === 0) throw new NetError('unresolvable');
  return addresses;
}
