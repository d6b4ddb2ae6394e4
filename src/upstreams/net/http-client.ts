import { Client, type Dispatcher, Pool } from 'undici';
import { type ConnectorOptions, createConnector } from './connector.ts';
import { NetError } from './net-error.ts';
import type { SafeDial } from './safe-dial.ts';
import { createWireMeter, maxOverheadBytes } from './wire-meter.ts';

/** Idle connections of a pool are closed after this; servers close theirs later. */
const idleSocketMs = 10_000;

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
    connect: createConnector(dial, { ...options, watch: meter.watch }),
    allowH2: false,
    // Never reached: the meter ends the connection first.
    maxHeaderSize: maxOverheadBytes * 2,
    keepAliveTimeout: idleSocketMs,
    keepAliveMaxTimeout: idleSocketMs,
    // Every request has its own deadline; undici's coarser timers are off.
    headersTimeout: 0,
    bodyTimeout: 0,
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
};

/**
 * A connection pool for one upstream of the operator, and the path prefix of its base URL. Throws
 * NetError('bad-url') if `baseUrl` is not a plain http(s) URL.
 */
export function openUpstreamPool(options: UpstreamPoolOptions): { pool: Pool; prefix: string } {
  const { baseUrl, dial, maxConnections, ...connector } = options;
  const base = URL.parse(baseUrl);
  if (base === null || !isPlainBase(base)) throw new NetError('bad-url');
  const pool = new Pool(base.origin, {
    factory: (origin) => openClient(origin, dial, connector),
    connections: maxConnections,
    allowH2: false,
  });
  return { pool, prefix: base.pathname.replace(/(?<!\/)\/+$/, '') };
}

function isPlainBase(base: URL): boolean {
  const isWeb = base.protocol === 'http:' || base.protocol === 'https:';
  return isWeb && `${base.username}${base.password}${base.search}${base.hash}` === '';
}
