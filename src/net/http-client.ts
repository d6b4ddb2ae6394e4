import { Client, type Dispatcher, Pool } from 'undici';
import { type ConnectorOptions, createConnector } from './connector.ts';
import { NetError } from './net-error.ts';
import type { SafeDial } from './safe-dial.ts';
import { createWireMeter, maxOverheadBytes } from './wire-meter.ts';

/** An idle connection of a pool is closed after this; servers close theirs later than that. */
const idleSocketMs = 10_000;

/**
 * An undici client of one connection, made through the safe dial, whose responses are bounded in
 * bytes beside the body too (see `wire-meter.ts`). Handlers given to `dispatch` must be plain objects
 * and must not pause: `sendRequest` makes such.
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
    // More than can arrive: the meter ends the connection before undici counts so far.
    maxHeaderSize: maxOverheadBytes * 2,
    keepAliveTimeout: idleSocketMs,
    keepAliveMaxTimeout: idleSocketMs,
    // Every request has one deadline over all of it; undici's own, coarser timers are off.
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
  /** http or https; a path prefix is kept; credentials, query and fragment are not allowed. */
  readonly baseUrl: string;
  readonly dial: SafeDial;
  readonly maxConnections: number;
};

/**
 * Kept connections to one upstream of the operator's, and the path prefix of its base URL.
 * Throws NetError('bad-url') when `baseUrl` is not a plain http(s) base.
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
  return { pool, prefix: base.pathname.replace(/\/+$/, '') };
}

function isPlainBase(base: URL): boolean {
  const isWeb = base.protocol === 'http:' || base.protocol === 'https:';
  return isWeb && `${base.username}${base.password}${base.search}${base.hash}` === '';
}
