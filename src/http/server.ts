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

const mebibyte = 1024 * 1024;

/**
 * How much of the machine one client, and all of them, can hold on to. Each number bounds memory or
 * time that costs the client nothing.
 */
export const defaultServerLimits = {
  /** Ten `data:` skins fit (at most about 100 kB each). */
  bodyBytes: mebibyte,
  /** Request line and headers together; a `GET` with ten URLs fits. */
  headerBytes: 16 * 1024,
  headersTimeoutMs: 15_000,
  /** Headers and body; a megabyte at 300 kbit/s. */
  requestTimeoutMs: 30_000,
  /** The body alone, where it is no longer than 64 KiB. */
  smallBodyTimeoutMs: 5_000,
  /** How often the timeouts of headers and requests are looked at. */
  timeoutCheckMs: 5_000,
  /** Silence on a connection with a request in progress: longer than any response may take. */
  silenceTimeoutMs: 60_000,
  /** Longer than the usual minute of proxies, so that it is never we who close under their hands. */
  keepAliveTimeoutMs: 72_000,
  /** Some 15 kB each, idle. */
  connections: 10_000,
  /** Of one client; browsers open six, an office behind one address a few hundred. */
  connectionsPerClient: 512,
  /** Requests in progress at once, over all clients … */
  requestsInProgress: 1_000,
  /** … and of one client. */
  requestsInProgressPerClient: 250,
  /** Bodies being received or worked on, over all clients … */
  bodyBytesInProgress: 64 * mebibyte,
  /** … and of one client. */
  bodyBytesPerClient: 12 * mebibyte,
} as const;

export type ServerLimits = Readonly<Record<keyof typeof defaultServerLimits, number>>;
