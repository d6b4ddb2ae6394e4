import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyBaseLogger, FastifyInstance, FastifySchema } from 'fastify';
import type { RouteDocs } from '../site/route-docs.ts';

/** A Fastify instance whose routes take their types from TypeBox schemas. */
export type HttpServer = FastifyInstance<
  Server,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

const mebibyte = 1024 * 1024;

/** What all clients together can hold of what costs a client nothing; see `fair-pool.ts` for their shares. */
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
  /** Longer than the usual 60 s of proxies, so that they close idle connections first. */
  keepAliveTimeoutMs: 72_000,
  /** Some 15 kB each while idle. */
  connections: 10_000,
  /** On one connection, one after the other, that are not answered and read. */
  requestsPerConnection: 128,
  /** Whose responses are not complete yet. */
  requestsInProgress: 1_000,
  /** Received bytes of bodies in progress; held up to three times each. */
  bodyBytesInProgress: 128 * mebibyte,
  /** Bytes of complete responses until they are read. */
  unreadBytes: 256 * mebibyte,
  /** After this time … */
  unreadGraceMs: 10_000,
  /** … a response has to be read at this rate, on average since its beginning: a slow phone reads twice as fast. */
  unreadBytesPerSecond: 8_000,
} as const;

export type ServerLimits = Readonly<Record<keyof typeof defaultServerLimits, number>>;

/**
 * The options of a route: its documentation, and the schema, which its handler is typed by.
 * @param extensions `own` if it reads the extension of its path itself
 */
export function described<const Schema extends FastifySchema>(
  docs: RouteDocs | 'none',
  schema: Schema,
  extensions?: 'own',
) {
  return { schema, config: { docs, ...(extensions && { extensions }) } };
}
