import { Client, type Dispatcher, Pool, type buildConnector } from 'undici';
import { NetError, withinTime } from './net-error.ts';
import { type SafeDial, untilReady } from './safe-dial.ts';
import { createWireMeter, maxOverheadBytes } from './wire-meter.ts';
import type { ResolvedAddress } from './name-lookup.ts';
import { type Socket, isIP } from 'node:net';
import { canonicalHost } from './address-rules.ts';
import { connect as connectTls } from 'node:tls';

/** Idle connections of a pool are closed after this; servers close theirs later. */
const idleSocketMs = 10_000;

const clientOptions = {
  allowH2: false,
  maxHeaderSize: maxOverheadBytes,
  keepAliveTimeout: idleSocketMs,
  keepAliveMaxTimeout: idleSocketMs,
  // Every request has its own deadline; undici's coarser timers are off.
  headersTimeout: 0,
  bodyTimeout: 0,
} as const;

/**
 * An undici client with one connection through the safe dial, whose responses are also bounded outside
 * the body (see `wire-meter.ts`). Handlers must be plain objects and not pause.
 */
export function openClient(
  origin: string | URL,
  dial: SafeDial,
  options: ConnectorOptions,
): Client {
  const meter = createWireMeter();
  const client = new Client(origin, {
    ...clientOptions,
    connect: createConnector(dial, { ...options, watch: meter.watch }),
    // Never reached: the meter ends the connection first.
    maxHeaderSize: maxOverheadBytes * 2,
  });
  const dispatch = client.dispatch.bind(client);
  client.dispatch = (request, handler) =>
    dispatch(request, {
      ...handler,
      onRequestStart: (controller, context: unknown) => {
        meter.restart();
        handler.onRequestStart?.(controller, context);
      },
      onResponseData: (controller, chunk) => {
        meter.creditBody(chunk.length);
        handler.onResponseData?.(controller, chunk);
      },
    } satisfies Dispatcher.DispatchHandler);
  return client;
}

export type UpstreamPoolOptions = ConnectorOptions & {
  /** http or https, optionally with a path; no credentials, query or fragment. */
  readonly baseUrl: string;
  readonly dial: SafeDial;
  readonly maxConnections: number;
  /** Whether the operator named the host, and not another service: undici’s own limits do then. */
  readonly isTrusted: boolean;
};

/**
 * A connection pool for one upstream of the operator, and the path prefix of its base URL. Throws
 * NetError('bad-url') if `baseUrl` is not a plain http(s) URL.
 */
export function openUpstreamPool(options: UpstreamPoolOptions): { pool: Pool; prefix: string } {
  const { baseUrl, dial, maxConnections, isTrusted, ...connector } = options;
  const base = URL.parse(baseUrl);
  if (base === null || !isPlainBase(base)) throw new NetError('bad-url');
  const pool = new Pool(base.origin, {
    ...clientOptions,
    connections: maxConnections,
    ...(isTrusted
      ? { connect: createConnector(dial, connector) }
      : { factory: (origin) => openClient(origin, dial, connector) }),
  });
  return { pool, prefix: base.pathname.replace(/(?<!\/)\/+$/, '') };
}

function isPlainBase(base: URL): boolean {
  const isWeb = base.protocol === 'http:' || base.protocol === 'https:';
  return isWeb && `${base.username}${base.password}${base.search}${base.hash}` === '';
}

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
function createConnector(
  dial: SafeDial,
  { connectTimeoutMs, signal: outer, addresses, watch = (socket) => socket }: ConnectorOptions,
): buildConnector.connector {
  const open = ({ hostname, port, protocol }: buildConnector.Options): Promise<Socket> =>
    withinTime({ timeoutMs: connectTimeoutMs, signal: outer }, async (signal) => {
      const isTls = protocol === 'https:';
      const target = { host: hostname, addresses, port: Number(port) || (isTls ? 443 : 80) };
      const socket = await dial.connectTcp({ ...target, timeoutMs: connectTimeoutMs, signal });
      return watch(isTls ? await secure(socket, hostname, signal) : socket);
    });
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
