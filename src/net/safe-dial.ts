import { netErrorOf } from './net-error.ts';
import { connect, type Socket } from 'node:net';
import { abortable, withDeadline } from '../async/deadline.ts';
import { createNameResolver, type NameLookup, type ResolvedAddress } from './name-lookup.ts';
import { assertPublic, createSafeLookup, type SafeLookup } from './safe-lookup.ts';
import { translateError } from './translate-error.ts';

/** Opens a TCP socket to the first of `addresses` that answers. */
export type OpenSocket = (to: {
  readonly addresses: readonly ResolvedAddress[];
  readonly port: number;
}) => Socket;

export type SafeDialOptions = {
  /** Lifts the address rules: for LAN use, trusted upstreams and tests. */
  readonly allowPrivateAddresses: boolean;
  /** Default: a resolver of its own, with hosts file and search list where private addresses are allowed. */
  readonly lookup?: NameLookup | undefined;
  /** Default: a real socket. */
  readonly openSocket?: OpenSocket | undefined;
};

type ConnectTcpOptions = {
  readonly host: string;
  /** What `resolvePublic` gave for `host`, so that it is not resolved again; checked once more. */
  readonly addresses?: readonly ResolvedAddress[] | undefined;
  readonly port: number;
  /** Over look-up and connection together. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
};

export type SafeDial = {
  /**
   * The addresses of `host` (a name, or a literal in any spelling), all of them checked. Whoever
   * sends datagrams must send them to these and not resolve again.
   */
  readonly resolvePublic: SafeLookup;
  /**
   * A connected socket to a checked address of `host`; the next address is tried when one fails or
   * stays silent for a moment. Rejects with NetError 'bad-url', 'blocked-address', 'unresolvable',
   * 'unreachable', 'timeout', or the signal's reason. The socket carries an error listener already:
   * its end is told by 'close'.
   */
  readonly connectTcp: (options: ConnectTcpOptions) => Promise<Socket>;
};

/** The only place where this service opens a connection to somewhere. */
export function createSafeDial(options: SafeDialOptions): SafeDial {
  const { allowPrivateAddresses, openSocket = openTcpSocket } = options;
  const lookup = options.lookup ?? defaultLookup(allowPrivateAddresses);
  const resolvePublic = createSafeLookup({ allowPrivateAddresses, lookup });
  return {
    resolvePublic,
    connectTcp: ({ host, addresses: resolved, port, timeoutMs, signal: outer }) =>
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

/** Waits for `event` on a socket that is being set up; destroys it when that does not come. */
export async function untilReady<T extends Socket>(
  socket: T,
  { event, signal }: { readonly event: 'connect' | 'secureConnect'; readonly signal: AbortSignal },
): Promise<T> {
  const ready = new Promise<T>((resolve, reject) => {
    socket.once(event, () => resolve(socket));
    // Stays on: an error between this event and the next owner's listeners must not end the process.
    socket.on('error', reject);
  });
  try {
    return await abortable(ready, signal);
  } catch (error) {
    socket.destroy();
    throw translateError(error, signal);
  }
}

/** How long a silent address is waited for while others are left to try. */
const attemptTimeoutMs = 300;

const openTcpSocket: OpenSocket = ({ addresses, port }) => {
  const [first] = addresses;
  const socket = connect({
    // A literal is connected to as it stands; a name leads to `lookup`, which knows only what was
    // checked. Either way nothing is resolved here.
    host: addresses.length === 1 && first !== undefined ? first.address : 'checked.invalid',
    port,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: attemptTimeoutMs,
    lookup: (_hostname, _options, callback) => callback(null, [...addresses]),
  });
  return socket.setNoDelay(true);
};
