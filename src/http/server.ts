import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyBaseLogger, FastifyInstance, FastifySchema } from 'fastify';
import type { RouteDocs } from '../features/docs/route-docs.ts';

/** A Fastify instance whose routes take their types from TypeBox schemas. */
export type HttpServer = FastifyInstance<
  Server,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

const mebibyte = 1024 * 1024;

/** How much one client, and all clients together, can hold of what costs a client nothing. */
export const defaultServerLimits = {
  /** Fits ten `data:` skins of up to about 100 kB. */
  bodyBytes: mebibyte,
  /** Request line and headers together; fits a `GET` with ten URLs. */
  headerBytes: 16 * 1024,
  headersTimeoutMs: 15_000,
  /** Headers and body: a megabyte at 300 kbit/s. */
  requestTimeoutMs: 30_000,
  /** After this time … */
  bodyGraceMs: 2_000,
  /** … a body has to arrive at this rate, on average since then. */
  bodyBytesPerSecond: 8_000,
  /** Interval of checking both timeouts. */
  timeoutCheckMs: 5_000,
  /** Silence on a connection with a request in progress; longer than any response takes. */
  silenceTimeoutMs: 60_000,
  /** Longer than the usual 60 s of proxies, so that they close idle connections first. */
  keepAliveTimeoutMs: 72_000,
  /** Some 15 kB each while idle. */
  connections: 10_000,
  /** Per client; browsers open six, an office behind one address a few hundred. */
  connectionsPerClient: 512,
  /** Requests in progress, in total … */
  requestsInProgress: 1_000,
  /** … and per client. */
  requestsInProgressPerClient: 250,
  /** Received bytes of bodies in progress, shared among clients; held up to three times each. */
  bodyBytesInProgress: 128 * mebibyte,
} as const;

export type ServerLimits = Readonly<Record<keyof typeof defaultServerLimits, number>>;

/**
 * The options of a route: its documentation, and the schema, which its handler is typed by.
 * @param endings `own` if it reads the ending of its path itself
 */
export function described<const Schema extends FastifySchema>(
  docs: RouteDocs | 'none',
  schema: Schema,
  endings?: 'own',
) {
  return { schema, config: { docs, ...(endings && { endings }) } };
}
