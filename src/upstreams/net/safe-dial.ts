import { netErrorOf } from './net-error.ts';
import { connect, type Socket } from 'node:net';
import { abortable, withDeadline } from '../../common/async/deadline.ts';
import { createNameResolver, type NameLookup, type ResolvedAddress } from './name-lookup.ts';
import { assertPublic, createSafeLookup } from './safe-lookup.ts';
import { translateError } from './translate-error.ts';

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
  /** By default a real socket. */
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
      withDeadline({ errorOf: netErrorOf, timeoutMs, signal: outer }, async (signal) => {
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
