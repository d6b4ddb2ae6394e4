import { isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { buildConnector } from 'undici';
import { canonicalHost } from './address-rules.ts';
import { withDeadline } from '../async/deadline.ts';
import type { ResolvedAddress } from './name-lookup.ts';
import { netErrorOf, NetError } from './net-error.ts';
import { type SafeDial, untilReady } from './safe-dial.ts';

export type ConnectorOptions = {
  /** Over look-up, TCP and TLS together. */
  readonly connectTimeoutMs: number;
  /** Ends a connection that is being set up. */
  readonly signal?: AbortSignal | undefined;
  /** Where the host was found to be, when it has been resolved and checked already. */
  readonly addresses?: readonly ResolvedAddress[];
  /** Given each connection that is ready, TLS included, before anything is read from it. */
  readonly watch?: (socket: Socket) => Socket;
};

/**
 * Lets undici connect through the safe dial and in no other way. Every failure is a NetError, which
 * tells "never sent" apart from what undici itself reports later.
 */
export function createConnector(
  dial: SafeDial,
  { connectTimeoutMs, signal: outer, addresses, watch = (socket) => socket }: ConnectorOptions,
): buildConnector.connector {
  const open = ({ hostname, port, protocol }: buildConnector.Options): Promise<Socket> =>
    withDeadline(
      { errorOf: netErrorOf, timeoutMs: connectTimeoutMs, signal: outer },
      async (signal) => {
        const isTls = protocol === 'https:';
        const target = { host: hostname, addresses, port: Number(port) || (isTls ? 443 : 80) };
        const socket = await dial.connectTcp({ ...target, timeoutMs: connectTimeoutMs, signal });
        return watch(isTls ? await secure(socket, hostname, signal) : socket);
      },
    );
  return (options, callback) => void report(open(options), callback);
}

/** Hands the outcome to undici, outside of the try: what its callback throws is not ours. */
async function report(opening: Promise<Socket>, callback: buildConnector.Callback): Promise<void> {
  let socket: Socket;
  try {
    socket = await opening;
  } catch (error) {
    callback(asError(error), null);
    return;
  }
  callback(null, socket);
}

/** TLS over a connected socket; the certificate must be valid for the host that was asked for. */
function secure(socket: Socket, hostname: string, signal: AbortSignal): Promise<Socket> {
  // Certificates know no trailing dot, and an address is no server name (RFC 6066) but is checked too.
  const host = (canonicalHost(hostname) ?? hostname).replace(/\.$/, '');
  const tlsSocket = connectTls({
    socket,
    host,
    ...(isIP(host) === 0 && { servername: host }),
    ALPNProtocols: ['http/1.1'],
  });
  return untilReady(tlsSocket, { event: 'secureConnect', signal });
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new NetError('unreachable', { cause: error });
}
