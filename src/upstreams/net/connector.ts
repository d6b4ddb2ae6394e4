import { isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { buildConnector } from 'undici';
import { canonicalHost } from './address-rules.ts';
import { withDeadline } from '../../common/async/deadline.ts';
import type { ResolvedAddress } from './name-lookup.ts';
import { netErrorOf, NetError } from './net-error.ts';
import { type SafeDial, untilReady } from './safe-dial.ts';

export type ConnectorOptions = {
  /** Limit for look-up, TCP and TLS together. */
  readonly connectTimeoutMs: number;
  /** Aborts a connection that is being set up. */
  readonly signal?: AbortSignal | undefined;
  /** The addresses of the host, if they have been resolved and checked already. */
  readonly addresses?: readonly ResolvedAddress[];
  /** Called with each connection that is ready, including TLS, before anything is read from it. */
  readonly watch?: (socket: Socket) => Socket;
};

/** Makes undici connect through the safe dial only; every failure before sending is a NetError. */
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

/** Calls undici back outside of the try: what its callback throws is not a failure of the connection. */
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

/** TLS over a connected socket; the certificate must be valid for the requested host. */
function secure(socket: Socket, hostname: string, signal: AbortSignal): Promise<Socket> {
  // Certificates contain no trailing dot. An address cannot be a server name (RFC 6066) but is
  // checked, too.
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
