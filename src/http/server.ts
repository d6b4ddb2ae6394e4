import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';

/** A Fastify whose routes take their types from TypeBox schemas. */
export type HttpServer = FastifyInstance<
  Server,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

/**
 * How much of the machine one client, and all of them, can hold on to. Each number bounds memory or
 * time that costs the client nothing.
 */
export type ServerLimits = {
  /** Ten `data:` skins fit (at most about 100 kB each). */
  readonly bodyBytes: number;
  /** Request line and headers together; a `GET` with ten URLs fits. */
  readonly headerBytes: number;
  readonly headersTimeoutMs: number;
  /** Headers and body; a megabyte at 300 kbit/s. */
  readonly requestTimeoutMs: number;
  /** The body alone, where it is no longer than 64 KiB. */
  readonly smallBodyTimeoutMs: number;
  /** How often the timeouts of headers and requests are looked at. */
  readonly timeoutCheckMs: number;
  /** Silence on a connection with a request in progress: longer than any response may take. */
  readonly silenceTimeoutMs: number;
  /** Longer than the usual minute of proxies, so that it is never we who close under their hands. */
  readonly keepAliveTimeoutMs: number;
  /** Some 15 kB each, idle. */
  readonly connections: number;
  /** Of one client; browsers open six, an office behind one address a few hundred. */
  readonly connectionsPerClient: number;
  /** Requests in progress at once, over all clients … */
  readonly requestsInProgress: number;
  /** … and of one client. */
  readonly requestsInProgressPerClient: number;
  /** Bodies being received or worked on, over all clients … */
  readonly bodyBytesInProgress: number;
  /** … and of one client. */
  readonly bodyBytesPerClient: number;
};

const mebibyte = 1024 * 1024;

export const defaultServerLimits: ServerLimits = {
  bodyBytes: mebibyte,
  headerBytes: 16 * 1024,
  headersTimeoutMs: 15_000,
  requestTimeoutMs: 30_000,
  smallBodyTimeoutMs: 5_000,
  timeoutCheckMs: 5_000,
  silenceTimeoutMs: 60_000,
  keepAliveTimeoutMs: 72_000,
  connections: 10_000,
  connectionsPerClient: 512,
  requestsInProgress: 1_000,
  requestsInProgressPerClient: 250,
  bodyBytesInProgress: 64 * mebibyte,
  bodyBytesPerClient: 12 * mebibyte,
};
